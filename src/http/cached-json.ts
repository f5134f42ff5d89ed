import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from './headers.ts';

/** A body that is the same for everybody until the server gets other data. */
export interface CachedJson {
  readonly body: string;
  readonly etag: string;
  readonly maxAgeS: number;
  /** HTTP date; absent when the data has no day. */
  readonly lastModified?: string;
}

/** Facts that are published, and the day that they stand for, `YYYY-MM-DD`. */
interface Dated {
  readonly date: string;
}

/** The body of the facts in force; written again only when they are other facts. */
export function cacheJson<Facts extends Dated>(
  current: () => Facts,
  maxAgeS: number,
  write: (facts: Facts) => string,
): () => CachedJson {
  let last: { readonly facts: Facts; readonly cached: CachedJson } | undefined;
  return () => {
    const facts = current();
    if (last?.facts !== facts)
      last = { facts, cached: toCachedJson(write(facts), maxAgeS, facts.date) };
    return last.cached;
  };
}

/** Gives the body its strong ETag; `date` is the day of the data, `YYYY-MM-DD`. */
function toCachedJson(body: string, maxAgeS: number, date?: string): CachedJson {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (date === undefined) return { body, etag, maxAgeS };
  return { body, etag, maxAgeS, lastModified: new Date(`${date}T00:00:00Z`).toUTCString() };
}

/** Sends the body, or 304 to a caller that has it. */
export function replyCached(cached: CachedJson, request: FastifyRequest, reply: FastifyReply) {
  // What needs a key must not be handed on by a proxy to somebody without one.
  const audience = request.routeOptions.config.access === 'open' ? 'public' : 'private';
  reply.headers({
    etag: cached.etag,
    'cache-control': `${audience}, max-age=${cached.maxAgeS}`,
    vary: 'Authorization, X-API-Key',
  });
  if (cached.lastModified !== undefined) reply.header('last-modified', cached.lastModified);
  if (isKnown(cached, request.headers)) return reply.code(304).send();
  return reply
    .type(JSON_TYPE)
    .serializer((body: string) => body)
    .send(cached.body);
}

/**
 * Only the tag tells: a corrected file keeps the day of its data, so `If-Modified-Since` alone is
 * answered in full, as RFC 9110, section 13.1.3, allows.
 */
function isKnown(cached: CachedJson, headers: FastifyRequest['headers']): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => ['*', cached.etag].includes(tag.trim().replace(/^W\//, '')));
}

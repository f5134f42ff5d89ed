import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from './headers.ts';
import { acceptsGzip } from './pack-answers.ts';

/** A body that is the same for everybody until the server gets another one. */
export interface Cached {
  readonly body: string | Buffer;
  /** Media type. */
  readonly type: string;
  readonly etag: string;
  readonly maxAgeS: number;
  /** How the body is packed, where the caller may choose; absent: there is one form only. */
  readonly encoding?: 'identity' | 'gzip';
  /** HTTP date; absent when the content has no day. */
  readonly lastModified?: string;
}

/** Facts that are published, and the day that they stand for, `YYYY-MM-DD`. */
interface Dated {
  readonly date: string;
}

/**
 * The body of the facts in force as a caller takes it, packed or not; written and packed again only
 * when they are other facts.
 */
export function cacheJson<Facts extends Dated>(
  current: () => Facts,
  maxAgeS: number,
  write: (facts: Facts) => string,
): (request: FastifyRequest) => Cached {
  let last: { readonly facts: Facts; readonly plain: Cached; zipped?: Cached } | undefined;
  return (request) => {
    const facts = current();
    if (last?.facts !== facts) {
      const lastModified = new Date(`${facts.date}T00:00:00Z`).toUTCString();
      const terms = { type: JSON_TYPE, maxAgeS, encoding: 'identity' } as const;
      last = { facts, plain: { ...toCached(write(facts), terms), lastModified } };
    }
    if (!acceptsGzip(request)) return last.plain;
    last.zipped ??= zip(last.plain);
    return last.zipped;
  };
}

function zip(plain: Cached): Cached {
  const { type, maxAgeS } = plain;
  const zipped = toCached(gzipSync(plain.body), { type, maxAgeS, encoding: 'gzip' });
  return { ...plain, ...zipped };
}

/** Gives the body its strong ETag. */
export function toCached(
  body: string | Buffer,
  terms: Pick<Cached, 'type' | 'maxAgeS' | 'encoding'>,
): Cached {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, ...terms, etag: `"${hash.slice(0, 22)}"` };
}

/** Sends the body, or 304 to a caller that has it. */
export function replyCached(cached: Cached, request: FastifyRequest, reply: FastifyReply) {
  // What needs a key must not be handed on by a proxy to somebody without one.
  const audience = request.routeOptions.config.access === 'open' ? 'public' : 'private';
  reply.headers({
    etag: cached.etag,
    'cache-control': `${audience}, max-age=${cached.maxAgeS}`,
    vary: `Authorization, X-API-Key${cached.encoding === undefined ? '' : ', Accept-Encoding'}`,
  });
  if (cached.lastModified !== undefined) reply.header('last-modified', cached.lastModified);
  if (isKnown(cached, request.headers)) return reply.code(304).send();
  if (cached.encoding === 'gzip') reply.header('content-encoding', 'gzip');
  return reply
    .type(cached.type)
    .serializer((body: string) => body)
    .send(cached.body);
}

/**
 * Only the tag tells: a corrected file keeps the day of its data, so `If-Modified-Since` alone is
 * answered in full, as RFC 9110, section 13.1.3, allows.
 */
function isKnown(cached: Cached, headers: FastifyRequest['headers']): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => ['*', cached.etag].includes(tag.trim().replace(/^W\//, '')));
}

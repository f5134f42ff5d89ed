import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../../base/memoize.ts';
import { JSON_TYPE } from './headers.ts';
import { acceptsGzip } from './pack-answers.ts';

/** A body that is the same for everybody until the server gets a new one. */
export interface Kept extends KeptTerms {
  readonly plain: Form;
  /** Packed when it is first asked for; absent: there is one form only. */
  readonly zipped?: () => Promise<Form>;
}

interface KeptTerms {
  /** Media type. */
  readonly type: string;
  readonly maxAgeS: number;
  /** HTTP date; absent when the content has no day. */
  readonly lastModified?: string;
}

interface Form {
  /** Bytes, because all connections share them, also those that do not read. A text would be copied for each. */
  readonly body: Buffer;
  /** A strong `ETag`. */
  readonly etag: string;
}

/** The body as it is, and packed for callers that take it packed. */
export const keepForms = (body: string | Buffer, terms: KeptTerms): Kept => ({
  ...keepPlain(body, terms),
  zipped: once(async () => toForm(await promisify(gzip)(body))),
});

/** Only the body as it is, for a body that is packed already. */
export const keepPlain = (body: string | Buffer, terms: KeptTerms): Kept => ({
  ...terms,
  plain: toForm(body),
});

function toForm(body: string | Buffer): Form {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body: Buffer.from(body), etag: `"${hash.slice(0, 22)}"` };
}

/** Facts that are published, and the day that they stand for, `YYYY-MM-DD`. */
interface Dated {
  readonly date: string;
}

/**
 * The body of the facts in force. It is written again only when the facts have changed.
 *
 * @param write gives JSON text, or an object that is written as JSON.
 */
export function cacheJson<Facts extends Dated>(
  current: () => Facts,
  maxAgeS: number,
  write: (facts: Facts) => string | object,
): () => Kept {
  let last: { readonly facts: Facts; readonly kept: Kept } | undefined;
  return () => {
    const facts = current();
    if (last?.facts === facts) return last.kept;
    const written = write(facts);
    const text = typeof written === 'string' ? written : JSON.stringify(written);
    const lastModified = new Date(`${facts.date}T00:00:00Z`).toUTCString();
    last = { facts, kept: keepForms(text, { type: JSON_TYPE, maxAgeS, lastModified }) };
    return last.kept;
  };
}

/** Sends the body, or 304 to a caller that has it. */
export async function replyKept(kept: Kept, reply: FastifyReply) {
  const { request } = reply;
  const { type, maxAgeS, lastModified, plain, zipped } = kept;
  const isPacked = zipped !== undefined && acceptsGzip(request);
  const { body, etag } = isPacked ? await zipped() : plain;
  // A proxy must not hand an answer that needs a key to somebody without one.
  const audience = request.routeOptions.config.access === 'open' ? 'public' : 'private';
  reply.headers({
    etag,
    'cache-control': `${audience}, max-age=${maxAgeS}`,
    vary: `Authorization, X-API-Key${zipped === undefined ? '' : ', Accept-Encoding'}`,
  });
  if (lastModified !== undefined) reply.header('last-modified', lastModified);
  if (isKnown(etag, request.headers)) return reply.code(304).send();
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.type(type).send(body);
}

/**
 * Whether the caller has the body. Only the tag tells this, because a corrected file keeps the day of its data. So a
 * request with `If-Modified-Since` alone is answered in full, as RFC 9110, section 13.1.3, allows.
 */
function isKnown(etag: string, headers: FastifyRequest['headers']): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

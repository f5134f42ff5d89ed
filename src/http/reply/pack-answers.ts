import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { App } from '../framework.ts';

/**
 * Shorter answers are not packed: they go in a few packets, and packing would cost more than it saves. Bytes, or
 * characters of a text.
 */
const LEAST_LENGTH = 4096;

/**
 * `level` is the fastest. It packs coordinates to a third. The best level gives little less and takes four times as
 * long. `memLevel` gives tables of a quarter of the usual size, which are made anew for each answer. An answer of 7 kB
 * takes a fourth less time, a long answer takes no more, and both become a little smaller.
 */
const PACKING = { level: 1, memLevel: 6 };

/** Media types that are packed: JSON, pages, and the text that Prometheus reads. */
const TEXTS = /^(?:application\/json|text\/)/;

/**
 * Packs long answers for callers that take them packed. A body with an `ETag` is left out here: it is packed once and
 * kept (`cached.ts`). An answer is packed in one go, so that its deadline cannot pass in the middle.
 */
export function packAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isLong = isWhole && payload.length >= LEAST_LENGTH;
    const isText = TEXTS.test(String(reply.getHeader('content-type')));
    const isKept = reply.getHeader('cache-control') !== 'no-store';
    if (!isLong || !isText || isKept || !acceptsGzip(request)) return done(null, payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    done(null, gzipSync(payload, PACKING));
  });
}

/**
 * Whether the caller takes a packed body and prefers it, or likes it as much as a plain one. A caller that does not say
 * gets the plain body.
 *
 * Source: RFC 9110, sections 8.4.1.3 (`x-gzip` is `gzip`) and 12.5.3, June 2022.
 */
export function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const weights = readWeights(headers['accept-encoding'] ?? '');
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** The types or codings that a caller takes, in small letters, with its preference for each, from 0 to 1. */
export const readWeights = (accepted: string): ReadonlyMap<string, number> =>
  new Map(accepted.toLowerCase().split(',').map(readWeight));

/** A weight that can not be read counts as 0. */
function readWeight(text: string): [taken: string, weight: number] {
  const [taken = '', ...parameters] = text.split(';').map((part) => part.replaceAll(/\s/g, ''));
  const weight = parameters.find((one) => one.startsWith('q='));
  if (weight === undefined) return [taken, 1];
  const value = Number(weight.slice(2));
  return [taken, value >= 0 && value <= 1 ? value : 0];
}

import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { App } from '../framework.ts';

/** Shorter answers go in one packet or few, and packing them costs more than it saves. Bytes, or characters of a text. */
const LEAST_LENGTH = 4096;

/**
 * The fastest level: it packs coordinates to a third, the best to little less at four times the
 * time. And tables of a quarter of the usual size, made anew for each answer: a fourth less time for
 * an answer of 7 kB, no more for a long one, and both a little smaller.
 */
const PACKING = { level: 1, memLevel: 6 };

/** JSON, pages, and what Prometheus reads. */
const TEXTS = /^(?:application\/json|text\/)/;

/**
 * Packs long answers for callers that take them so. A body with a tag is packed once and kept
 * (`cached.ts`), and is left out here. Packing is done in one go, so that the deadline of an answer cannot pass
 * in its middle.
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
 * True: the caller takes a packed body, and likes it as much as a plain one. A caller that says nothing
 * gets the plain one.
 *
 * Source: RFC 9110, sections 8.4.1.3 (`x-gzip` is `gzip`) and 12.5.3, June 2022.
 */
export function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const weights = readWeights(headers['accept-encoding'] ?? '');
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** What a caller takes, in small letters, and how much it likes each, from 0 to 1. */
export const readWeights = (accepted: string): ReadonlyMap<string, number> =>
  new Map(accepted.toLowerCase().split(',').map(readWeight));

/** A text that is no weight counts as 0. */
function readWeight(text: string): [taken: string, weight: number] {
  const [taken = '', ...parameters] = text.split(';').map((part) => part.replaceAll(/\s/g, ''));
  const weight = parameters.find((one) => one.startsWith('q='));
  if (weight === undefined) return [taken, 1];
  const value = Number(weight.slice(2));
  return [taken, value >= 0 && value <= 1 ? value : 0];
}

import { gzipSync } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.ts';
import type { App } from './framework.ts';
import { JSON_TYPE } from './headers.ts';

/** Shorter answers go in one packet or few, and packing them costs more than it saves. Characters. */
const LEAST_CHARS = 4096;

/**
 * The fastest level: it packs coordinates to a third, the best to little less at four times the
 * time. And tables of a quarter of the usual size, made anew for each answer: a fourth less time for
 * an answer of 7 kB, no more for a long one, and both a little smaller.
 */
const PACKING = { level: 1, memLevel: 6 };

/**
 * Packs long answers for callers who take them so. Only what nobody keeps: a body with a tag is
 * packed once and kept (`cached.ts`). Done in one go, so that the deadline of an answer cannot pass
 * in its middle.
 */
export function packAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length >= LEAST_CHARS;
    const isOurs = reply.getHeader('content-type') === JSON_TYPE;
    const isKept = reply.getHeader('cache-control') !== 'no-store';
    if (!isLong || !isOurs || isKept || !acceptsGzip(request)) return done(null, payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    done(null, gzipSync(payload, PACKING));
  });
}

import { gzipSync } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.ts';
import type { App } from './framework.ts';
import { JSON_TYPE } from './headers.ts';

/** Shorter answers go in one packet or few, and packing them costs more than it saves. Characters. */
const LEAST_CHARS = 4096;

/** The fastest: it packs coordinates to a third, the best to little less at four times the time. */
const LEVEL = 1;

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
    done(null, gzipSync(payload, { level: LEVEL }));
  });
}

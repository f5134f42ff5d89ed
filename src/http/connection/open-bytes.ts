import type { FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { accountOf, callOf, type HoldBytes } from '../call/call.ts';
import { type App, takesBody } from '../framework.ts';
import { addressOf } from '../portal/demo.ts';

/**
 * The most bytes that bodies which are read or worked on, and separately unread answers, may hold. Less than a server
 * takes under load (measure/bench/README.md).
 */
const MOST_BYTES = 256e6;
/**
 * The most bytes that the bodies and unread answers of an account may hold together, or of an address without an
 * account.
 */
const SHARE_BYTES = 64e6;
/** A body that is read in pieces counts as so many bytes. */
const PIECES_BYTES = 1e6;
/** Bodies of endpoints with no larger bound than this, 4 kB, do not count. */
const SMALL_BYTES = 4096;
/** A body is read in less time. Seconds. */
const RETRY_AFTER_S = 2;

/**
 * Limits the memory that slow senders and slow readers hold.
 *
 * A body for which there is no room is refused before it is read and before it is counted. Until it has been read it
 * counts as large as it may become: a small packed body unfolds into a large one. An account whose share is used up
 * by its bodies and unread answers is refused further calls.
 */
export function boundOpenBytes(app: App): void {
  const [all, unread] = [openSum(), openSum()];
  /** The sum of each account or address that has requests open. */
  const shares = new Map<string, ReturnType<typeof openSum>>();

  app.addHook('onRequest', (request, reply, done) => {
    const { access, visitor } = request.routeOptions.config;
    if (access === 'open' && visitor === undefined) return done();
    const call = callOf(request);
    const holder = accountOf(call) || addressOf(request);
    const share = shares.get(holder) ?? openSum();
    const bytes = largestOf(request);
    if (share.bytes + bytes > SHARE_BYTES) return done(refusal('rate_limited', TOO_MUCH));
    const isFull = bytes > 0 && all.bytes + bytes > MOST_BYTES;
    if (isFull || unread.bytes > MOST_BYTES) return done(refusal('overloaded'));
    shares.set(holder, share);
    share.requests++;
    const holdBody = both(all.open(), share.open());
    const holdAnswer = both(unread.open(), share.open());
    holdBody(bytes);
    Object.assign(call, { holdBody, holdAnswer });
    reply.raw.once('close', () => {
      holdBody(0);
      holdAnswer(0);
      if (--share.requests === 0) shares.delete(holder);
    });
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // An answer in pieces is made as it is read, or has told already how many bytes it holds.
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isText && !reply.raw.closed) callOf(request).holdAnswer?.(payload.length);
    done();
  });
}

/** A sum of bytes, to which each of several requests adds its own. */
function openSum() {
  const sum = {
    bytes: 0,
    requests: 0,
    open(): HoldBytes {
      let own = 0;
      return (now) => {
        sum.bytes += now - own;
        own = now;
      };
    },
  };
  return sum;
}

const both =
  (one: HoldBytes, other: HoldBytes): HoldBytes =>
  (bytes) => {
    one(bytes);
    other(bytes);
  };

const refusal = (code: 'rate_limited' | 'overloaded', sentence?: string): Fault =>
  new Fault(code, sentence, { retryAfterS: RETRY_AFTER_S });

const TOO_MUCH = `More than ${SHARE_BYTES / 1e6} MB of this account's questions and answers are under way: read the answers, and send fewer large bodies at a time.`;

/** The most bytes that a body may have. A plain body has the announced number. */
function largestOf({ method, headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions;
  if (!takesBody(method) || bodyLimit <= SMALL_BYTES) return 0;
  if (config.streamsBody) return PIECES_BYTES;
  const announced = headers['content-encoding'] === undefined && headers['content-length'];
  return announced ? Math.min(Number(announced), bodyLimit) : bodyLimit;
}

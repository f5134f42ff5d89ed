/**
 * Bounds of what strangers may take of a server at once: connections, time of the thread that begins their requests, and
 * memory for bodies and unread answers.
 */
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../../account/sign-in.ts';
import { Fault } from '../../base/fault.ts';
import { accountOf, callOf, type HoldBytes } from '../call/call.ts';
import { type App, takesBody } from '../framework.ts';
import { addressOf } from '../portal/visitor.ts';
import { answerOn, interpose } from './connections.ts';

export interface ConnectionTerms {
  /** Connections at a time. The bound leaves other uses some of the files that the process can open. */
  readonly most: number;
  /** Connections of an address at a time; absent: any number, as behind a proxy, from which all of them come. */
  readonly mostOfAddress?: number;
}

/** Connections that are counted together. */
interface Bound {
  readonly most: number;
  open: number;
  /** Idle connections; the first has been idle for the longest time. */
  readonly idle: Set<Socket>;
}

/**
 * Limits the connections of the server, and of each address. When a new connection exceeds a bound, the connection that
 * has been idle for the longest time is closed. If all the others wait for an answer, the new connection is closed.
 */
export function boundConnections(app: App, { most, mostOfAddress }: ConnectionTerms): void {
  const all = openBound(most);
  const byAddress = new Map<string, Bound>();
  const bounds = new WeakMap<Socket, readonly Bound[]>();

  /** The bounds that a connection counts for, that of its address first. */
  function boundsFor({ remoteAddress = '' }: Socket): readonly Bound[] {
    if (mostOfAddress === undefined || THIS_MACHINE.test(remoteAddress)) return [all];
    const address = addressGroup(remoteAddress);
    const own = byAddress.get(address) ?? openBound(mostOfAddress);
    byAddress.set(address, own);
    return [own, all];
  }
  function setIdle(socket: Socket, isIdle: boolean): void {
    for (const { idle } of bounds.get(socket) ?? []) {
      if (isIdle) idle.add(socket);
      else idle.delete(socket);
    }
  }

  app.server.on('connection', (socket) => {
    const own = boundsFor(socket);
    const address = addressGroup(socket.remoteAddress ?? '');
    bounds.set(socket, own);
    for (const bound of own) bound.open += 1;
    socket.once('close', () => {
      setIdle(socket, false);
      for (const bound of own) bound.open -= 1;
      if (byAddress.get(address)?.open === 0) byAddress.delete(address);
    });
    setIdle(socket, true);
    const full = own.find((bound) => bound.open > bound.most);
    if (full === undefined) return;
    const [longest = socket] = full.idle;
    setIdle(longest, false);
    longest.destroy();
  });
  app.server.prependListener('request', ({ socket }, answer) => {
    setIdle(socket, false);
    answer.once('close', () => {
      if (!socket.destroyed && answerOn(socket) === undefined) setIdle(socket, true);
    });
  });
}

const openBound = (most: number): Bound => ({ most, open: 0, idle: new Set() });

/** Addresses of this machine, from which a proxy on the same machine connects. */
const THIS_MACHINE = /^(?:::ffff:)?127\.0\.0\.1$|^::1$/;

/** Requests that are begun in a turn of the thread. Others that have arrived wait for the next turn. */
const BEGUN_A_TURN = 8;
/** Requests for health that are begun in a turn as well. They neither wait for the others nor hold them up. */
const HEALTH_A_TURN = 2;

/**
 * Begins requests a few at a time, in the order in which they come. Otherwise hundreds of connections could bring many
 * at once, and every later request would wait for all of them. Requests for health have turns of their own.
 */
export function beginInTurns(app: App): void {
  const [health, others] = [openTurns(HEALTH_A_TURN), openTurns(BEGUN_A_TURN)];
  interpose(app, ({ socket, url = '' }, { take }) => {
    const beginNext = url.startsWith('/health/') ? health : others;
    beginNext(() => {
      if (!socket.destroyed) take();
    });
  });
}

/** @param most requests that are begun in a turn. */
function openTurns(most: number): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function begin(start: () => void): void {
    if (begun === 0) setImmediate(beginMore);
    begun += 1;
    start();
  }
  function beginMore(): void {
    begun = 0;
    for (const start of waiting.splice(0, most)) begin(start);
  }

  return (start) => {
    if (begun < most) begin(start);
    else waiting.push(start);
  };
}

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

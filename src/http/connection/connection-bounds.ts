/** What strangers may take of a server at once: connections, and the thread that begins their requests. */
import type { Socket } from 'node:net';
import { addressGroup } from '../../account/sign-in.ts';
import type { App } from '../framework.ts';
import { interpose, responsesOn } from './connections.ts';

export interface ConnectionTerms {
  /** Connections at a time: files that the process can open are left for all else. */
  readonly most: number;
  /** Connections of an address at a time; absent: any number, as where all come from a proxy. */
  readonly mostOfAddress?: number;
}

/** Connections that are counted together. */
interface Bound {
  readonly most: number;
  open: number;
  /** The one that has been idle for the longest time first. */
  readonly idle: Set<Socket>;
}

/**
 * Limits the connections of the server, and of each address. For a new one that is too many, the connection is closed
 * on which nothing has been asked for the longest time. If all of them wait for an answer, the new one is closed.
 */
export function boundConnections(app: App, { most, mostOfAddress }: ConnectionTerms): void {
  const all = openBound(most);
  const byAddress = new Map<string, Bound>();
  const bounds = new WeakMap<Socket, readonly Bound[]>();

  /** Those that it counts for, its address first. */
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
      if (!socket.destroyed && responsesOn(socket).length === 0) setIdle(socket, true);
    });
  });
}

const openBound = (most: number): Bound => ({ most, open: 0, idle: new Set() });

/** As a proxy on it connects. */
const THIS_MACHINE = /^(?:::ffff:)?127\.0\.0\.1$|^::1$/;

/** Requests that are begun in a turn of the thread; others that have arrived wait for the next. */
const BEGUN_A_TURN = 8;
/** Beside them of health, which waits for none of the others, nor holds them up. */
const HEALTH_A_TURN = 2;

/**
 * Begins requests a few at a time, each connection in turn. Otherwise hundreds of connections could bring many at
 * once, and every later request would wait for all of them. Requests for health have turns of their own.
 */
export function beginInTurns(app: App): void {
  const [health, others] = [openTurns(HEALTH_A_TURN), openTurns(BEGUN_A_TURN)];
  interpose(app, ({ socket, url = '' }, take) => {
    const beginNext = url.startsWith('/health/') ? health : others;
    beginNext(socket, () => {
      if (!socket.destroyed) take();
    });
  });
}

/** @param most that are begun in a turn. */
function openTurns(most: number): (socket: Socket, start: () => void) => void {
  /** By connection, the next one first; none is empty. */
  const waiting = new Map<Socket, (() => void)[]>();
  let begun = 0;

  function begin(start: () => void): void {
    if (begun === 0) setImmediate(beginMore);
    begun += 1;
    start();
  }
  function beginMore(): void {
    begun = 0;
    for (const [socket, line] of waiting) {
      if (begun >= most) return;
      const [start, ...others] = line;
      // It goes behind all others.
      waiting.delete(socket);
      if (others.length > 0) waiting.set(socket, others);
      if (start !== undefined) begin(start);
    }
  }

  return (socket, start) => {
    const line = waiting.get(socket);
    if (line !== undefined) line.push(start);
    else if (begun < most) begin(start);
    else waiting.set(socket, [start]);
  };
}

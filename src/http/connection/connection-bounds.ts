/**
 * Bounds of what strangers may take of a server at once: connections, and time of the thread that begins their
 * requests.
 */
import type { Socket } from 'node:net';
import { addressGroup } from '../../account/sign-in.ts';
import type { App } from '../framework.ts';
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

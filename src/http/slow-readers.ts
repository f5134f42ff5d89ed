import type { Socket } from 'node:net';
import { answersOn, isHandedOver } from './answers-on.ts';
import type { App } from './framework.ts';

/**
 * How long a caller may read nothing of its answer; longer than any answer is worked on.
 * Milliseconds.
 *
 * @internal Its tests ask for it.
 */
export const READING_MS = 30_000;

/**
 * Cuts off connections on which nothing moves: who reads slowly gets the whole answer, who reads
 * nothing holds no memory for ever. A caller that does not take an answer which is on its way has used its
 * call, and those behind it, as one that hangs up: else to leave the end of a large answer unread would
 * save its price. Where nothing is on its way it is we who are late, and the calls are credited.
 *
 * @param creditCut credits the calls of a connection that is about to be closed.
 */
export function cutSlowReaders(app: App, creditCut: (socket: Socket) => void): void {
  // The framework sets it to none.
  app.server.timeout = READING_MS;
  app.server.on('timeout', (socket) => {
    const [first] = answersOn(socket);
    if (first !== undefined && !isHandedOver(first)) creditCut(socket);
    socket.destroy();
  });
}

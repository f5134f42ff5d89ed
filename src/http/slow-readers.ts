import type { Socket } from 'node:net';
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
 * nothing holds no memory for ever. As at a stop, calls that we cut off are credited.
 *
 * @param creditCut credits the calls of a connection that is about to be closed.
 */
export function cutSlowReaders(app: App, creditCut: (socket: Socket) => void): void {
  // The framework sets it to none.
  app.server.timeout = READING_MS;
  app.server.on('timeout', (socket) => {
    creditCut(socket);
    socket.destroy();
  });
}

import type { Socket } from 'node:net';
import { callOf } from './call.ts';
import type { App } from './framework.ts';
import type { Services } from './services.ts';

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
 */
export function cutSlowReaders(app: App, { access }: Pick<Services, 'access'>): void {
  const calls = new WeakMap<Socket, Set<string>>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const { id } = callOf(request);
    const onSocket = calls.get(socket) ?? new Set();
    calls.set(socket, onSocket.add(id));
    reply.raw.once('close', () => onSocket.delete(id));
    done();
  });
  // The framework sets it to none.
  app.server.timeout = READING_MS;
  app.server.on('timeout', (socket) => {
    // Before the connection is closed: from then on they look as if their caller had hung up.
    for (const id of calls.get(socket) ?? []) void access.credit(id);
    socket.destroy();
  });
}

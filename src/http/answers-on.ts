import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './framework.ts';

/** What a connection owes, and the answer to the last request that it has brought. */
const connections = new WeakMap<Socket, { owed: Set<ServerResponse>; last?: ServerResponse }>();

/**
 * The answers that a connection owes, in the order of their requests and so in that in which they
 * go out: it is busy with the first, and the others wait behind it.
 */
export const answersOn = (socket: Socket): readonly ServerResponse[] => [
  ...(connections.get(socket)?.owed ?? []),
];

/** Whether nothing waits behind this answer. */
export const isLastOn = (socket: Socket, answer: ServerResponse): boolean =>
  (connections.get(socket)?.last ?? answer) === answer;

/**
 * Whether the system has been given the beginning of an answer: what becomes of the rest is in the
 * hands of its reader. One that waits behind another has its text ready, and has no connection yet.
 */
export const isHandedOver = ({ headersSent, socket, writableFinished }: ServerResponse): boolean =>
  headersSent && (socket !== null || writableFinished);

/**
 * Knows what each connection owes, and tells every answer when its connection has been closed:
 * `node:http` tells the one whose turn it is, and those behind it would be waited for for ever.
 *
 * Source: "http: pipeline leak", a change of Node.js (later versions tell them all), April 2026.
 */
export function followAnswers(app: App): void {
  app.server.on('connection', (socket) => {
    const owed = new Set<ServerResponse>();
    connections.set(socket, { owed });
    // After all that `node:http` does at that moment, so that nobody is told twice.
    socket.once('close', () => queueMicrotask(() => owed.forEach(close)));
  });
  // Before the framework hears of the request.
  app.server.prependListener('request', ({ socket }, answer) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { owed } = connection;
    connection.last = answer;
    owed.add(answer);
    answer.once('finish', () => owed.delete(answer));
    answer.once('close', () => owed.delete(answer));
  });
}

function close(answer: ServerResponse): void {
  answer.destroy();
  answer.emit('close');
}

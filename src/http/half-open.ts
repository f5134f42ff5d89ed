import type { Socket } from 'node:net';
import { answersOn } from './answers-on.ts';
import type { App } from './framework.ts';

/**
 * How often those who send no more are asked whether they still read: a way there and back, so that
 * who has left is known at the second time. Milliseconds.
 */
const ASK_EVERY_MS = 100;

/**
 * Answers callers who have closed their sending side alone. They look like those who have left
 * until something is sent to them: so they are sent that their call is worked on, which a client
 * passes over, and which the system of who has left refuses. Then the call ends as hung up.
 *
 * Source: RFC 9110, section 15.2 (interim answers may be sent unasked, not to HTTP/1.0), June 2022;
 * RFC 2518, section 10.1 (102), February 1999; RFC 9293, section 3.10.7.1 (what comes after the end
 * is reset), August 2022.
 */
export function answerHalfOpen(app: App): void {
  // A setting of node:http that its types do not have.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on('connection', (socket) => socket.once('end', () => ask(socket)));

  function ask(socket: Socket): void {
    const [answer] = answersOn(socket);
    if (answer === undefined || socket.destroyed) return;
    if (!answer.headersSent && answer.req.httpVersion === '1.1') answer.writeProcessing();
    setTimeout(() => ask(socket), ASK_EVERY_MS).unref();
  }
}

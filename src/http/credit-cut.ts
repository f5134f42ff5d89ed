import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answersOn } from './answers-on.ts';
import { callOf } from './call.ts';
import type { App } from './framework.ts';
import type { Services } from './services.ts';

/**
 * Makes what credits the calls of a connection that we are about to close: from then on they look
 * as if their caller had hung up. An answer that ends its connection cuts off the calls that have
 * come since it was written, and these are credited as well.
 */
export function creditCutCalls(app: App, { access }: Pick<Services, 'access'>) {
  const ids = new WeakMap<ServerResponse, string>();
  const creditCut = (socket: Socket): void => {
    for (const answer of answersOn(socket)) {
      const id = ids.get(answer);
      if (id !== undefined) void access.credit(id);
    }
  };
  app.addHook('onRequest', (request, reply, done) => {
    ids.set(reply.raw, callOf(request).id);
    reply.raw.once('finish', () => {
      if (reply.getHeader('connection') === 'close') creditCut(request.raw.socket);
    });
    done();
  });
  return creditCut;
}

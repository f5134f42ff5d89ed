import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.ts';
import type { App } from './framework.ts';

/** Acts once for each request: when its answer has gone out, or when there is nobody to take it. */
export function afterAnswer(
  app: App,
  act: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const call = callOf(request);
    // The framework's own hook is silent about callers that have hung up.
    if (!call.isWatched) finished(reply.raw, () => act(request, reply));
    call.isWatched = true;
    done();
  });
}

import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.ts';
import type { App } from './framework.ts';
import { hasHungUp } from './hung-up.ts';

/**
 * Acts once for each answer: when it has gone out, or when there is nobody left to take it. The
 * framework's own hook is silent about callers that have hung up.
 */
export function afterAnswer(
  app: App,
  act: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const call = callOf(request);
    const isFirst = call.hasHungUp === undefined;
    call.hasHungUp = hasHungUp(reply);
    if (isFirst && call.hasHungUp) act(request, reply);
    else if (isFirst)
      finished(reply.raw, (error) => {
        call.hasHungUp = error !== undefined && error !== null;
        act(request, reply);
      });
    done();
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.ts';

/**
 * One line for an answer. The route's pattern stands for the address, so that no coordinates are
 * written down, and the visible prefix for the key.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { caller, hasHungUp } = callOf(request);
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      ...(caller && { account: caller.account.id, keyPrefix: caller.keyPrefix }),
      ...(hasHungUp && { hungUp: true }),
    },
    'answered',
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { parseQuoteRequest } from '../trip/parse-quote-request.ts';
import { accountOf, callOf } from './call.ts';
import type { ROUTE } from './openapi/endpoint/trips.ts';
import type { Services } from './services.ts';
import { writeAnswer } from './write-answer.ts';

/** What is read of a request for routes. */
type RouteRequest = FastifyRequest<{ Querystring: Static<typeof ROUTE.query> }>;

/** Answers questions of `/api/route`, whoever asks. */
export function answerRouteBy(services: Services) {
  return async (request: RouteRequest, reply: FastifyReply) => {
    const { clock, ferryBounds } = services;
    const question = parseQuoteRequest(request.query, { nowMs: clock.now(), ferryBounds });
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    const answer = await services.answerRoute(
      question,
      request.signal,
      call.watch.enter,
      accountOf(call),
    );
    call.isFallback = answer._billing.refineFallback === true;
    return writeAnswer(answer, reply);
  };
}

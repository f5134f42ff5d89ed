import { parseQuoteRequest } from '../../trip/parse-quote-request.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { ErrorBody } from '../schema/error.ts';
import { RouteQuery } from '../schema/query.ts';
import { RouteBody } from '../schema/route.ts';
import type { Services } from '../services.ts';

const SCHEMA = {
  querystring: RouteQuery,
  response: { 200: RouteBody, '4xx': ErrorBody, '5xx': ErrorBody },
};

/** `GET /api/route`: routes between two points, every toll station and ferry priced. */
export function route(app: App, services: Services): void {
  app.get(
    '/api/route',
    { schema: SCHEMA, config: { access: 'counted' } },
    async (request, reply) => {
      const { clock, ferryBounds } = services;
      const question = parseQuoteRequest(request.query, { nowMs: clock.now(), ferryBounds });
      reply.header('cache-control', 'no-store');
      const call = callOf(request);
      const answer = await services.answerRoute(question, request.signal, call.watch.enter);
      call.isFallback = answer._billing.refineFallback === true;
      return answer;
    },
  );
}

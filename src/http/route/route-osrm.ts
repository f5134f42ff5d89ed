import { parseQuoteRequest } from '../../trip/parse-quote-request.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { ErrorBody } from '../schema/error.ts';
import { EstimateQuery } from '../schema/query.ts';
import { RouteBody } from '../schema/route.ts';
import type { Services } from '../services.ts';

const SCHEMA = {
  querystring: EstimateQuery,
  response: { 200: RouteBody, '4xx': ErrorBody, '5xx': ErrorBody },
};

/** `GET /api/route-osrm`: the trip by a second engine, with estimated tolls. */
export function routeOsrm(app: App, services: Services): void {
  app.get(
    '/api/route-osrm',
    { schema: SCHEMA, config: { access: 'counted' } },
    async (request, reply) => {
      const { clock, ferryBounds } = services;
      // Other parameters are ignored here, also these two, whatever they say.
      const written = { ...request.query, refine: '', avoidTolls: '' };
      const question = parseQuoteRequest(written, { nowMs: clock.now(), ferryBounds });
      reply.header('cache-control', 'no-store');
      return services.answerEstimate(question, request.signal, callOf(request).watch.enter);
    },
  );
}

import { parseQuoteRequest } from '../../trip/parse-quote-request.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { ROUTE } from '../openapi/endpoint/trips.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { RouteBody } from '../schema/route.ts';
import type { Services } from '../services.ts';

/** `GET /api/route`: routes between two points, every toll station and ferry priced. */
export function route(app: App, services: Services): void {
  app.get(ROUTE.path, termsOf(ROUTE, RouteBody), async (request, reply) => {
    const { clock, ferryBounds } = services;
    const question = parseQuoteRequest(request.query, { nowMs: clock.now(), ferryBounds });
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    const answer = await services.answerRoute(question, request.signal, call.watch.enter);
    call.isFallback = answer._billing.refineFallback === true;
    return answer;
  });
}

import { parseQuoteRequest } from '../../trip/parse-quote-request.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { ROUTE } from '../openapi/endpoint/trips.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { RouteBody } from '../schema/route.ts';
import type { Services } from '../services.ts';
import { privately } from './privately.ts';

/** `GET /portal/api/trip`: what `/api/route` gives, for a session or the public demo. */
export function trip(app: App, services: Services): void {
  const { schema, config } = termsOf(ROUTE, RouteBody);
  const terms = { schema, config: { ...config, visitor: 'trip' } } as const;
  app.get('/portal/api/trip', terms, async (request, reply) => {
    const { clock, ferryBounds } = services;
    const question = parseQuoteRequest(request.query, { nowMs: clock.now(), ferryBounds });
    privately(reply);
    const call = callOf(request);
    const answer = await services.answerRoute(question, request.signal, call.watch.enter);
    call.isFallback = answer._billing.refineFallback === true;
    return answer;
  });
}

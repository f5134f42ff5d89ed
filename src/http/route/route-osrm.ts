import { parseQuoteRequest } from '../../trip/parse-quote-request.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { ROUTE_OSRM } from '../openapi/endpoint/trips.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { AnswerPrices } from '../schema/route.ts';
import type { Services } from '../services.ts';
import { writeAnswer } from '../write-answer.ts';

/** `GET /api/route-osrm`: the trip by a second engine, with estimated tolls. */
export function routeOsrm(app: App, services: Services): void {
  app.get(ROUTE_OSRM.path, termsOf(ROUTE_OSRM, AnswerPrices), async (request, reply) => {
    const { clock, ferryBounds } = services;
    // Other parameters are ignored here, also these three, whatever they say.
    const written = { ...request.query, refine: '', avoidTolls: '', bounds: '' };
    const question = parseQuoteRequest(written, { nowMs: clock.now(), ferryBounds });
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    const terms = [request.signal, call.watch.enter, accountOf(call)] as const;
    return writeAnswer(await services.answerEstimate(question, ...terms), reply);
  });
}

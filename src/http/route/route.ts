import { answerRouteBy } from '../answer-route.ts';
import type { App } from '../framework.ts';
import { ROUTE } from '../openapi/endpoint/trips.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { AnswerPrices } from '../schema/route.ts';
import type { Services } from '../services.ts';

/** `GET /api/route`: routes between two points, every toll station and ferry priced. */
export function route(app: App, services: Services): void {
  app.get(ROUTE.path, termsOf(ROUTE, AnswerPrices), answerRouteBy(services));
}

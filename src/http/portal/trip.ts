import { answerRouteBy } from '../answer-route.ts';
import type { App } from '../framework.ts';
import { ROUTE } from '../openapi/endpoint/trips.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { AnswerPrices } from '../schema/route.ts';
import type { Services } from '../services.ts';

/** `GET /portal/api/trip`: what `/api/route` gives, for a session or the public demo. */
export function trip(app: App, services: Services): void {
  const { schema, config } = termsOf(ROUTE, AnswerPrices);
  const terms = { schema, config: { ...config, visitor: 'trip' } } as const;
  app.get('/portal/api/trip', terms, answerRouteBy(services));
}

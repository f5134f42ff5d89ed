import { PlacesBody, parsePlacesQuery } from '../../wire/places.ts';
import type { App } from '../framework.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { PLACES } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';

/** `GET /api/places`: places by the beginning of their names. */
export function places(app: App, { gazetteer }: Services): void {
  app.get(PLACES.path, termsOf(PLACES, PlacesBody), async (request, reply) => {
    const { text, terms } = parsePlacesQuery(request.query);
    reply.header('cache-control', 'no-store');
    return { places: [...(await gazetteer.find(text, terms, request.signal))] };
  });
}

import { replyCached, toCachedJson } from '../cached-json.ts';
import type { App } from '../framework.ts';
import { formatQuay } from '../schema/quay.ts';
import type { Services } from '../services.ts';

/** Source: interface.md, Limits: the list is cached for 24 hours. */
const MAX_AGE_S = 24 * 3600;

/** `GET /api/ferry-quays`: every Norwegian ferry quay. */
export function ferryQuays(app: App, { quays }: Services): void {
  const cached = toCachedJson(JSON.stringify(quays.list.map(formatQuay)), MAX_AGE_S, quays.date);
  app.get('/api/ferry-quays', (request, reply) => replyCached(cached, request, reply));
}

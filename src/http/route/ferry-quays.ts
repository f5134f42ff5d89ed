import { cacheJson, replyCached } from '../cached.ts';
import type { App } from '../framework.ts';
import { FERRY_QUAYS } from '../openapi/endpoint/data.ts';
import { formatQuay } from '../schema/quay.ts';
import type { Services } from '../services.ts';

/** Source: interface.md, Limits: the list is cached for 24 hours. */
const MAX_AGE_S = 24 * 3600;

/** `GET /api/ferry-quays`: every Norwegian ferry quay. */
export function ferryQuays(app: App, services: Services): void {
  const cached = cacheJson(
    () => services.quays,
    MAX_AGE_S,
    ({ list }) => JSON.stringify(list.map(formatQuay)),
  );
  app.get(FERRY_QUAYS.path, { config: { access: FERRY_QUAYS.access } }, (request, reply) =>
    replyCached(cached(request), request, reply),
  );
}

import { listChanges } from '../../wire/changes.ts';
import { formatQuay } from '../../wire/data-files.ts';
import { cacheJson, replyCached } from '../cached.ts';
import type { App } from '../framework.ts';
import { CHANGES, FERRY_QUAYS, SPEED_CAMERAS, TOLL_STATIONS } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';

/** The files change with a release or a refresh, and callers may ask cheaply whether they did. */
const MAX_AGE_S = 3600;

/** `GET /data/toll-stations.json` and `GET /data/speed-cameras.json`: the raw dumps. */
export function dataFiles(app: App, services: Services): void {
  const files = {
    [TOLL_STATIONS.path]: () => services.tollStations,
    [SPEED_CAMERAS.path]: () => services.speedCameras,
  };
  const terms = {
    config: { access: services.publicData ? 'open' : TOLL_STATIONS.access },
  } as const;
  for (const [path, current] of Object.entries(files)) {
    const cached = cacheJson(current, MAX_AGE_S, ({ json }) => json);
    app.get(path, terms, (request, reply) => replyCached(cached(request), request, reply));
  }
}

/** `GET /changes.json`: what changed in the interface and in tariffs. */
export function changes(app: App, services: Services): void {
  const cached = cacheJson(
    () => services.tariffs,
    MAX_AGE_S,
    (tariffs) => JSON.stringify(listChanges(services.changelog, tariffs)),
  );
  app.get(CHANGES.path, { config: { access: CHANGES.access } }, (request, reply) =>
    replyCached(cached(request), request, reply),
  );
}

/** Source: interface.md, Limits: the list is cached for 24 hours. */
const QUAYS_MAX_AGE_S = 24 * 3600;

/** `GET /api/ferry-quays`: every Norwegian ferry quay. */
export function ferryQuays(app: App, services: Services): void {
  const cached = cacheJson(
    () => services.quays,
    QUAYS_MAX_AGE_S,
    ({ list }) => JSON.stringify(list.map(formatQuay)),
  );
  app.get(FERRY_QUAYS.path, { config: { access: FERRY_QUAYS.access } }, (request, reply) =>
    replyCached(cached(request), request, reply),
  );
}

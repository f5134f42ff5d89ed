/** Vehicles, places, and the facts that are published as lists or files. */
import { listChanges, type TariffSources } from '../../wire/changes.ts';
import { formatQuay } from '../../wire/data-files.ts';
import { parsePlacesQuery } from '../../wire/places.ts';
import { callOf } from '../call/call.ts';
import { servedTo } from '../call/test-calls.ts';
import type { App } from '../framework.ts';
import { addEndpoint, type Endpoint } from '../openapi/endpoint.ts';
import {
  CHANGES,
  FERRY_QUAYS,
  PLACES,
  SPEED_CAMERAS,
  TOLL_STATIONS,
  VEHICLE,
} from '../openapi/endpoints.ts';
import { cacheJson, type Kept, replyKept } from '../reply/cached.ts';
import { JSON_TYPE } from '../reply/headers.ts';
import type { DataFile, Services } from '../services.ts';

/**
 * How long files may be kept. They change with a release or a refresh, and callers may ask cheaply whether they did.
 */
const HOUR_S = 3600;
/** Source: interface.md, Limits: the list of quays is cached for 24 hours. */
const DAY_S = 24 * HOUR_S;

export function data(app: App, services: Services): void {
  addEndpoint(app, VEHICLE, async (request, reply) => {
    callOf(request).watch.enter('look-up');
    reply.type(JSON_TYPE);
    return servedTo(request, services).findVehicle(request.query.plate, request.signal);
  });

  addEndpoint(app, PLACES, async (request) => {
    const { text, terms } = parsePlacesQuery(request.query);
    return { places: await services.gazetteer.find(text, terms, request.signal) };
  });

  const give = (endpoint: Endpoint, current: () => Kept) =>
    addEndpoint(app, endpoint, (_request, reply) => replyKept(current(), reply));
  const files = services.publicData ? ({ access: 'open' } as const) : {};
  const asItIs = ({ json }: DataFile) => json;
  const writeQuays = ({ list }: Services['facts']['quays']) => list.map(formatQuay);
  const writeChanges = (tariffs: TariffSources) => listChanges(services.changelog, tariffs);
  give(
    { ...TOLL_STATIONS, ...files },
    cacheJson(() => services.facts.tollStations, HOUR_S, asItIs),
  );
  give(
    { ...SPEED_CAMERAS, ...files },
    cacheJson(() => services.facts.speedCameras, HOUR_S, asItIs),
  );
  give(
    FERRY_QUAYS,
    cacheJson(() => services.facts.quays, DAY_S, writeQuays),
  );
  give(
    CHANGES,
    cacheJson(() => services.facts.tariffs, HOUR_S, writeChanges),
  );
}

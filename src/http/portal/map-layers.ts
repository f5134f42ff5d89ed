import type { FastifyRequest } from 'fastify';
import { refusedValue } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import type { ResolvedPlace } from '../../places/resolve-place.ts';
import { namesAmong } from '../../wire/named-stops.ts';
import type { App } from '../framework.ts';
import { cacheJson, replyKept } from '../reply/cached.ts';
import type { Services } from '../services.ts';

/** How long a layer or an answer about names may be kept. Facts change with a release or a renewal. */
const MAX_AGE_S = 300;

const LONGEST_QUERY = 100;

/** `/portal/api/places` and `/portal/api/place`, and the stations, cameras and quays to be drawn on the map. */
export function mapLayers(app: App, services: Services): void {
  const config = { access: 'open', visitor: 'anybody' } as const;
  const layers = {
    stations: cacheJson(
      () => services.facts.tollStations,
      MAX_AGE_S,
      ({ json }) => formatPoints(JSON.parse(json).stations, 'id', 'name', 'road', 'operator'),
    ),
    cameras: cacheJson(
      () => services.facts.speedCameras,
      MAX_AGE_S,
      ({ json }) => formatPoints(JSON.parse(json).cameras, 'id', 'name'),
    ),
    quays: cacheJson(
      () => services.facts.quays,
      MAX_AGE_S,
      ({ list }) =>
        formatPoints(
          list.map(({ at, id, name }) => ({ ...at, id, name })),
          'id',
          'name',
        ),
    ),
  };
  for (const [name, current] of Object.entries(layers))
    app.get(`/portal/api/${name}`, { config }, (request, reply) =>
      replyKept(current(), request, reply),
    );

  app.get('/portal/api/places', { config }, async (request, reply) => {
    const typed = readTyped(request).slice(0, LONGEST_QUERY);
    const places = await services.gazetteer.find(typed, {}, request.signal);
    reply.header('cache-control', CACHED);
    return { places };
  });

  // The rule is that of `/api/route`: a page has none of its own.
  app.get('/portal/api/place', { config }, async (request, reply) => {
    const names = namesAmong([readTyped(request)]);
    const resolve = await services.gazetteer.prepare(names, request.signal);
    const [found = NO_NAME] = names.map(resolve);
    reply.header('cache-control', CACHED);
    if ('place' in found) return found;
    const { candidates, isUnknown = false, far = [] } = found;
    return { candidates, isUnknown, far };
  });
}

const CACHED = `public, max-age=${MAX_AGE_S}`;

/** A text that no name is like. */
const NO_NAME: ResolvedPlace = { problem: 'is no name', candidates: [], isUnknown: true };

/** @throws Fault. */
function readTyped({ query }: FastifyRequest): string {
  const { q = '' } = query as Readonly<Record<string, unknown>>;
  if (typeof q !== 'string') throw refusedValue('q', 'q must be given once.');
  return q;
}

/** A point on the map. */
interface Row extends LatLon {
  readonly id: string;
  readonly name?: string;
  readonly road?: string;
  readonly operator?: string;
}

/** @param told the members that each point is shown with. */
const formatPoints = (rows: readonly Row[], ...told: readonly (keyof Row)[]) => ({
  type: 'FeatureCollection',
  features: rows.map((row) => ({
    type: 'Feature',
    properties: Object.fromEntries(told.map((name) => [name, row[name]])),
    geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
  })),
});

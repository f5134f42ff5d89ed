import { refusedValue } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import type { App } from '../framework.ts';
import { cacheJson, replyKept } from '../reply/cached.ts';
import type { Services } from '../services.ts';

/** How long a layer may be kept. Facts change with a release or a renewal. */
const MAX_AGE_S = 300;

const LONGEST_QUERY = 100;

/** `/portal/api/places`, and the stations, cameras and quays to be drawn on the map. */
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
    const { q = '' } = request.query as Readonly<Record<string, unknown>>;
    if (typeof q !== 'string') throw refusedValue('q', 'q must be given once.');
    reply.header('cache-control', 'public, max-age=300');
    const places = await services.gazetteer.find(q.slice(0, LONGEST_QUERY), {}, request.signal);
    return { places };
  });
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

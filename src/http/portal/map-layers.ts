import { refusedValue } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { cacheJson, replyKept } from '../cached.ts';
import type { App } from '../framework.ts';
import type { DataFile, Services } from '../services.ts';

/** Facts change with a release or a renewal. */
const MAX_AGE_S = 300;

const LONGEST_QUERY = 100;

/** `/portal/api/places`, and the stations, cameras and quays to be drawn on the map. */
export function mapLayers(app: App, services: Services): void {
  const config = { access: 'open', visitor: 'anybody' } as const;
  const layers = {
    '/portal/api/stations': cacheJson(() => services.tollStations, MAX_AGE_S, formatStations),
    '/portal/api/cameras': cacheJson(() => services.speedCameras, MAX_AGE_S, formatCameras),
    '/portal/api/quays': cacheJson(
      () => services.quays,
      MAX_AGE_S,
      ({ list }) => formatPoints(list.map(({ at, id, name }) => ({ at, id, name }))),
    ),
  };
  for (const [path, current] of Object.entries(layers))
    app.get(path, { config }, (request, reply) => replyKept(current(), request, reply));

  app.get('/portal/api/places', { config }, async (request, reply) => {
    const { q = '' } = request.query as Readonly<Record<string, unknown>>;
    if (typeof q !== 'string') throw refusedValue('q', 'q must be given once.');
    reply.header('cache-control', 'public, max-age=300');
    const places = await services.gazetteer.find(q.slice(0, LONGEST_QUERY), {}, request.signal);
    return { places };
  });
}

/** Something that stands on the map, and what is told of it. */
interface Marked {
  readonly at: LatLon;
  readonly [property: string]: unknown;
}

const formatPoints = (points: readonly Marked[]) => ({
  type: 'FeatureCollection',
  features: points.map(({ at: { lon, lat }, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
});

/** What of a row of the published files stands on the map. */
interface Row extends LatLon {
  readonly id: string;
  readonly name?: string;
  readonly road?: string;
  readonly operator?: string;
}

function formatStations({ json }: DataFile) {
  const { stations }: { readonly stations: readonly Row[] } = JSON.parse(json);
  return formatPoints(
    stations.map(({ lat, lon, id, name, road, operator }) => ({
      at: { lat, lon },
      id,
      name,
      road,
      operator,
    })),
  );
}

function formatCameras({ json }: DataFile) {
  const { cameras }: { readonly cameras: readonly Row[] } = JSON.parse(json);
  return formatPoints(cameras.map(({ lat, lon, id, name }) => ({ at: { lat, lon }, id, name })));
}

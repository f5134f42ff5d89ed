import { readList, readRecord } from '../base/read-loose.ts';
import { fromUtm33, isDegrees, toUtm33 } from '../geo/utm33.ts';
import type { GivenRoute } from './answer-types.ts';
import type { SpatialReference } from './parse-quote-request.ts';

/**
 * A route as a planner gave it: every member as it came, but for the coordinates of its features
 * where they are wanted in the other system, and for an id that is none.
 */
export function formatGivenRoute(
  given: Readonly<Record<string, unknown>>,
  routeId: string,
  srs: SpatialReference,
): GivenRoute {
  const { routeId: _, features, ...others } = given;
  return { routeId, features: readList(features).map((f) => toSrs(f, srs)), ...others };
}

function toSrs(feature: unknown, srs: SpatialReference): unknown {
  const record = readRecord(feature);
  const geometry = readRecord(record?.geometry);
  if (geometry === undefined || !('coordinates' in geometry)) return feature;
  const coordinates = convert(geometry.coordinates, srs);
  return { ...record, geometry: { ...geometry, coordinates } };
}

/** Vertices at any depth; what is not one stays as it is, and so does a third dimension. */
function convert(value: unknown, srs: SpatialReference): unknown {
  if (!Array.isArray(value)) return value;
  const [x, y, ...rest] = value as readonly unknown[];
  if (typeof x !== 'number' || typeof y !== 'number')
    return value.map((item) => convert(item, srs));
  if (isDegrees(x, y) === (srs === '4326')) return value;
  return [...(srs === '4326' ? toDegrees(x, y) : toMetres(x, y)), ...rest];
}

/** Six decimals are a decimetre. */
function toDegrees(x: number, y: number): [number, number] {
  const { lat, lon } = fromUtm33([x, y]);
  return [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}

function toMetres(x: number, y: number): [number, number] {
  const [eastingM, northingM] = toUtm33({ lat: y, lon: x });
  return [Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10];
}

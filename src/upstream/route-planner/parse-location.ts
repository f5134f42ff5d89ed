import type { LatLon } from '../../base/point.ts';
import { readNumber, readRecord } from '../../base/read-loose.ts';
import { fromXy } from '../../geo/utm33.ts';

/** A `location` of a road feature, x first; `undefined` when it has no place. */
export function parseLocation(value: unknown): LatLon | undefined {
  const location = readRecord(value);
  const x = readNumber(location?.x);
  const y = readNumber(location?.y);
  return x === undefined || y === undefined ? undefined : fromXy(x, y);
}

/** A vertex of a geometry, x first; further dimensions are dropped. */
export function parseVertex(value: unknown): LatLon | undefined {
  if (!Array.isArray(value)) return undefined;
  return parseLocation({ x: value[0], y: value[1] });
}

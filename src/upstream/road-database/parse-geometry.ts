import type { LatLon } from '../../base/point.ts';
import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { fromUtm33 } from '../../geo/utm33.ts';

/**
 * The position that a geometry describes; of a line or an area the middle of its box. Heights are
 * left out.
 *
 * UTM 33 is easting, northing; WGS84 is latitude, longitude. Without a reference system the size
 * of the numbers tells which it is.
 *
 * Source: NVDB API les V4, `geometri`: 5973 is UTM 33 with heights above NN2000.
 *
 * @returns `undefined` where there is no geometry, and for a reference system we did not ask for.
 */
export function parseGeometry(value: unknown): LatLon | undefined {
  const { wkt, srid } = readRecord(value) ?? {};
  const middle = findMiddle(readText(wkt) ?? '');
  if (middle === undefined) return undefined;
  const [first, second] = middle;
  const system = readText(srid)?.toUpperCase() ?? (Math.abs(first) <= 90 ? 'WGS84' : 'UTM33');
  if (GEOGRAPHIC.includes(system)) return { lat: first, lon: second };
  return UTM_33.includes(system) ? fromUtm33([first, second]) : undefined;
}

const GEOGRAPHIC: readonly string[] = ['4326', 'WGS84'];
const UTM_33: readonly string[] = ['5973', '25833', '32633', 'UTM33'];

/** The middle of the box of all points of a WKT text. */
function findMiddle(wkt: string): readonly [number, number] | undefined {
  const body = /\(([^a-z]*)\)/i.exec(wkt)?.[1] ?? '';
  const points = body.split(',').map((point) =>
    point
      .replace(/[()]/g, ' ')
      .trim()
      .split(/\s+/)
      .map((number) => readNumber(number) ?? Number.NaN),
  );
  const [firsts, seconds] = [0, 1].map((axis) => points.map((point) => point[axis] ?? Number.NaN));
  const middle = [firsts ?? [], seconds ?? []].map(
    (axis) => (Math.min(...axis) + Math.max(...axis)) / 2,
  );
  const [x = Number.NaN, y = Number.NaN] = middle;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

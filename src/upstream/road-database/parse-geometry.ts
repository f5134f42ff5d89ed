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
  return toLatLon(findMiddle(readText(wkt) ?? ''), readText(srid));
}

/** The first and the last point of a geometry that is one line; `undefined` for any other. */
export function parseLineEnds(value: unknown): readonly [LatLon, LatLon] | undefined {
  const { wkt, srid } = readRecord(value) ?? {};
  const text = readText(wkt) ?? '';
  const points = /^\s*LINESTRING/i.test(text) ? readPoints(text) : [];
  const [start, end] = [points[0], points.at(-1)].map((point) =>
    toLatLon(toPair(point), readText(srid)),
  );
  return start === undefined || end === undefined ? undefined : [start, end];
}

type Pair = readonly [number, number];

function toLatLon(pair: Pair | undefined, srid: string | undefined): LatLon | undefined {
  if (pair === undefined) return undefined;
  const [first, second] = pair;
  const system = srid?.toUpperCase() ?? (Math.abs(first) <= 90 ? 'WGS84' : 'UTM33');
  if (GEOGRAPHIC.includes(system)) return { lat: first, lon: second };
  return UTM_33.includes(system) ? fromUtm33(pair) : undefined;
}

const GEOGRAPHIC: readonly string[] = ['4326', 'WGS84'];
const UTM_33: readonly string[] = ['5973', '25833', '32633', 'UTM33'];

/** The middle of the box of all points of a WKT text. */
function findMiddle(wkt: string): Pair | undefined {
  const points = readPoints(wkt);
  const middle = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis] ?? Number.NaN);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  return toPair(middle);
}

function toPair([x = Number.NaN, y = Number.NaN]: readonly number[] = []): Pair | undefined {
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

/** The points of a WKT text; a number that is none is NaN. */
const readPoints = (wkt: string): readonly (readonly number[])[] =>
  (/\(([^a-z]*)\)/i.exec(wkt)?.[1] ?? '').split(',').map((point) =>
    point
      .replace(/[()]/g, ' ')
      .trim()
      .split(/\s+/)
      .map((number) => readNumber(number) ?? Number.NaN),
  );

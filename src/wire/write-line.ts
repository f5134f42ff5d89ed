/** Lines as answers write them: GeoJSON positions, to a decimetre, which is finer than the road network. */
import type { LatLon } from '../base/point.ts';
import { projectInPlace } from '../geo/utm33-cells.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { SpatialReference } from './parameters.ts';

/** Easting, northing in metres (EPSG:25833), or lon, lat in degrees (EPSG:4326). */
export type Position = readonly [number, number];

/** A part of the line of a route: from one point up to, but not with, another. */
export interface LinePart {
  readonly route: Pick<PlannedRoute, 'line' | 'rows'>;
  readonly srs: SpatialReference;
  readonly from: number;
  readonly to: number;
}

/** Units of a number in the last decimal that is written. */
const UNITS: Readonly<Record<SpatialReference, number>> = { '25833': 10, '4326': 1e6 };

/** Working space that grows with the longest line: new rows for each line are much work for the garbage collector. */
let numbers = new Int32Array();
let bytes = new Uint8Array();

/** Writes the positions of a line into `numbers`, as whole numbers of the last decimal, x first, and gives how many. */
function toUnits({ route, srs, from, to }: LinePart): number {
  const count = 2 * (to - from);
  if (numbers.length < count) numbers = new Int32Array(2 * count);
  const into = numbers;
  const { rows } = route;
  const isUtm = srs === '25833';
  const units = UNITS[srs];
  for (let i = 0; i < count; i += 2) {
    if (rows === undefined) {
      const { lat, lon } = route.line[from + i / 2] as LatLon;
      place[0] = lat;
      place[1] = lon;
    } else {
      place[0] = (rows.degrees[2 * from + i] as number) / 1e6;
      place[1] = (rows.degrees[2 * from + i + 1] as number) / 1e6;
    }
    if (isUtm) projectInPlace(place);
    into[i] = Math.round((place[isUtm ? 0 : 1] as number) * units);
    into[i + 1] = Math.round((place[isUtm ? 1 : 0] as number) * units);
  }
  return count;
}

/** Latitude and longitude of a point; easting and northing, where they are written. */
const place = new Float64Array(2);

/** The positions of a line. */
export function listPositions(part: LinePart): Position[] {
  const units = UNITS[part.srs];
  const count = toUnits(part);
  return Array.from({ length: count / 2 }, (_, i) => [
    (numbers[2 * i] as number) / units,
    (numbers[2 * i + 1] as number) / units,
  ]);
}

const DECIMALS: Readonly<Record<SpatialReference, number>> = { '25833': 1, '4326': 6 };

/** More than a number takes with its sign, and what stands around it. */
const MOST_BYTES = 16;

const SIGN = { comma: 44, minus: 45, dot: 46, zero: 48, open: 91, close: 93 } as const;

/** The positions of a line as JSON. */
export function writePositions(part: LinePart): string {
  const decimals = DECIMALS[part.srs];
  const count = toUnits(part);
  if (bytes.length < MOST_BYTES * (count + 1)) bytes = new Uint8Array(2 * MOST_BYTES * (count + 1));
  const [into, from] = [bytes, numbers];
  let end = 0;
  into[end++] = SIGN.open;
  for (let i = 0; i < count; i += 2) {
    if (i > 0) into[end++] = SIGN.comma;
    into[end++] = SIGN.open;
    end = writeDecimal(into, end, from[i] as number, decimals);
    into[end++] = SIGN.comma;
    end = writeDecimal(into, end, from[i + 1] as number, decimals);
    into[end++] = SIGN.close;
  }
  into[end++] = SIGN.close;
  return new TextDecoder().decode(into.subarray(0, end));
}

/** Writes units of the last decimal as JSON writes the number of them, without zeros at its end, and gives where its text ends. */
function writeDecimal(into: Uint8Array, from: number, value: number, decimals: number): number {
  let begin = from;
  if (value < 0) into[begin++] = SIGN.minus;
  let rest = value < 0 ? -value : value;
  let places = decimals;
  for (; places > 0 && rest % 10 === 0; places--) rest = (rest / 10) | 0;
  let digits = 1;
  for (let power = 10; power <= rest; power *= 10) digits++;
  const end = begin + Math.max(digits, places + 1) + (places > 0 ? 1 : 0);
  const dot = places > 0 ? end - places - 1 : -1;
  for (let at = end - 1; at >= begin; at--) {
    if (at === dot) {
      into[at] = SIGN.dot;
      continue;
    }
    const next = (rest / 10) | 0;
    into[at] = SIGN.zero + rest - 10 * next;
    rest = next;
  }
  return end;
}

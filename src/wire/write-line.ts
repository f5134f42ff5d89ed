/** Lines as answers write them: GeoJSON positions, to a decimetre, which is finer than the road network. */
import type { LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
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

/** More than a number takes with its sign, and what stands around it. */
const MOST_BYTES = 16;

/** More than a line takes as JSON. */
export const mostBytesOf = ({ from, to }: LinePart): number => 2 * MOST_BYTES * (to - from + 1);

/** Some 1 ms. */
const POSITIONS_A_STEP = 10_000;

/**
 * Writes the positions of a line as JSON, in steps: a way through the whole country takes 5 ms.
 *
 * @param begin where its text begins.
 * @returns where it ends.
 */
export function* stepLine(part: LinePart, into: Uint8Array, begin: number): Steps<number> {
  let end = begin;
  into[end++] = SIGN.open;
  for (let { from } = part; from < part.to; from += POSITIONS_A_STEP) {
    if (from > part.from) {
      into[end++] = SIGN.comma;
      yield;
    }
    const to = Math.min(part.to, from + POSITIONS_A_STEP);
    end = writePositions({ ...part, from, to }, into, end);
  }
  into[end++] = SIGN.close;
  return end;
}

const SIGN = { comma: 44, minus: 45, dot: 46, zero: 48, open: 91, close: 93 } as const;

function writePositions(part: LinePart, into: Uint8Array, begin: number): number {
  const count = toUnits(part);
  const write = part.srs === '25833' ? writeTenths : writeMillionths;
  let end = begin;
  for (let i = 0; i < count; i += 2) {
    if (i > 0) into[end++] = SIGN.comma;
    into[end++] = SIGN.open;
    end = write(into, end, numbers[i] as number);
    into[end++] = SIGN.comma;
    end = write(into, end, numbers[i + 1] as number);
    into[end++] = SIGN.close;
  }
  return end;
}

/** Writes tenths as JSON writes the number of them, and gives where its text ends. */
function writeTenths(into: Uint8Array, begin: number, value: number): number {
  const tenths = Math.abs(value);
  const whole = (tenths / 10) | 0;
  let end = writeWhole(into, begin, value, whole);
  if (tenths > 10 * whole) {
    into[end++] = SIGN.dot;
    into[end++] = SIGN.zero + tenths - 10 * whole;
  }
  return end;
}

/** The same of millionths, without zeros at its end. */
function writeMillionths(into: Uint8Array, begin: number, value: number): number {
  const millionths = Math.abs(value);
  const whole = (millionths / 1e6) | 0;
  let end = writeWhole(into, begin, value, whole);
  const rest = millionths - 1e6 * whole;
  if (rest === 0) return end;
  into[end++] = SIGN.dot;
  end = writeThree(into, end, (rest / 1000) | 0);
  end = writeThree(into, end, rest % 1000);
  while (into[end - 1] === SIGN.zero) end--;
  return end;
}

/** Writes a sign where it is needed, and a whole number of at most nine digits. */
function writeWhole(into: Uint8Array, begin: number, value: number, whole: number): number {
  let end = begin;
  if (value < 0) into[end++] = SIGN.minus;
  if (whole < 1000) return writeFirst(into, end, whole);
  const thousands = (whole / 1000) | 0;
  if (whole < 1e6) end = writeFirst(into, end, thousands);
  else {
    end = writeFirst(into, end, (whole / 1e6) | 0);
    end = writeThree(into, end, thousands % 1000);
  }
  return writeThree(into, end, whole % 1000);
}

/** Writes up to three digits. */
function writeFirst(into: Uint8Array, begin: number, number: number): number {
  let end = begin;
  if (number >= 100) into[end++] = DIGITS[3 * number] as number;
  if (number >= 10) into[end++] = DIGITS[3 * number + 1] as number;
  into[end++] = DIGITS[3 * number + 2] as number;
  return end;
}

/** Three digits each of the numbers below 1000. */
const DIGITS = Uint8Array.from({ length: 3000 }, (_, i) => {
  const digits = String(Math.floor(i / 3)).padStart(3, '0');
  return digits.charCodeAt(i % 3);
});

function writeThree(into: Uint8Array, at: number, number: number): number {
  into[at] = DIGITS[3 * number] as number;
  into[at + 1] = DIGITS[3 * number + 1] as number;
  into[at + 2] = DIGITS[3 * number + 2] as number;
  return at + 3;
}

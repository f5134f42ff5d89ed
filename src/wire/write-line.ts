/** Lines as answers write them: GeoJSON positions, to a decimetre, which is finer than the road network. */
import type { LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { projectLine, projectUtm33 } from '../geo/utm33-cells.ts';
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

/** How many units of the last written decimal are in a metre or a degree. */
const UNITS: Readonly<Record<SpatialReference, number>> = { '25833': 10, '4326': 1e6 };

/** Working space that grows with the longest line: new rows for each line are much work for the garbage collector. */
let numbers = new Int32Array();

/** Writes the positions of a line into `numbers`, as whole numbers of the last decimal, x first, and gives how many. */
function toUnits({ route, srs, from, to }: LinePart): number {
  const count = 2 * (to - from);
  const { rows } = route;
  if (numbers.length < count) numbers = new Int32Array(2 * count);
  // Points of a route with rows are worked out only when its line is read, so its rows are read instead.
  if (rows === undefined) pointsToUnits(route.line, from, to, srs);
  else if (srs === '25833')
    projectLine(rows.degrees.subarray(2 * from, 2 * to), numbers, UNITS[srs]);
  else
    for (let i = 0; i < count; i += 2) {
      numbers[i] = rows.degrees[2 * from + i + 1] as number;
      numbers[i + 1] = rows.degrees[2 * from + i] as number;
    }
  return count;
}

/** `toUnits` for a line without rows. */
function pointsToUnits(
  line: readonly LatLon[],
  from: number,
  to: number,
  srs: SpatialReference,
): void {
  for (let i = from; i < to; i++) {
    const point = line[i] as LatLon;
    const [x, y] = srs === '25833' ? projectUtm33(point) : [point.lon, point.lat];
    numbers[2 * (i - from)] = Math.round(x * UNITS[srs]);
    numbers[2 * (i - from) + 1] = Math.round(y * UNITS[srs]);
  }
}

/** The positions of a line. */
export function listPositions(part: LinePart): Position[] {
  const units = UNITS[part.srs];
  const count = toUnits(part);
  return Array.from({ length: count / 2 }, (_, i) => [
    (numbers[2 * i] as number) / units,
    (numbers[2 * i + 1] as number) / units,
  ]);
}

/** More bytes than a number takes, with its sign and the marks around it. */
const MOST_BYTES = 16;

/** More bytes than a line takes as JSON. */
export const mostBytesOf = ({ from, to }: LinePart): number => 2 * MOST_BYTES * (to - from + 1);

/** Positions that are written in one step, in some 1 ms. */
const POSITIONS_A_STEP = 10_000;

/** A line whose text stands somewhere in an answer, and where the text of each of its positions ends. */
export interface WrittenLine {
  readonly part: LinePart;
  readonly begin: number;
  readonly ends: Int32Array;
}

/**
 * Writes the positions of a line as JSON, in steps: a way through the whole country takes 5 ms.
 *
 * @param begin where its text begins.
 * @param written the lines before it; this one is added to them. What a line begins or ends with in common with one of
 * them is copied, as other ways mostly leave the best one only once.
 * @returns where its text ends.
 */
export function* stepLine(
  part: LinePart,
  into: Uint8Array,
  begin: number,
  written: WrittenLine[],
): Steps<number> {
  const ends = new Int32Array(part.to - part.from);
  const { like, ahead, behind } = findLike(part, written);
  written.push({ part, begin, ends });
  let end = begin;
  into[end++] = SIGN.open;
  /** Copies positions of the line that this one is like, behind a comma where one is due. */
  const copy = (source: WrittenLine, first: number, count: number, at: number) => {
    if (at > 0) into[end++] = SIGN.comma;
    const from = first === 0 ? source.begin + 1 : (source.ends[first - 1] as number) + 1;
    const moved = end - from;
    for (let i = 0; i < count; i++) ends[at + i] = (source.ends[first + i] as number) + moved;
    const last = source.ends[first + count - 1] as number;
    into.copyWithin(end, from, last);
    end += last - from;
  };
  if (like && ahead > 0) copy(like, 0, ahead, 0);
  const last = part.to - behind;
  for (let from = part.from + ahead; from < last; from += POSITIONS_A_STEP) {
    if (from > part.from) {
      into[end++] = SIGN.comma;
      if (from > part.from + ahead) yield;
    }
    const to = Math.min(last, from + POSITIONS_A_STEP);
    end = writePositions({ ...part, from, to }, into, end, ends.subarray(from - part.from));
  }
  if (like && behind > 0)
    copy(like, like.ends.length - behind, behind, part.to - part.from - behind);
  into[end++] = SIGN.close;
  return end;
}

/** The earlier line that a line has most points in common with: `ahead` at its beginning, and `behind` at its end. */
function findLike(part: LinePart, written: readonly WrittenLine[]) {
  let best: { like?: WrittenLine; ahead: number; behind: number } = { ahead: 0, behind: 0 };
  for (const like of written) {
    const most = Math.min(part.to - part.from, like.part.to - like.part.from);
    const ahead = countSame(part, like.part, most, 1);
    const behind = countSame(part, like.part, most - ahead, -1);
    if (ahead + behind > best.ahead + best.behind) best = { like, ahead, behind };
  }
  return best;
}

/** How many points two lines have in common from their beginning, or backwards from their end. */
function countSame(one: LinePart, other: LinePart, most: number, step: 1 | -1): number {
  const [a, b] = [one.route.rows?.degrees, other.route.rows?.degrees];
  if (a === undefined || b === undefined || one.srs !== other.srs) return 0;
  let i = 2 * (step === 1 ? one.from : one.to - 1);
  let j = 2 * (step === 1 ? other.from : other.to - 1);
  let count = 0;
  for (; count < most && a[i] === b[j] && a[i + 1] === b[j + 1]; i += 2 * step, j += 2 * step)
    count++;
  return count;
}

const SIGN = { comma: 44, minus: 45, dot: 46, zero: 48, open: 91, close: 93 } as const;

/** @param ends takes where the text of each position ends. */
function writePositions(
  part: LinePart,
  bytes: Uint8Array,
  begin: number,
  ends: Int32Array,
): number {
  const count = toUnits(part);
  const into = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const write = part.srs === '25833' ? writeTenths : writeMillionths;
  let end = begin;
  for (let i = 0; i < count; i += 2) {
    if (i > 0) into.setUint8(end++, SIGN.comma);
    into.setUint8(end++, SIGN.open);
    end = write(into, end, numbers[i] as number);
    into.setUint8(end++, SIGN.comma);
    end = write(into, end, numbers[i + 1] as number);
    into.setUint8(end++, SIGN.close);
    ends[i >> 1] = end;
  }
  return end;
}

/** Writes a number of tenths as JSON, and gives where its text ends. */
function writeTenths(into: DataView, begin: number, value: number): number {
  const tenths = Math.abs(value);
  const whole = (tenths / 10) | 0;
  let end = writeWhole(into, begin, value, whole);
  if (tenths > 10 * whole) {
    into.setUint8(end++, SIGN.dot);
    into.setUint8(end++, SIGN.zero + tenths - 10 * whole);
  }
  return end;
}

/** Writes a number of millionths as JSON, without zeros at its end, and gives where its text ends. */
function writeMillionths(into: DataView, begin: number, value: number): number {
  const millionths = Math.abs(value);
  const whole = (millionths / 1e6) | 0;
  let end = writeWhole(into, begin, value, whole);
  const rest = millionths - 1e6 * whole;
  if (rest === 0) return end;
  into.setUint8(end++, SIGN.dot);
  end = writeThree(into, end, (rest / 1000) | 0);
  end = writeThree(into, end, rest % 1000);
  while (into.getUint8(end - 1) === SIGN.zero) end--;
  return end;
}

/** Writes a sign where it is needed, and a whole number of at most nine digits. */
function writeWhole(into: DataView, begin: number, value: number, whole: number): number {
  let end = begin;
  if (value < 0) into.setUint8(end++, SIGN.minus);
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
function writeFirst(into: DataView, begin: number, number: number): number {
  const skipped = number >= 100 ? 0 : number >= 10 ? 1 : 2;
  into.setUint32(begin, (DIGITS[number] as number) >>> (8 * skipped), true);
  return begin + 3 - skipped;
}

/** The three digits of each number below 1000, the first digit in the lowest byte: all three are written at once. */
const DIGITS = Int32Array.from({ length: 1000 }, (_, i) => {
  const [first = 0, second = 0, third = 0] = Buffer.from(String(i).padStart(3, '0'));
  return first | (second << 8) | (third << 16);
});

/** Writes three digits. The byte behind them is written over by what follows. */
function writeThree(into: DataView, at: number, number: number): number {
  into.setUint32(at, DIGITS[number] as number, true);
  return at + 3;
}

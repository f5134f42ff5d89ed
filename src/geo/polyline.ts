/**
 * Lines whose points have six decimals: their vertices, their encoded form, and simpler lines.
 *
 * Encoded polylines have the latitude first, with six decimals unless stated otherwise: the form of OSRM's `polyline6`
 * and of our own road links. The code is our own because every point of every answer passes through it.
 *
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm, with 1e6 for 1e5 if there are six
 * decimals.
 */
import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from './on-line.ts';
import { distanceToShareM, footOfLeg, footShare } from './utm33.ts';

const SCALE = 1e6;

/**
 * The points of an encoded line, in order; `[]` for an empty text.
 *
 * @param decimals of the degrees. OSRM's default is 5.
 * @param most the largest number of points that are read.
 */
export function decodePolyline(
  encoded: string,
  decimals: 5 | 6 = 6,
  most = Number.POSITIVE_INFINITY,
): LatLon[] {
  const scale = 10 ** decimals;
  const points: LatLon[] = [];
  let index = 0;
  let lat = 0;
  let lon = 0;

  const readDelta = () => {
    let shift = 0;
    let bits = 0;
    let chunk: number;
    do {
      chunk = encoded.charCodeAt(index++) - 63;
      bits |= (chunk & 0x1f) << shift;
      shift += 5;
    } while (chunk >= 0x20);
    return bits & 1 ? ~(bits >> 1) : bits >> 1;
  };

  while (index < encoded.length && points.length < most) {
    lat += readDelta();
    lon += readDelta();
    points.push({ lat: lat / scale, lon: lon / scale });
  }
  return points;
}

/** The encoded form of a line. Its points are rounded to six decimals. */
export function encodePolyline(line: readonly LatLon[]): string {
  let encoded = '';
  let latE6 = 0;
  let lonE6 = 0;
  for (const { lat, lon } of line) {
    const nextLatE6 = Math.round(lat * SCALE);
    const nextLonE6 = Math.round(lon * SCALE);
    encoded += encodeDelta(nextLatE6 - latE6) + encodeDelta(nextLonE6 - lonE6);
    latE6 = nextLatE6;
    lonE6 = nextLonE6;
  }
  return encoded;
}

function encodeDelta(delta: number): string {
  let bits = delta < 0 ? ~(delta << 1) : delta << 1;
  let encoded = '';
  while (bits >= 0x20) {
    encoded += String.fromCharCode((0x20 | (bits & 0x1f)) + 63);
    bits >>= 5;
  }
  return encoded + String.fromCharCode(bits + 63);
}

/** Six decimals, the resolution of a network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: toStep(lat) / STEPS_PER_DEG,
  lon: toStep(lon) / STEPS_PER_DEG,
});

/** Degrees as a whole number of steps of the resolution. */
export const toStep = (degrees: number): number => Math.round(degrees * STEPS_PER_DEG);

/** The key under which points count as the same junction. */
export const keyOf = ({ lat, lon }: LatLon) => `${toStep(lat)},${toStep(lon)}`;

/** The line without points that repeat the previous point. */
export const withoutRepeats = (line: readonly LatLon[]): LatLon[] =>
  line.filter((point, i) => {
    const before = line[i - 1];
    return before === undefined || keyOf(point) !== keyOf(before);
  });

/**
 * A line with fewer points that differs from the old line by at most `toleranceM` metres. Its ends stay.
 *
 * Source: Douglas and Peucker, Algorithms for the reduction of the number of points, 1973.
 */
export function simplifyLine(line: readonly LatLon[], toleranceM: number): LatLon[] {
  const kept = markNeeded(line.length, toleranceM, (point, from, to) =>
    offLegM(line[point] as LatLon, line[from] as LatLon, line[to] as LatLon),
  );
  return line.filter((_, index) => kept[index] === 1);
}

/** Marks the points that a line in a plane needs. @param line east and north in turn, metres. */
export const markNeededOf = (line: Float64Array, toleranceM: number): Uint8Array => {
  const at = (point: number) => [line[2 * point] as number, line[2 * point + 1] as number] as const;
  return markNeeded(line.length / 2, toleranceM, (point, from, to) => {
    const [a, b, place] = [at(from), at(to), at(point)];
    return distanceToShareM(a, b, footShare(a, b, place), place);
  });
};

/**
 * Marks the points that a line needs to stay within the tolerance with 1, and all others with 0.
 *
 * @param offM gives the metres from a point to the straight way between two others.
 */
function markNeeded(
  count: number,
  toleranceM: number,
  offM: (point: number, from: number, to: number) => number,
): Uint8Array {
  const kept = new Uint8Array(count);
  kept[0] = 1;
  kept[count - 1] = 1;
  const spans = [0, count - 1];
  while (spans.length > 0) {
    const to = spans.pop() as number;
    const from = spans.pop() as number;
    let farthest = -1;
    let mostM = toleranceM;
    for (let point = from + 1; point < to; point++) {
      const pointM = offM(point, from, to);
      if (pointM > mostM) {
        mostM = pointM;
        farthest = point;
      }
    }
    if (farthest === -1) continue;
    kept[farthest] = 1;
    spans.push(from, farthest, farthest, to);
  }
  return kept;
}

/** Metres from a point to the straight way between two others. */
function offLegM(point: LatLon, a: LatLon, b: LatLon): number {
  const lonScale = Math.cos((point.lat * Math.PI) / 180);
  const [dx, dy] = [(b.lon - a.lon) * lonScale, b.lat - a.lat];
  const [ax, ay] = [(a.lon - point.lon) * lonScale, a.lat - point.lat];
  const share = footOfLeg(ax, ay, dx, dy);
  return Math.hypot(ax + share * dx, ay + share * dy) * M_PER_DEG;
}

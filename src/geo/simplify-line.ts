import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from './on-line.ts';
import { distanceToShareM, footOfLeg, footShare } from './utm-line.ts';

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

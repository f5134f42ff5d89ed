/** Lines in UTM 33: how long they are, and where a point lies beside them. */
import type { Utm33 } from '../base/point.ts';

/** Where a point lies beside a line. */
export interface Footing {
  /** Distance from the start of the line to the foot of the perpendicular. */
  readonly alongM: number;
  /** Distance from the point to that foot. */
  readonly offM: number;
}

/** Length of a line; 0 for fewer than two points. */
export function lengthM(line: readonly Utm33[]): number {
  let sumM = 0;
  eachLeg(line, (a, b) => {
    sumM += distanceM(a, b);
  });
  return sumM;
}

/** The closest place on a line to a point; undefined for a line of fewer than two points. */
export function nearest(line: readonly Utm33[], point: Utm33): Footing | undefined {
  let best: Footing | undefined;
  let walkedM = 0;
  eachLeg(line, (a, b) => {
    const legM = distanceM(a, b);
    const share = footShare(a, b, point);
    const offM = distanceToShareM(a, b, share, point);
    if (best === undefined || offM < best.offM) best = { alongM: walkedM + legM * share, offM };
    walkedM += legM;
  });
  return best;
}

/** Distance between two points. */
export const distanceM = (a: Utm33, b: Utm33): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Share (0 … 1) of the leg `a`-`b` at which it is closest to a point; 0 for a leg of length 0. */
export function footShare(a: Utm33, b: Utm33, point: Utm33): number {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const lengthSq = x * x + y * y;
  if (lengthSq === 0) return 0;
  const share = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / lengthSq;
  return Math.min(1, Math.max(0, share));
}

/** Distance from a point to the place at `share` of the leg `a`-`b`. */
export const distanceToShareM = (a: Utm33, b: Utm33, share: number, point: Utm33): number =>
  Math.hypot(point[0] - a[0] - (b[0] - a[0]) * share, point[1] - a[1] - (b[1] - a[1]) * share);

/** Visits the legs of a line in order; none for fewer than two points. */
export function eachLeg<Point>(
  line: readonly Point[],
  visit: (from: Point, to: Point, index: number) => void,
): void {
  let from = line[0];
  for (let i = 1; i < line.length; i++) {
    const to = line[i];
    if (from !== undefined && to !== undefined) visit(from, to, i - 1);
    from = to;
  }
}

/** Legs of lines in UTM 33: their lengths, and where a point lies beside them. */
import type { Utm33 } from '../base/point.ts';

/** Distance between two points. */
export const distanceM = (a: Utm33, b: Utm33): number => lengthOf(b[0] - a[0], b[1] - a[1]);

/** Share (0 … 1) of the leg `a`-`b` at which it is closest to a point; 0 for a leg of length 0. */
export const footShare = (a: Utm33, b: Utm33, point: Utm33): number =>
  footOfLeg(a[0] - point[0], a[1] - point[1], b[0] - a[0], b[1] - a[1]);

/** The same for a leg in any plane that begins at `ax`, `ay` from the point and leads `dx`, `dy` from there. */
export function footOfLeg(ax: number, ay: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
}

/** Distance from a point to the place at `share` of the leg `a`-`b`. */
export const distanceToShareM = (a: Utm33, b: Utm33, share: number, point: Utm33): number =>
  lengthOf(point[0] - a[0] - (b[0] - a[0]) * share, point[1] - a[1] - (b[1] - a[1]) * share);

/** `Math.hypot` takes many times as long, because it guards against overflow. Metres never overflow. */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

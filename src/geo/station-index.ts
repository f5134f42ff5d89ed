/** An index over fixed points, so that a long line finds those beside it without trying them all. */
import Flatbush from 'flatbush';
import type { Utm33 } from '../base/point.ts';
import { distanceToShareM, footShare } from './utm-line.ts';

/** Points that can be asked for by nearness; a point is named by its place in `points`. */
export interface StationIndex {
  readonly points: readonly Utm33[];
  /** Points at most `withinM` from the leg `a`-`b`, ascending. */
  listNearLeg(a: Utm33, b: Utm33, withinM: number): number[];
  /** Is any point within the box around some points of a line, or so near to it? */
  hasNear(line: readonly Utm33[], withinM: number): boolean;
}

/** An index over points; they may be none. */
export function buildStationIndex(points: readonly Utm33[]): StationIndex {
  const tree = buildTree(points);

  const listNearLeg = (a: Utm33, b: Utm33, withinM: number): number[] => {
    if (tree === undefined) return [];
    const isNear = (_point: number, x: number, y: number) =>
      distanceToShareM(a, b, footShare(a, b, [x, y]), [x, y]) <= withinM;
    return tree
      .search(
        Math.min(a[0], b[0]) - withinM,
        Math.min(a[1], b[1]) - withinM,
        Math.max(a[0], b[0]) + withinM,
        Math.max(a[1], b[1]) + withinM,
        isNear,
      )
      .sort((p, q) => p - q);
  };

  const hasNear = (line: readonly Utm33[], withinM: number): boolean =>
    tree !== undefined && tree.search(...boundsOf(line, withinM)).length > 0;

  return { points, listNearLeg, hasNear };
}

function buildTree(points: readonly Utm33[]): Flatbush | undefined {
  // Flatbush refuses an index without items.
  if (points.length === 0) return undefined;
  const tree = new Flatbush(points.length);
  for (const [x, y] of points) tree.add(x, y);
  tree.finish();
  return tree;
}

type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** The box around points, and so far beyond them. */
function boundsOf(line: readonly Utm33[], beyondM: number): Bounds {
  const [inf, minusInf] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [minX, minY, maxX, maxY] = [inf, inf, minusInf, minusInf];
  for (const [x, y] of line) {
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return [minX - beyondM, minY - beyondM, maxX + beyondM, maxY + beyondM];
}

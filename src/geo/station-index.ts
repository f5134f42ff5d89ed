/** An index over fixed points, so that a long line finds those beside it without trying them all. */
import Flatbush from 'flatbush';
import type { Utm33 } from '../base/point.ts';
import type { Box } from './leg-groups.ts';

/** Points that can be asked for by nearness; a point is named by its place in `points`. */
export interface StationIndex {
  readonly points: readonly Utm33[];
  /** Points inside a box or at most `withinM` beyond it, ascending; `[]` for none. */
  listInBox(box: Box, withinM: number): readonly number[];
}

/** An index over points; they may be none. */
export function buildStationIndex(points: readonly Utm33[]): StationIndex {
  const tree = buildTree(points);
  return {
    points,
    listInBox: ({ minX, minY, maxX, maxY }, withinM) =>
      tree
        ?.search(minX - withinM, minY - withinM, maxX + withinM, maxY + withinM)
        .sort((p, q) => p - q) ?? [],
  };
}

function buildTree(points: readonly Utm33[]): Flatbush | undefined {
  // Flatbush refuses an index without items.
  if (points.length === 0) return undefined;
  const tree = new Flatbush(points.length);
  for (const [x, y] of points) tree.add(x, y);
  tree.finish();
  return tree;
}

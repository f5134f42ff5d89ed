/** An index over fixed points, so that a long line finds those beside it without trying them all. */
import Flatbush from 'flatbush';
import { memoize } from '../base/memoize.ts';
import type { Utm33 } from '../base/point.ts';

/** Points that can be asked for by nearness; a point is named by its place in `points`. */
export interface StationIndex {
  readonly points: readonly Utm33[];
  /** Points inside a box or at most `withinM` beyond it, ascending; `[]` for none. */
  listInBox(box: Box, withinM: number): readonly number[];
}

/** An index over points, of which there may be none. */
export function buildStationIndex(points: readonly Utm33[]): StationIndex {
  // Flatbush refuses an index without items.
  const tree = points.length === 0 ? undefined : new Flatbush(points.length);
  for (const [x, y] of points) tree?.add(x, y);
  tree?.finish();
  return {
    points,
    listInBox: ({ minX, minY, maxX, maxY }, withinM) =>
      tree
        ?.search(minX - withinM, minY - withinM, maxX + withinM, maxY + withinM)
        .sort((p, q) => p - q) ?? [],
  };
}

/** Metres of easting and northing. */
interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Some legs of a line that follow each other; leg 0 runs from point 0 to point 1. */
interface LegGroup {
  readonly fromLeg: number;
  /** The leg after the last one. */
  readonly toLeg: number;
  /** The box around its points. */
  readonly box: Box;
}

const LEGS = 32;

/** The legs of a line in groups, in order; `[]` for fewer than two points. */
export const legGroupsOf = memoize((line: readonly Utm33[]): readonly LegGroup[] => {
  const legs = line.length - 1;
  const groups: LegGroup[] = [];
  for (let fromLeg = 0; fromLeg < legs; fromLeg += LEGS) {
    const toLeg = Math.min(fromLeg + LEGS, legs);
    groups.push({ fromLeg, toLeg, box: boxOf(line, fromLeg, toLeg) });
  }
  return groups;
});

/** The box around the points of a line from one to another, both inside. */
function boxOf(line: readonly Utm33[], from: number, to: number): Box {
  const first = line[from] as Utm33;
  let minX = first[0];
  let minY = first[1];
  let maxX = minX;
  let maxY = minY;
  // Read by index: every point of every route comes through here, and destructuring pairs makes garbage.
  for (let i = from + 1; i <= to; i++) {
    const point = line[i] as Utm33;
    const x = point[0];
    const y = point[1];
    if (x < minX) minX = x;
    else if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    else if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

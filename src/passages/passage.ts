/**
 * Finds where a line passes points, by nearness alone.
 *
 * A pass is one stay of the line inside a circle around the point, so a second lap is a second
 * pass, and cutting a leg in two changes nothing. The circle that ends a stay is wider than the
 * one that makes it a pass: a road that wavers along the edge passes once.
 */

import Flatbush from 'flatbush';
import { memoize } from '../base/memoize.ts';
import type { Utm33 } from '../base/point.ts';
import { distanceM, distanceToShareM, footShare } from '../geo/utm33.ts';

/** The closest place of one pass. */
export interface Passage {
  /** Place of the point in the index. */
  readonly point: number;
  /** The leg of the line on which the closest place lies; leg 0 runs from point 0 to point 1. */
  readonly leg: number;
  /** How much of that leg lies before the closest place, 0 … 1. */
  readonly share: number;
  /** Metres from the start of the line. */
  readonly alongM: number;
  /** Metres from the point. */
  readonly offM: number;
}

/** A stay ends at this many times the distance that makes it a pass. */
export const LEAVE_FACTOR = 2;

/**
 * Passes of a line by the indexed points, in travel order.
 *
 * @param toleranceM how close the line must come to a point, metres.
 * @param counts whether a place on the line can be one of passing, such as by its direction; a stay
 * without such a place is no pass. Absent: every place can.
 */
export function findPassages(
  line: readonly Utm33[],
  points: StationIndex,
  toleranceM: number,
  counts: (here: Passage) => boolean = () => true,
): Passage[] {
  const leaveM = toleranceM * LEAVE_FACTOR;
  const stays: Stay[] = [];
  const latest = new Map<number, Stay>();
  const alongM = walkAlong(line);
  const enter = (point: number): Stay => {
    const stay: Stay = {};
    stays.push(stay);
    latest.set(point, stay);
    return stay;
  };

  const drive = (leg: number, point: number): void => {
    const a = line[leg] as Utm33;
    const b = line[leg + 1] as Utm33;
    const at = points.points[point] as Utm33; // The index names its own points only.
    const share = footShare(a, b, at);
    const offM = distanceToShareM(a, b, share, at);
    if (offM > leaveM) return;
    // A leg that begins inside the circle goes on with the stay that reached its first point.
    const stay = (distanceM(a, at) <= leaveM && latest.get(point)) || enter(point);
    if (offM > toleranceM) return;
    const here = { point, leg, share, alongM: alongM(leg) + distanceM(a, b) * share, offM };
    if (isCloser(here, stay.closest) && counts(here)) stay.closest = here;
  };

  for (const { fromLeg, toLeg, box } of legGroupsOf(line)) {
    const near = points.listInBox(box, leaveM);
    if (near.length === 0) continue;
    for (let leg = fromLeg; leg < toLeg; leg++) for (const point of near) drive(leg, point);
  }

  return stays
    .flatMap(({ closest }) => closest ?? [])
    .sort((p, q) => p.alongM - q.alongM || p.point - q.point);
}

const isCloser = (here: Passage, than: Passage | undefined) =>
  than === undefined || here.offM < than.offM;

/** One stay inside the circle of a point. */
interface Stay {
  /** Absent: no place of it is near enough and counts. */
  closest?: Passage;
}

/** Gives the metres from the start of a line to each of its legs. Legs must be asked for in their order. */
function walkAlong(line: readonly Utm33[]): (leg: number) => number {
  let walkedM = 0;
  let here = 0;
  return (leg) => {
    for (; here < leg; here++) walkedM += distanceM(line[here] as Utm33, line[here + 1] as Utm33);
    return walkedM;
  };
}

/** Points that can be asked for by nearness; a point is named by its place in `points`. */
export interface StationIndex {
  readonly points: readonly Utm33[];
  /** Points inside a box or at most `withinM` beyond it, ascending; `[]` for none. */
  listInBox(box: Box, withinM: number): readonly number[];
}

/**
 * An index over points, of which there may be none: a long line finds those beside it without trying them all.
 */
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

/**
 * The legs of a line in groups, in order; `[]` for fewer than two points.
 *
 * @internal Outside this file only its tests use it.
 */
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

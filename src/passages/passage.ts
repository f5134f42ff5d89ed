/**
 * Finds where a line passes points, by nearness alone.
 *
 * A pass is one stay of the line inside a circle around the point, so a second lap is a second
 * pass, and cutting a leg in two changes nothing. The circle that ends a stay is wider than the
 * one that makes it a pass: a road that wavers along the edge passes once.
 */
import type { Utm33 } from '../base/point.ts';
import { distanceM, distanceToShareM, footShare } from '../geo/utm33.ts';
import type { StationIndex } from './station-index.ts';
import { legGroupsOf } from './station-index.ts';

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

/**
 * Where a line passes which points, by nearness alone.
 *
 * A pass is one stay of the line inside a circle around the point, so a second lap is a second
 * pass, and cutting a leg in two changes nothing. The circle that ends a stay is wider than the
 * one that makes it a pass: a road that wavers along the edge passes once.
 */
import type { Utm33 } from '../base/point.ts';
import type { StationIndex } from './station-index.ts';
import { distanceM, distanceToShareM, eachLeg, footShare } from './utm-line.ts';

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
const LEAVE_FACTOR = 2;

/**
 * Passes of a line by the indexed points, in travel order.
 *
 * @param toleranceM how close the line must come to a point, metres.
 */
export function findPassages(
  line: readonly Utm33[],
  points: StationIndex,
  toleranceM: number,
): Passage[] {
  const leaveM = toleranceM * LEAVE_FACTOR;
  const stays: Stay[] = [];
  const latest = new Map<number, Stay>();
  let walkedM = 0;

  eachLeg(line, (a, b, leg) => {
    const legM = distanceM(a, b);
    for (const point of points.listNearLeg(a, b, leaveM)) {
      const at = points.points[point] as Utm33; // The index names its own points only.
      const share = footShare(a, b, at);
      const offM = distanceToShareM(a, b, share, at);
      const here = { point, leg, share, alongM: walkedM + legM * share, offM };

      const stay = latest.get(point);
      // A leg that begins inside the circle goes on with the stay that reached its first point.
      if (stay !== undefined && distanceM(a, at) <= leaveM) {
        if (offM < stay.closest.offM) stay.closest = here;
      } else {
        const entered = { closest: here };
        stays.push(entered);
        latest.set(point, entered);
      }
    }
    walkedM += legM;
  });

  return stays
    .map(({ closest }) => closest)
    .filter(({ offM }) => offM <= toleranceM)
    .sort((p, q) => p.alongM - q.alongM || p.point - q.point);
}

/** One stay inside the circle of a point. */
interface Stay {
  closest: Passage;
}

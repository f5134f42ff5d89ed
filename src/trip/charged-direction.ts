import { toOsloTime } from '../base/oslo-time.ts';
import { distancesAlongM } from '../geo/measured-line.ts';
import { angleBetweenDeg, flatBearingDeg } from '../geo/on-line.ts';
import { lineBetween, type PlannedRoute, type StationPassage } from '../passages/planned-route.ts';
import type { PassageTerms } from './list-toll-passages.ts';

/**
 * The passages without those that head away from the place towards which their station charged on that day. Today
 * it charges both directions, so that the road network tells none.
 */
export function listChargedThen<Passage extends StationPassage>(
  found: readonly Passage[],
  route: PlannedRoute,
  { tolls, startMs }: PassageTerms,
): readonly Passage[] {
  const isFree = ({ stationId, atS, alongM }: Passage) => {
    const station = tolls.findStation(stationId);
    const towards = station?.periods?.find((period) => period.towards)?.towards;
    if (station === undefined || towards === undefined) return false;
    const { day } = toOsloTime(startMs + Math.round(atS * 1000));
    if (day >= towards.until) return false;
    return angleBetweenDeg(headingDeg(route, alongM), flatBearingDeg(station.at, towards)) > 90;
  };
  return found.some(isFree) ? found.filter((passage) => !isFree(passage)) : found;
}

/** Where a route heads at a place: from the point of its line before it to the one behind it. */
function headingDeg(route: PlannedRoute, alongM: number): number {
  const measured = route.rows?.alongM ?? distancesAlongM(route.line);
  const before = Math.min(countWhile(measured, (m) => m < alongM) - 1, measured.length - 2);
  const behind = countWhile(measured, (m) => m <= alongM);
  const points = lineBetween(route, Math.max(before, 0), Math.min(behind + 1, measured.length));
  const [from, to] = [points[0], points.at(-1)];
  return from === undefined || to === undefined ? 0 : flatBearingDeg(from, to);
}

/** How many rising values fulfil a condition that small ones fulfil. */
function countWhile(values: ArrayLike<number>, isIn: (value: number) => boolean): number {
  let [from, until] = [0, values.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (isIn(values[middle] as number)) from = middle + 1;
    else until = middle;
  }
  return from;
}

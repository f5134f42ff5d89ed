import type { LatLon } from '../../base/point.ts';
import { flatDistanceM, nearestOnLeg } from '../../geo/on-line.ts';
import type { PlannedRoute } from '../../trip/ports.ts';

/**
 * Does a route drive past all these places on roads, in their order? Where it sails past one, even at
 * its quay, it may not land there.
 *
 * @param withinM roads this near to each other are the same.
 */
export function isOnTheWay(
  { line, ferries }: Pick<PlannedRoute, 'line' | 'ferries'>,
  places: readonly LatLon[],
  withinM: number,
): boolean {
  let leg = 0;
  return places.every((place) => {
    while (leg < line.length - 1 && offM(line, leg, place) > withinM) leg++;
    if (leg === line.length - 1) return false;
    const isNear = (index: number) => flatDistanceM(line[index] as LatLon, place) <= withinM;
    return !ferries.some(
      ({ fromIndex, toIndex }) =>
        (leg >= fromIndex && leg < toIndex) || isNear(fromIndex) || isNear(toIndex),
    );
  });
}

/** Metres from the leg that begins at a point of the line. */
const offM = (line: readonly LatLon[], leg: number, place: LatLon): number =>
  flatDistanceM(nearestOnLeg(line[leg] as LatLon, line[leg + 1] as LatLon, place), place);

import type { LatLon } from '../../base/point.ts';
import { flatDistanceM, nearestOnLeg } from '../../geo/on-line.ts';
import type { PlannedRoute } from '../../passages/planned-route.ts';

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
  let passedM = 0;
  return places.every((place) => {
    while (leg < line.length - 1 && !isAhead(line, leg, place, passedM, withinM)) {
      leg++;
      passedM = 0;
    }
    if (leg === line.length - 1) return false;
    passedM = alongM(line, leg, place);
    const isNear = (index: number) => flatDistanceM(line[index] as LatLon, place) <= withinM;
    return !ferries.some(
      ({ fromIndex, toIndex }) =>
        (leg >= fromIndex && leg < toIndex) || isNear(fromIndex) || isNear(toIndex),
    );
  });
}

/** Does the place lie on the leg that begins at a point of the line, and not before what was passed? */
function isAhead(
  line: readonly LatLon[],
  leg: number,
  place: LatLon,
  passedM: number,
  withinM: number,
): boolean {
  const offM = flatDistanceM(
    nearestOnLeg(line[leg] as LatLon, line[leg + 1] as LatLon, place),
    place,
  );
  return offM <= withinM && alongM(line, leg, place) >= passedM - withinM;
}

/** Metres from the beginning of the leg to the place on it. */
const alongM = (line: readonly LatLon[], leg: number, place: LatLon): number => {
  const from = line[leg] as LatLon;
  return flatDistanceM(from, nearestOnLeg(from, line[leg + 1] as LatLon, place));
};

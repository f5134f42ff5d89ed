import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import type { PlannedRoute, StopOnRoad } from '../../passages/planned-route.ts';
import type { TripRequest } from '../../trip/ports.ts';
import { mostRoutes } from '../../trip/settings.ts';
import type { RawRoute } from './parse-answer.ts';
import type { ParsedRoute } from './parse-route.ts';

/** A route as it came and as we read it. */
export interface ReadRoute {
  readonly raw: RawRoute;
  readonly route: ParsedRoute;
}

/**
 * The routes of one answer of ours: those of the planner in its order, each line once, no more than
 * the trip wants; those that are closed somewhere come last. A route without an id, or with that of another, gets its place in the list as its id.
 */
export function chooseRoutes(found: readonly ReadRoute[], trip: TripRequest): PlannedRoute[] {
  const stops = [trip.from, ...trip.via, trip.to];
  const chosen = found
    .filter(({ route }, i) => found.findIndex((other) => isSameLine(other.route, route)) === i)
    .toSorted((a, b) => Number(isObstructed(a)) - Number(isObstructed(b)))
    .slice(0, mostRoutes(trip));
  return chosen.map(({ raw, route: { id, saidFerryCount: _, ...route } }, i) => {
    const isTaken = chosen.slice(0, i).some((before) => before.route.id === id);
    return {
      ...route,
      id: id === undefined || isTaken ? String(i + 1) : id,
      stops: listPlaces(stops, route.line),
      asGiven: raw,
    };
  });
}

/** Is the route closed somewhere? */
export const isObstructed = ({ route }: ReadRoute): boolean => route.isObstructed === true;

function isSameLine({ line: a }: ParsedRoute, { line: b }: ParsedRoute): boolean {
  return (
    a.length === b.length && a.every(({ lat, lon }, i) => b[i]?.lat === lat && b[i]?.lon === lon)
  );
}

/**
 * Where each stop was put. The planner does not say; a route begins and ends where the first and the
 * last one went, and a via point went to the line.
 */
function listPlaces(stops: readonly LatLon[], line: readonly LatLon[]): StopOnRoad[] {
  return stops.map((stop, i) => {
    const end = i === 0 ? line[0] : line.at(-1);
    const isEnd = i === 0 || i === stops.length - 1;
    const at = (isEnd ? end : findPlaceOnLine(line, stop)?.at) ?? stop;
    return { at, movedM: flatDistanceM(at, stop) };
  });
}

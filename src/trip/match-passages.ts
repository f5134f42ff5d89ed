import type { PassageFinder, PlannedRoute, StationPassage } from '../passages/planned-route.ts';

/** A route with the stations that it passes, in travel order. */
export interface MatchedRoute {
  readonly route: PlannedRoute;
  readonly passages: readonly StationPassage[];
}

/** The routes of a trip whose stations are known, the recommended one first. */
export interface MatchedTrip {
  /** Every one of them was matched exactly. */
  readonly refined: boolean;
  readonly routes: readonly MatchedRoute[];
}

/**
 * The passages on the directed road. The routes of one answer are comparable: another route that
 * cannot be matched is left out. Where that is the recommended one, all routes are matched by
 * geometry instead.
 */
export function matchExactly(
  routes: readonly PlannedRoute[],
  finder: Pick<PassageFinder, 'findExact' | 'findByGeometry'>,
): MatchedTrip {
  const matched = routes.map((route) => ({ route, passages: finder.findExact(route) }));
  if (matched[0]?.passages === undefined) return matchByGeometry(routes, finder);
  return {
    refined: true,
    routes: matched.flatMap(({ route, passages }) => (passages ? [{ route, passages }] : [])),
  };
}

/** The stations that the planner names on the routes; those beside them where it names none. */
export function matchByGeometry(
  routes: readonly PlannedRoute[],
  finder: Pick<PassageFinder, 'findByGeometry'>,
): MatchedTrip {
  const listPassages = (route: PlannedRoute) =>
    route.namedStations?.map(({ id, alongM, atS }) => ({ stationId: id, alongM, atS })) ??
    finder.findByGeometry(route);
  return {
    refined: false,
    routes: routes.map((route) => ({ route, passages: listPassages(route) })),
  };
}

import { Fault } from '../base/fault.ts';
import type { PassageFinder, PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import type { Timer } from './ports.ts';
import { within } from './within.ts';

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
  /** Why exact matching failed, for the log; absent when it was late or found no match. */
  readonly fault?: Fault;
}

/** What matching needs besides the routes. */
export interface MatchingParts {
  readonly finder: PassageFinder;
  readonly timer: Timer;
  readonly limitMs: number;
}

/**
 * The passages on the directed road. The routes of one answer are comparable: another route that
 * cannot be matched, fails with a fault or is late is left out. Where that happens to the recommended
 * one, all routes are matched by geometry instead.
 */
export async function matchExactly(
  routes: readonly PlannedRoute[],
  { finder, timer, limitMs }: MatchingParts,
): Promise<MatchedTrip> {
  const found = new Map<PlannedRoute, readonly StationPassage[] | Fault | undefined>();
  const work = routes.map(async (route) => {
    found.set(route, await matchOne(route, finder));
  });
  await within(Promise.all(work), limitMs, timer);
  const [best] = routes.map((route) => found.get(route));
  if (best === undefined) return matchByGeometry(routes, finder);
  if (best instanceof Fault) return { ...matchByGeometry(routes, finder), fault: best };
  const matched = routes.flatMap((route): MatchedRoute[] => {
    const passages = found.get(route);
    return passages === undefined || passages instanceof Fault ? [] : [{ route, passages }];
  });
  return { refined: true, routes: matched };
}

async function matchOne(route: PlannedRoute, finder: PassageFinder) {
  try {
    return await finder.findExact(route);
  } catch (error) {
    // A defect of ours must be seen; only an upstream that fails is worth a lesser answer.
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** The stations that the planner names on the routes; those beside them where it names none. */
export function matchByGeometry(
  routes: readonly PlannedRoute[],
  finder: PassageFinder,
): MatchedTrip {
  const listPassages = (route: PlannedRoute) =>
    route.namedStations?.map(({ id, alongM, atS }) => ({ stationId: id, alongM, atS })) ??
    finder.findByGeometry(route);
  return {
    refined: false,
    routes: routes.map((route) => ({ route, passages: listPassages(route) })),
  };
}

import { Fault } from '../base/fault.ts';
import type { PassageFinder, PlannedRoute, StationPassage, Timer } from './ports.ts';
import { within } from './within.ts';

/** The stations that each route of a trip passes. */
export interface MatchedTrip {
  /** Every route was matched exactly. */
  readonly refined: boolean;
  /** One entry per route, each in travel order. */
  readonly passages: readonly (readonly StationPassage[])[];
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
 * The passages of all routes on the directed road. If one route cannot be matched, fails with a
 * fault, or all of them together take too long, every route is matched by geometry instead: the
 * routes of one answer are comparable.
 */
export async function matchExactly(
  routes: readonly PlannedRoute[],
  parts: MatchingParts,
): Promise<MatchedTrip> {
  const { finder, timer, limitMs } = parts;
  try {
    const work = Promise.all(routes.map((route) => finder.findExact(route)));
    const passages = await within(work, limitMs, timer);
    return passages?.every((found) => found !== undefined)
      ? { refined: true, passages }
      : matchByGeometry(routes, finder);
  } catch (error) {
    // A defect of ours must be seen; only an upstream that fails is worth a lesser answer.
    if (!(error instanceof Fault)) throw error;
    return { ...matchByGeometry(routes, finder), fault: error };
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
  return { refined: false, passages: routes.map(listPassages) };
}

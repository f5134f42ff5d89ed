import { Fault } from '../../base/fault.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import { type EngineTimes, formatRequest } from './format-request.ts';
import { parseRoutes, type RawAnswer } from './parse-route.ts';

export interface PlannerTerms extends EngineTimes {
  readonly source: string;
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** A stop farther from a drivable road is not reachable. Metres. */
  readonly maxMovedM: number;
}

/** Plans trips with the embedded engine. */
export function openPlanner(engine: Engine, terms: PlannerTerms): RoutePlanner {
  return {
    source: terms.source,
    async planTrip(request) {
      const answer = JSON.parse(await engine(formatRequest(request, terms))) as RawAnswer;
      const routes = parseRoutes(answer, terms.lengthFactor);
      const movedM = Math.max(...(routes[0]?.movedM ?? [Number.POSITIVE_INFINITY]));
      if (movedM > terms.maxMovedM)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(movedM)} m from the nearest road.`,
        });
      return routes;
    },
  };
}

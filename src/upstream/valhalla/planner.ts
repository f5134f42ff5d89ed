import { Fault } from '../../base/fault.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import type { RequestTerms } from './format-request.ts';
import { parseRoutes, parseStops, type RawAnswer } from './parse-route.ts';

export interface PlannerTerms extends RequestTerms {
  readonly source: string;
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** A stop farther from a drivable road is not reachable. Metres. */
  readonly maxMovedM: number;
}

/** Plans trips with the embedded engine: moves the stops to roads, then asks for the routes. */
export function openPlanner(engine: Pick<Engine, 'routes'>, terms: PlannerTerms): RoutePlanner {
  return {
    source: terms.source,
    countsTolls: true,
    async planTrip({ from, via, to, avoidTolls }) {
      const stops = [from, ...via, to];
      const { boardingS, isSmall } = terms;
      const question = { stops, avoidTolls, terms: { boardingS, isSmall } };
      const answer = JSON.parse(await engine.routes(question)) as RawAnswer;

      const movedM = parseStops(answer).map((at, i) => flatDistanceM(at, stops[i] ?? at));
      const farthestM = Math.max(...movedM);
      if (farthestM > terms.maxMovedM)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(farthestM)} m from the nearest road.`,
        });
      return parseRoutes(answer, terms.lengthFactor).map((route) => ({ ...route, movedM }));
    },
  };
}

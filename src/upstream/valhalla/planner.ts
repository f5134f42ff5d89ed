import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoadChart } from '../../geo/road-chart.ts';
import type { FindRoad } from '../../geo/road-finder.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import { formatRequest, type RequestTerms } from './format-request.ts';
import { parseRoutes, parseStops, type RawAnswer } from './parse-route.ts';

export interface PlannerTerms extends RequestTerms {
  readonly source: string;
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** A stop farther from a drivable road is not reachable. Metres. */
  readonly maxMovedM: number;
  /** What is known of the engine's network; absent: the engine is asked for all of it. */
  readonly charted?: Charted;
}

interface Charted {
  readonly chart: RoadChart;
  readonly findRoad: FindRoad;
}

/** Plans trips with the embedded engine: moves the stops to roads, then asks for the routes. */
export function openPlanner(
  engine: Pick<Engine, 'route' | 'routes'>,
  { source, lengthFactor, maxMovedM, boardingS, isSmall, charted }: PlannerTerms,
): RoutePlanner {
  const terms = { boardingS, isSmall };
  const ask = (stops: readonly LatLon[], avoidTolls: boolean): Promise<string> =>
    charted === undefined
      ? engine.routes({ stops, avoidTolls, terms })
      : engine.route(formatRequest(stops.map(charted.findRoad), avoidTolls, terms, 'line'));
  const parseTerms = {
    lengthFactor,
    boardingS,
    ...(charted && { chart: charted.chart }),
  };

  return {
    source,
    countsTolls: true,
    async planTrip({ from, via, to, avoidTolls }) {
      const stops = [from, ...via, to];
      const answer = JSON.parse(await ask(stops, avoidTolls)) as RawAnswer;

      const movedM = parseStops(answer).map((at, i) => flatDistanceM(at, stops[i] ?? at));
      const farthestM = Math.max(...movedM);
      if (farthestM > maxMovedM)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(farthestM)} m from the nearest road.`,
        });
      return parseRoutes(answer, parseTerms).map((route) => ({ ...route, movedM }));
    },
  };
}

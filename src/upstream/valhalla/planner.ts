import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoadChart } from '../../geo/road-chart.ts';
import type { FindRoad } from '../../geo/road-finder.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import { formatRequest, type RequestTerms, SAME_ROAD_M } from './format-request.ts';
import { isOnTheWay } from './is-on-the-way.ts';
import { parseLines, type RawLines } from './parse-lines.ts';
import { parseRoutes, parseStops, type RawAnswer } from './parse-route.ts';
import type { RouteOfStops } from './time-route.ts';

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
  isAtFerry(place: LatLon): boolean;
}

/** Plans trips with the embedded engine: moves the stops to roads, then asks for the routes. */
export function openPlanner(
  engine: Pick<Engine, 'route' | 'routes'>,
  { source, lengthFactor, maxMovedM, boardingS, isSmall, charted }: PlannerTerms,
): RoutePlanner {
  const terms = { boardingS, isSmall };

  /** By the engine's own steps; absent places are for it to put on roads. */
  const planBySteps = async (
    stops: readonly LatLon[],
    avoidTolls: boolean,
    onRoads: readonly LatLon[] | undefined,
  ): Promise<Planned> => {
    const text =
      onRoads === undefined
        ? await engine.routes({ stops, avoidTolls, terms })
        : await engine.route(formatRequest(onRoads, avoidTolls, terms, 'steps'));
    const answer = JSON.parse(text) as RawAnswer;
    return { routes: parseRoutes(answer, lengthFactor), places: parseStops(answer) };
  };

  /** Undefined where the chart can not tell what the engine would, as with a stop at a ferry line. */
  const planByChart = async (
    onRoads: readonly LatLon[],
    avoidTolls: boolean,
    { chart, isAtFerry }: Charted,
  ): Promise<Planned | undefined> => {
    if (onRoads.some(isAtFerry)) return undefined;
    const text = await engine.route(formatRequest(onRoads, avoidTolls, terms, 'line'));
    const answer = JSON.parse(text) as RawLines;
    const routes = parseLines(answer, { chart, lengthFactor, boardingS });
    return routes && { routes, places: onRoads };
  };

  const plan = async (stops: readonly LatLon[], avoidTolls: boolean): Promise<Planned> => {
    if (charted === undefined) return planBySteps(stops, avoidTolls, undefined);
    const onRoads = stops.map(charted.findRoad);
    const planned = await planByChart(onRoads, avoidTolls, charted);
    return planned ?? planBySteps(stops, avoidTolls, onRoads);
  };

  /**
   * At a stop the engine lets one turn on the spot, which may be shorter than the road. Who stops on
   * the way does not turn: where the way without stops drives past all of them, it is the answer.
   */
  const planOver = async (stops: readonly LatLon[], avoidTolls: boolean): Promise<Planned> => {
    if (stops.length === 2) return plan(stops, avoidTolls);
    const ends = [stops[0] as LatLon, stops.at(-1) as LatLon];
    const [over, direct] = await Promise.all([
      plan(stops, avoidTolls),
      plan(ends, avoidTolls).catch(orNone),
    ]);
    const [route] = direct?.routes ?? [];
    const isPassed = route && isOnTheWay(route, over.places.slice(1, -1), SAME_ROAD_M);
    return isPassed ? { ...over, routes: [route] } : over;
  };

  return {
    source,
    countsTolls: true,
    async planTrip({ from, via, to, avoidTolls }) {
      const stops = [from, ...via, to];
      const { routes, places } = await planOver(stops, avoidTolls);
      const movedM = places.map((at, i) => flatDistanceM(at, stops[i] ?? at));
      const farthestM = Math.max(...movedM);
      if (farthestM > maxMovedM)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(farthestM)} m from the nearest road.`,
        });
      return routes.map((route) => ({ ...route, movedM }));
    },
  };
}

/** Without its stops a trip may have no way; whatever else is wrong is wrong with it all. */
function orNone(error: unknown): undefined {
  if (error instanceof Fault && error.code === 'route_not_possible') return undefined;
  throw error;
}

interface Planned {
  /** The recommended first. */
  readonly routes: readonly RouteOfStops[];
  /** Where the stops were put on roads. */
  readonly places: readonly LatLon[];
}

import type { LatLon } from '../../base/point.ts';
import type { RoadChart } from '../../geo/road-chart.ts';
import type { FindRoad } from '../../geo/road-finder.ts';
import type { TripRequest } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import { formatRequest, type RequestTerms, type WayTerms } from './format-request.ts';
import { parseLines, type RawLines } from './parse-lines.ts';
import { parseRoutes, parseStops, type RawAnswer } from './parse-route.ts';
import type { RouteOfStops } from './time-route.ts';

export interface StopTerms extends RequestTerms {
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** What is known of the engine's network; absent: the engine is asked for all of it. */
  readonly charted?: Charted;
}

interface Charted {
  readonly chart: RoadChart;
  readonly findRoad: FindRoad;
  isAtFerry(place: LatLon): boolean;
}

export interface Planned {
  /** The recommended first. */
  readonly routes: readonly RouteOfStops[];
  /** Where the stops were put on roads. */
  readonly places: readonly LatLon[];
}

/** Which ways are wanted, and how many. */
export type Wish = Pick<TripRequest, 'avoidTolls' | 'alternatives'>;

/** Moves stops to roads and asks for the routes over them. */
export type PlanStops = (stops: readonly LatLon[], wish: Wish) => Promise<Planned>;

/** Asks the engine for the bare lines where the chart tells the rest, and for its steps elsewhere. */
export function openStopPlanner(
  engine: Pick<Engine, 'route' | 'routes'>,
  { lengthFactor, charted, ...network }: StopTerms,
): PlanStops {
  const termsOf = ({ alternatives }: Wish): WayTerms => ({
    ...network,
    ...(alternatives !== undefined && { alternatives }),
  });

  /** By the engine's own steps; absent places are for it to put on roads. */
  const planBySteps = async (
    stops: readonly LatLon[],
    wish: Wish,
    onRoads?: readonly LatLon[],
  ): Promise<Planned> => {
    const { avoidTolls } = wish;
    const terms = termsOf(wish);
    const text =
      onRoads === undefined
        ? await engine.routes({ stops, avoidTolls, terms })
        : await engine.route(formatRequest(onRoads, avoidTolls, terms, 'steps'));
    const answer = JSON.parse(text) as RawAnswer;
    return { routes: parseRoutes(answer, lengthFactor), places: parseStops(answer) };
  };

  /** Undefined where the chart can not tell what the engine would, as with a stop at a ferry line. */
  const planByChart = async (
    places: readonly LatLon[],
    wish: Wish,
    { chart, isAtFerry }: Charted,
  ): Promise<Planned | undefined> => {
    if (places.some(isAtFerry)) return undefined;
    const request = formatRequest(places, wish.avoidTolls, termsOf(wish), 'line');
    const text = await engine.route(request);
    const { boardingS } = network;
    const routes = parseLines(JSON.parse(text) as RawLines, { chart, lengthFactor, boardingS });
    return routes && { routes, places };
  };

  return async (stops, wish) => {
    if (charted === undefined) return planBySteps(stops, wish);
    const onRoads = stops.map(charted.findRoad);
    const planned = await planByChart(onRoads, wish, charted);
    return planned ?? planBySteps(stops, wish, onRoads);
  };
}

import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoutePlanner, TripRequest } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import { type RequestTerms, SAME_ROAD_M } from './format-request.ts';
import { isOnTheWay } from './is-on-the-way.ts';
import { parseRoutes, parseStops, type RawAnswer, type RouteOfStops } from './parse-route.ts';

interface PlannerTerms extends StopTerms {
  readonly source: string;
  /** A stop farther from a drivable road is not reachable. Metres. */
  readonly maxMovedM: number;
}

/** Plans trips with the embedded engine: moves the stops to roads, then asks for the routes. */
export function openPlanner(
  engine: Pick<Engine, 'route' | 'routes'>,
  { source, maxMovedM, ...terms }: PlannerTerms,
): RoutePlanner {
  const plan = openStopPlanner(engine, terms);

  /**
   * At a stop the engine lets one turn on the spot, which may be shorter than the road. Who stops on
   * the way does not turn: where the way without stops drives past all of them, it is the answer.
   * Of that one nobody wants alternatives.
   */
  const planOver = async (stops: readonly LatLon[], wish: Wish): Promise<Planned> => {
    if (stops.length === 2) return plan(stops, wish);
    const ends = [stops[0] as LatLon, stops.at(-1) as LatLon];
    const [over, direct] = await Promise.all([
      plan(stops, wish),
      plan(ends, { ...wish, alternatives: 0 }).catch(orNone),
    ]);
    const [route] = direct?.routes ?? [];
    const isPassed = route && isOnTheWay(route, over.places.slice(1, -1), SAME_ROAD_M);
    return isPassed ? { ...over, routes: [route] } : over;
  };

  return {
    source,
    countsTolls: true,
    async planTrip({ from, via, to, ...wish }) {
      const stops = [from, ...via, to];
      const { routes, places } = await planOver(stops, wish);
      const onRoads = places.map((at, i) => ({ at, movedM: flatDistanceM(at, stops[i] ?? at) }));
      const farthestM = Math.max(...onRoads.map(({ movedM }) => movedM));
      if (farthestM > maxMovedM)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(farthestM)} m from the nearest road.`,
        });
      return routes.map((route) => ({ ...route, stops: onRoads }));
    },
  };
}

/** Without its stops a trip may have no way; whatever else is wrong is wrong with it all. */
function orNone(error: unknown): undefined {
  if (error instanceof Fault && error.code === 'route_not_possible') return undefined;
  throw error;
}

interface StopTerms extends RequestTerms {
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
}

interface Planned {
  /** The recommended first. */
  readonly routes: readonly RouteOfStops[];
  /** Where the stops were put on roads. */
  readonly places: readonly LatLon[];
}

/** Which ways are wanted, and how many. */
type Wish = Pick<TripRequest, 'avoidTolls' | 'alternatives'>;

/** Moves stops to roads and asks for the routes over them. */
type PlanStops = (stops: readonly LatLon[], wish: Wish) => Promise<Planned>;

function openStopPlanner(
  engine: Pick<Engine, 'routes'>,
  { lengthFactor, boardingS }: StopTerms,
): PlanStops {
  return async (stops, { avoidTolls, alternatives }) => {
    const terms = { boardingS, ...(alternatives !== undefined && { alternatives }) };
    const answer = JSON.parse(await engine.routes({ stops, avoidTolls, terms })) as RawAnswer;
    return { routes: parseRoutes(answer, lengthFactor), places: parseStops(answer) };
  };
}

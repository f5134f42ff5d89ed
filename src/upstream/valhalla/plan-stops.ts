import type { LatLon } from '../../base/point.ts';
import type { TripRequest } from '../../trip/ports.ts';
import type { Engine } from './engine.ts';
import type { RequestTerms } from './format-request.ts';
import { parseRoutes, parseStops, type RawAnswer } from './parse-route.ts';
import type { RouteOfStops } from './time-route.ts';

export interface StopTerms extends RequestTerms {
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
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

export function openStopPlanner(
  engine: Pick<Engine, 'routes'>,
  { lengthFactor, boardingS }: StopTerms,
): PlanStops {
  return async (stops, { avoidTolls, alternatives }) => {
    const terms = { boardingS, ...(alternatives !== undefined && { alternatives }) };
    const answer = JSON.parse(await engine.routes({ stops, avoidTolls, terms })) as RawAnswer;
    return { routes: parseRoutes(answer, lengthFactor), places: parseStops(answer) };
  };
}

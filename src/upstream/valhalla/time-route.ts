import type { LatLon } from '../../base/point.ts';
import type { PlannedRoute } from '../../trip/ports.ts';
import type { WayFacts } from './way-facts.ts';

/** A route that does not know where its stops were asked for. */
export type RouteOfStops = Omit<PlannedRoute, 'movedM'>;

/** A line with what the engine says of all of it. */
export interface EngineLine {
  readonly line: readonly LatLon[];
  /** Metres. */
  readonly lengthM: number;
}

/**
 * A route with the moment at each point of it.
 *
 * @param lengthFactor from drawn to driven length on roads; ferries are drawn true.
 */
export function timeRoute(
  { line, lengthM }: EngineLine,
  facts: WayFacts,
  lengthFactor: number,
): Omit<RouteOfStops, 'id'> {
  const { ferries, sailedM } = facts;
  const secondsAt = addUp(line.length, facts, lengthFactor);
  return {
    line,
    secondsAt,
    lengthM: (lengthM - sailedM) * lengthFactor + sailedM,
    durationS: secondsAt.at(-1) ?? 0,
    ferries,
  };
}

/** Seconds after departure at which each point is left behind: turning and boarding included. */
function addUp(
  points: number,
  { legsS, waits, ferries }: WayFacts,
  lengthFactor: number,
): number[] {
  const secondsAt = new Array<number>(points).fill(0);
  let seconds = waits[0] ?? 0;
  let ferry = 0;
  secondsAt[0] = 0;
  for (let i = 1; i < points; i++) {
    while ((ferries[ferry]?.toIndex ?? points) < i) ferry++;
    const sails = (ferries[ferry]?.fromIndex ?? points) < i;
    seconds += (legsS[i - 1] ?? 0) * (sails ? 1 : lengthFactor) + (waits[i] ?? 0);
    secondsAt[i] = seconds;
  }
  return secondsAt;
}

import type { LatLon } from '../../base/point.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { RoadChart } from '../../geo/road-chart.ts';
import type { FerryStretch, PlannedRoute } from '../../trip/ports.ts';
import { readChart } from './read-chart.ts';
import { type RawLegWithSteps, readSteps } from './read-steps.ts';

/** A route that does not know where its stops were asked for. */
export type RouteOfStops = Omit<PlannedRoute, 'movedM'>;

/** The engine's answer, as far as we read it. Distances in metres, durations in seconds. */
export interface RawAnswer {
  readonly routes: readonly RawRoute[];
  readonly waypoints: readonly RawWaypoint[];
}

interface RawWaypoint {
  /** Where the stop was moved to reach a road. */
  readonly location: readonly [lon: number, lat: number];
}

interface RawRoute {
  readonly distance: number;
  readonly duration: number;
  /** Polyline of six decimals. */
  readonly geometry: string;
  /** Their steps are `[]` where nobody asked for them. */
  readonly legs: readonly RawLegWithSteps[];
}

export interface ParseTerms {
  /** From drawn to driven length on roads; ferries are drawn true. */
  readonly lengthFactor: number;
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
  /** Tells what an answer without steps leaves out; absent: it has them. */
  readonly chart?: RoadChart;
}

/** Reads the routes of an answer, the recommended first. */
export function parseRoutes({ routes }: RawAnswer, terms: ParseTerms): RouteOfStops[] {
  return routes.map((route, i) => ({ id: String(i + 1), ...parseRoute(route, terms) }));
}

/** The places on roads that the stops were moved to, in travel order. */
export const parseStops = ({ waypoints }: RawAnswer): LatLon[] =>
  waypoints.map(({ location: [lon, lat] }) => ({ lat, lon }));

function parseRoute(
  { geometry, legs, distance, duration }: RawRoute,
  { lengthFactor, boardingS, chart }: ParseTerms,
): Omit<RouteOfStops, 'id'> {
  const line = decodePolyline(geometry);
  const durations = joinLists(legs.map(({ annotation }) => annotation.duration));
  const { waits, ferries, sailedM } =
    chart === undefined
      ? readSteps(legs, line.length)
      : readChart(line, duration - sumOf(durations), boardingS, chart);
  const secondsAt = addUp(line.length, durations, waits, ferries, lengthFactor);
  return {
    line,
    secondsAt,
    lengthM: (distance - sailedM) * lengthFactor + sailedM,
    durationS: secondsAt.at(-1) ?? 0,
    ferries,
  };
}

/** Nearly always there is one, which is as good as a copy of it. */
const joinLists = ([first = [], ...others]: readonly (readonly number[])[]): readonly number[] =>
  others.length === 0 ? first : first.concat(...others);

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Seconds after departure at which each point is left behind: turning and boarding included. */
function addUp(
  points: number,
  durations: readonly number[],
  waits: Float64Array,
  ferries: readonly FerryStretch[],
  lengthFactor: number,
): number[] {
  const secondsAt = new Array<number>(points).fill(0);
  let seconds = waits[0] ?? 0;
  let ferry = 0;
  secondsAt[0] = 0;
  for (let i = 1; i < points; i++) {
    while ((ferries[ferry]?.toIndex ?? points) < i) ferry++;
    const sails = (ferries[ferry]?.fromIndex ?? points) < i;
    seconds += (durations[i - 1] ?? 0) * (sails ? 1 : lengthFactor) + (waits[i] ?? 0);
    secondsAt[i] = seconds;
  }
  return secondsAt;
}

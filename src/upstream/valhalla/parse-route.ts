import type { LatLon } from '../../base/point.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { FerryStretch, PlannedRoute } from '../../trip/ports.ts';

/** A route that does not know where its stops were asked for. */
type RouteOfStops = Omit<PlannedRoute, 'movedM'>;

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
  /** Polyline of six decimals. */
  readonly geometry: string;
  readonly legs: readonly RawLeg[];
}

interface RawLeg {
  /** `duration` has one entry per leg between two points of the geometry. */
  readonly annotation: { readonly duration: readonly number[] };
  readonly steps: readonly RawStep[];
}

interface RawStep {
  readonly mode: string;
  readonly distance: number;
  readonly intersections: readonly RawIntersection[];
}

interface RawIntersection {
  /** Index of the point, inside its leg. */
  readonly geometry_index: number;
  /** Absent where nothing is turned at. */
  readonly turn_duration?: number;
}

/**
 * Reads the routes of an answer, the recommended first.
 *
 * @param lengthFactor from drawn to driven length on roads; ferries are drawn true.
 */
export function parseRoutes({ routes }: RawAnswer, lengthFactor: number): RouteOfStops[] {
  return routes.map((route, i) => ({ id: String(i + 1), ...parseRoute(route, lengthFactor) }));
}

/** The places on roads that the stops were moved to, in travel order. */
export const parseStops = ({ waypoints }: RawAnswer): LatLon[] =>
  waypoints.map(({ location: [lon, lat] }) => ({ lat, lon }));

function parseRoute(
  { geometry, legs, distance }: RawRoute,
  lengthFactor: number,
): Omit<RouteOfStops, 'id'> {
  const line = decodePolyline(geometry);
  const durations: number[] = [];
  const waits = new Float64Array(line.length);
  const ferries: FerryStretch[] = [];
  let sailedM = 0;

  for (const { annotation, steps } of legs) {
    const offset = durations.length;
    const lastIndex = offset + annotation.duration.length;
    for (const duration of annotation.duration) durations.push(duration);
    steps.forEach(({ mode, distance: stepM, intersections }, s) => {
      for (const { geometry_index, turn_duration = 0 } of intersections) {
        const at = offset + geometry_index;
        waits[at] = (waits[at] ?? 0) + turn_duration;
      }
      if (mode !== 'ferry') return;
      sailedM += stepM;
      const fromIndex = offset + (intersections[0]?.geometry_index ?? 0);
      const next = steps[s + 1]?.intersections[0]?.geometry_index;
      addStretch(ferries, fromIndex, next === undefined ? lastIndex : offset + next);
    });
  }
  const secondsAt = addUp(line.length, durations, waits, ferries, lengthFactor);
  return {
    line,
    secondsAt,
    lengthM: (distance - sailedM) * lengthFactor + sailedM,
    durationS: secondsAt.at(-1) ?? 0,
    ferries,
  };
}

/** Ferry steps that follow each other without road between are one stretch. */
function addStretch(ferries: FerryStretch[], fromIndex: number, toIndex: number): void {
  if (toIndex <= fromIndex) return;
  const last = ferries.at(-1);
  if (last?.toIndex === fromIndex) ferries[ferries.length - 1] = { ...last, toIndex };
  else ferries.push({ fromIndex, toIndex });
}

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

import type { LatLon } from '../../base/point.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import type { FerryStretch, PlannedRoute } from '../../passages/planned-route.ts';

/** The engine's answer with steps, as far as we read it. Metres. */
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
  readonly legs: readonly RawLegWithSteps[];
}

/**
 * Reads the routes of an answer, the recommended first.
 *
 * @param lengthFactor from drawn to driven length on roads.
 */
export const parseRoutes = ({ routes }: RawAnswer, lengthFactor: number): RouteOfStops[] =>
  routes.map(({ geometry, legs, distance }, i) => {
    const line = decodePolyline(geometry);
    const facts = readSteps(legs, line.length);
    return { id: String(i + 1), ...timeRoute({ line, lengthM: distance }, facts, lengthFactor) };
  });

/** The places on roads that the stops were moved to, in travel order. */
export const parseStops = ({ waypoints }: RawAnswer): LatLon[] =>
  waypoints.map(({ location: [lon, lat] }) => ({ lat, lon }));

/** A route that does not know where its stops were asked for. */
export type RouteOfStops = Omit<PlannedRoute, 'stops'>;

/** A line with what the engine says of all of it. */
interface EngineLine {
  readonly line: readonly LatLon[];
  /** Metres. */
  readonly lengthM: number;
}

/**
 * A route with the moment at each point of it.
 *
 * @param lengthFactor from drawn to driven length on roads; ferries are drawn true.
 */
function timeRoute(
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

/** A leg of an answer with steps, as far as we read it. */
interface RawLegWithSteps {
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

/** Turning, boarding and ferries as the steps of an answer name them. */
function readSteps(legs: readonly RawLegWithSteps[], points: number): WayFacts {
  const waits = new Float64Array(points);
  const ferries: FerryStretch[] = [];
  let sailedM = 0;
  let offset = 0;
  for (const { annotation, steps } of legs) {
    const lastIndex = offset + annotation.duration.length;
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
    offset = lastIndex;
  }
  return {
    legsS: joinLists(legs.map(({ annotation }) => annotation.duration)),
    waits,
    ferries,
    sailedM,
  };
}

/** Nearly always there is one, which is as good as a copy of it. */
const joinLists = ([first = [], ...others]: readonly (readonly number[])[]): readonly number[] =>
  others.length === 0 ? first : first.concat(...others);

/** Ferry steps that follow each other without road between are one stretch. */
function addStretch(ferries: FerryStretch[], fromIndex: number, toIndex: number): void {
  if (toIndex <= fromIndex) return;
  const last = ferries.at(-1);
  if (last?.toIndex === fromIndex) ferries[ferries.length - 1] = { ...last, toIndex };
  else ferries.push({ fromIndex, toIndex });
}

/** What a line takes and where it sails, before roads are made as long as they are driven. */
interface WayFacts {
  /** Seconds between each two points of the line, as the engine drives or sails it. */
  readonly legsS: ArrayLike<number>;
  /** Seconds of turning and boarding at each point of the line. */
  readonly waits: Float64Array;
  /** In travel order. */
  readonly ferries: readonly FerryStretch[];
  /** Metres that are sailed. */
  readonly sailedM: number;
}

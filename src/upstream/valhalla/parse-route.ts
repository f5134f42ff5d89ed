import type { LatLon } from '../../base/point.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { type RawLegWithSteps, readSteps } from './read-steps.ts';
import { type RouteOfStops, timeRoute } from './time-route.ts';

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

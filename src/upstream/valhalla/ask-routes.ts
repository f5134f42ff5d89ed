import type { LatLon } from '../../base/point.ts';
import { formatLocate, formatRequest, type WayTerms } from './format-request.ts';
import { parseLocated, type RawLocated } from './parse-located.ts';

/** A trip as the engine is asked for it. */
export interface RoutesQuestion {
  readonly stops: readonly LatLon[];
  readonly avoidTolls: boolean;
  readonly terms: WayTerms;
}

/** The two questions of a trip, as JSON text. */
export interface Asked {
  locate(request: string): Promise<string>;
  route(request: string): Promise<string>;
}

/**
 * Moves the stops to roads, then asks for the routes: the engine's answer as JSON text. Both steps
 * are done where the engine is, so that a process of its own is asked once for a trip.
 */
export async function askRoutes(
  { locate, route }: Asked,
  { stops, avoidTolls, terms }: RoutesQuestion,
): Promise<string> {
  const located = JSON.parse(await locate(formatLocate(stops))) as RawLocated;
  return route(formatRequest(parseLocated(located, stops), avoidTolls, terms));
}

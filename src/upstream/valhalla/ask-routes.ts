import type { LatLon } from '../../base/point.ts';
import { chooseRoad } from '../../geo/choose-road.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { formatLocate, formatRequest, type WayTerms } from './format-request.ts';

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

/** The engine's answer to where points lie on roads, as far as we read it. */
export type RawLocated = readonly {
  /** Null where no road is near. */
  readonly edges: readonly RawEdge[] | null;
}[];

interface RawEdge {
  readonly correlated_lat: number;
  readonly correlated_lon: number;
}

/**
 * The place on a road for each stop, as `chooseRoad` says; the stop itself where no road is near.
 *
 * @param located one answer for each stop on any road, then one for each in the open, then one for
 * each off the ramps.
 *
 * @internal Its tests ask it by itself.
 */
export function parseLocated(located: RawLocated, stops: readonly LatLon[]): LatLon[] {
  return stops.map((stop, i) => {
    const [onAny, inTheOpen, offRamps] = [0, 1, 2].map((set) =>
      nearest(located[set * stops.length + i], stop),
    );
    return chooseRoad(stop, { onAny, inTheOpen, offRamps });
  });
}

/** The place nearest to the stop; undefined where no road is near. */
function nearest(located: RawLocated[number] | undefined, stop: LatLon): LatLon | undefined {
  const places = (located?.edges ?? []).map(({ correlated_lat, correlated_lon }) => ({
    lat: correlated_lat,
    lon: correlated_lon,
  }));
  const [first, ...others] = places;
  return others.reduce<LatLon | undefined>(
    (best, place) =>
      best && flatDistanceM(place, stop) < flatDistanceM(best, stop) ? place : best,
    first,
  );
}

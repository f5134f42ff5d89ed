import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';

/** The engine's answer to where points lie on roads, as far as we read it. */
export type RawLocated = readonly {
  /** Null where no road is near. */
  readonly edges: readonly RawEdge[] | null;
}[];

interface RawEdge {
  readonly correlated_lat: number;
  readonly correlated_lon: number;
}

/** The nearest place on a road for each stop; the stop itself where no road is near. */
export function parseLocated(located: RawLocated, stops: readonly LatLon[]): LatLon[] {
  return stops.map((stop, i) => {
    const places = (located[i]?.edges ?? []).map(({ correlated_lat, correlated_lon }) => ({
      lat: correlated_lat,
      lon: correlated_lon,
    }));
    const [first, ...others] = places;
    return others.reduce<LatLon>(
      (best, place) => (flatDistanceM(place, stop) < flatDistanceM(best, stop) ? place : best),
      first ?? stop,
    );
  });
}

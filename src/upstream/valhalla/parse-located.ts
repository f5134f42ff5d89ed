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

/**
 * A stop this near to a road means that road, even in a tunnel; farther off it stands above the
 * tunnel. Addresses lie beside their road, points of a route lie on it. Metres.
 */
const ON_THE_ROAD_M = 25;
/** A stop this near to a ramp is a point of a route that lies on it. Metres. */
const ON_THE_RAMP_M = 2;
/** A road in the open this much farther off than a tunnel lies across a fjord or a ridge. Metres. */
const ELSEWHERE_M = 500;

/**
 * The place on a road for each stop: the nearest road if the stop lies on it, else the nearest one
 * in the open; the stop itself where no road is near.
 *
 * @param located one answer for each stop on any road, then one for each in the open, then one for
 * each off the ramps.
 */
export function parseLocated(located: RawLocated, stops: readonly LatLon[]): LatLon[] {
  return stops.map((stop, i) => {
    const offM = (place: LatLon | undefined) =>
      place === undefined ? Number.POSITIVE_INFINITY : flatDistanceM(place, stop);
    const [onAnyRoad, inTheOpen, offRamps] = [0, 1, 2].map((set) =>
      nearest(located[set * stops.length + i], stop),
    );
    const onRoad = offM(onAnyRoad) <= ON_THE_RAMP_M ? onAnyRoad : (offRamps ?? onAnyRoad);
    const isOnIt = offM(onRoad) <= ON_THE_ROAD_M;
    const isOpenNear = offM(inTheOpen) <= offM(onRoad) + ELSEWHERE_M;
    return (!isOnIt && isOpenNear ? inTheOpen : onRoad) ?? stop;
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

import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from './on-line.ts';

/** The nearest places to a stop; absent where no such road is near. */
export interface NearRoads {
  readonly onAny: LatLon | undefined;
  /** On a road that is neither a tunnel nor a ramp. */
  readonly inTheOpen: LatLon | undefined;
  /** On a road that is no ramp. */
  readonly offRamps: LatLon | undefined;
}

/**
 * A stop this near to a road means that road, even in a tunnel; farther off it stands above the
 * tunnel. Addresses lie beside their road, points of a route lie on it. Metres.
 */
const ON_THE_ROAD_M = 25;
/** A stop this near to a ramp is a point of a route that lies on it. Metres. */
const ON_THE_RAMP_M = 2;
/** A road this much farther off than the nearest one lies across a fjord or a ridge. Metres. */
export const ELSEWHERE_M = 500;

/**
 * The place on a road from which a trip sets out from a stop: on the nearest road if the stop lies on
 * it, else on the nearest one in the open; the stop itself where no road is near.
 */
export function chooseRoad(stop: LatLon, { onAny, inTheOpen, offRamps }: NearRoads): LatLon {
  const offM = (place: LatLon | undefined) =>
    place === undefined ? Number.POSITIVE_INFINITY : flatDistanceM(place, stop);
  const onRoad = offM(onAny) <= ON_THE_RAMP_M ? onAny : (offRamps ?? onAny);
  const isOnIt = offM(onRoad) <= ON_THE_ROAD_M;
  const isOpenNear = offM(inTheOpen) <= offM(onRoad) + ELSEWHERE_M;
  return (!isOnIt && isOpenNear ? inTheOpen : onRoad) ?? stop;
}

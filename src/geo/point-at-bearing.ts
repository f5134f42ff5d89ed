import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from './earth.ts';

/** The point some metres from another; `bearingDeg` clockwise from north. */
export function pointAtBearing(from: LatLon, bearingDeg: number, distanceM: number): LatLon {
  const bearingRad = (bearingDeg * Math.PI) / 180;
  const distanceDeg = distanceM / M_PER_DEG;
  return {
    lat: from.lat + distanceDeg * Math.cos(bearingRad),
    lon: from.lon + (distanceDeg * Math.sin(bearingRad)) / Math.cos((from.lat * Math.PI) / 180),
  };
}

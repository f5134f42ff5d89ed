/** Distances between positions in degrees, on a sphere. */
import type { LatLon } from '../base/point.ts';
import { EARTH_RADIUS_M } from './earth.ts';

const RAD = Math.PI / 180;

/** Great-circle distance by the haversine formula; right to 0.5 %, as the earth is no sphere. */
export function haversineM(a: LatLon, b: LatLon): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RAD) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RAD) / 2);
  const square = sinLat * sinLat + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square)));
}

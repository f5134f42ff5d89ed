/** Distances and directions between positions in degrees, on a sphere. */
import type { LatLon } from '../base/point.ts';

/** Mean radius of the earth. Source: IUGG mean radius R1 of GRS80, 6 371 008.8 m. */
const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** Great-circle distance by the haversine formula; right to 0.5 %, as the earth is no sphere. */
export function haversineM(a: LatLon, b: LatLon): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RAD) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RAD) / 2);
  const square = sinLat * sinLat + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square)));
}

/**
 * Direction in which one leaves `from` on the way to `to`: degrees clockwise from north, 0 up to
 * but not 360; 0 when the two are the same place.
 */
export function bearingDeg(from: LatLon, to: LatLon): number {
  const lonRad = (to.lon - from.lon) * RAD;
  const fromLatRad = from.lat * RAD;
  const toLatRad = to.lat * RAD;
  const east = Math.sin(lonRad) * Math.cos(toLatRad);
  const north =
    Math.cos(fromLatRad) * Math.sin(toLatRad) -
    Math.sin(fromLatRad) * Math.cos(toLatRad) * Math.cos(lonRad);
  return (Math.atan2(east, north) / RAD + 360) % 360;
}

/** Metres from the start at each point of a line; `[]` for no points. */
export function distancesAlongM(line: readonly LatLon[]): number[] {
  let walkedM = 0;
  return line.map((point, i) => {
    const before = line[i - 1];
    if (before !== undefined) walkedM += haversineM(before, point);
    return walkedM;
  });
}

/**
 * Degrees to EPSG:25833 (UTM 33 on the GRS80 ellipsoid), by the Krüger series.
 *
 * WGS84 degrees are read as ETRS89: the two differ by less than a metre, and N1000 and NVDB
 * positions are coarser. The terms left out amount to less than 0.01 mm within 1 500 km of the
 * central meridian, which covers all of Norway.
 *
 * Source: C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, 2011,
 * equations 7-9, 11, 35; EPSG registry, codes 25833 and 7019 (GRS80).
 */
import type { LatLon, Utm33 } from '../base/point.ts';

const SEMI_MAJOR_M = 6_378_137;
const FLATTENING = 1 / 298.257222101;
const SCALE = 0.9996;
const FALSE_EASTING_M = 500_000;
const CENTRAL_MERIDIAN_DEG = 15;

const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
/** Third flattening; the series are powers of it. */
const N = FLATTENING / (2 - FLATTENING);
/** Scaled radius of the rectifying sphere. */
const RADIUS_M = ((SCALE * SEMI_MAJOR_M) / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);

const TERMS = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49561 / 161280) * N ** 4,
] as const;

const RAD = Math.PI / 180;

/** Easting and northing of a position, metres. */
export function toUtm33({ lat, lon }: LatLon): Utm33 {
  const tan = Math.tan(lat * RAD);
  const flatTan = toConformalTan(tan);
  const lonRad = (lon - CENTRAL_MERIDIAN_DEG) * RAD;
  const cosLon = Math.cos(lonRad);
  const xi = Math.atan2(flatTan, cosLon);
  const eta = Math.asinh(Math.sin(lonRad) / Math.hypot(flatTan, cosLon));
  const [x, y] = bend(xi, eta);
  return [FALSE_EASTING_M + RADIUS_M * y, RADIUS_M * x];
}

/** Adds the series of sines of the complex angle `xi + i eta`, by Clenshaw's recurrence. */
function bend(xi: number, eta: number): [number, number] {
  const sin = Math.sin(2 * xi);
  const cos = Math.cos(2 * xi);
  const sinh = Math.sinh(2 * eta);
  const cosh = Math.cosh(2 * eta);
  const re = 2 * cos * cosh;
  const im = -2 * sin * sinh;

  const re4 = TERMS[3];
  const re3 = TERMS[2] + re * re4;
  const im3 = im * re4;
  const re2 = TERMS[1] + re * re3 - im * im3 - re4;
  const im2 = re * im3 + im * re3;
  const re1 = TERMS[0] + re * re2 - im * im2 - re3;
  const im1 = re * im2 + im * re2 - im3;

  return [xi + re1 * sin * cosh - im1 * cos * sinh, eta + re1 * cos * sinh + im1 * sin * cosh];
}

/** Tangent of the conformal latitude from that of the latitude. */
function toConformalTan(tan: number): number {
  const secant = Math.sqrt(1 + tan * tan);
  const sigma = Math.sinh(ECCENTRICITY * Math.atanh((ECCENTRICITY * tan) / secant));
  return tan * Math.sqrt(1 + sigma * sigma) - sigma * secant;
}

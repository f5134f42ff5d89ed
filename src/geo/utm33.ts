/**
 * Degrees to EPSG:25833 (UTM 33 on the GRS80 ellipsoid) and back, by the Krüger series; lengths of lines in it, and where
 * a point lies beside a leg.
 *
 * WGS84 degrees are read as ETRS89: the two differ by less than a metre, and N1000 and NVDB
 * positions are coarser. The terms left out amount to less than 0.01 mm within 1 500 km of the
 * central meridian, which covers all of Norway.
 *
 * Source: C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, 2011,
 * equations 7-11, 19-21, 35, 36; EPSG registry, codes 25833 and 7019 (GRS80).
 */
import type { LatLon, Utm33 } from '../base/point.ts';

const SEMI_MAJOR_M = 6_378_137;
const FLATTENING = 1 / 298.257222101;
const SCALE = 0.9996;
const FALSE_EASTING_M = 500_000;
const CENTRAL_MERIDIAN_DEG = 15;

const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
/** Third flattening. The series are series in its powers. */
const N = FLATTENING / (2 - FLATTENING);
/** Scaled radius of the rectifying sphere. */
const RADIUS_M = ((SCALE * SEMI_MAJOR_M) / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);

type Terms = readonly [number, number, number, number];

const TERMS: Terms = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49561 / 161280) * N ** 4,
];

/** The terms of the inverse. The source subtracts them, so they have the opposite sign here. */
const INVERSE_TERMS: Terms = [
  -(N / 2) + (2 / 3) * N ** 2 - (37 / 96) * N ** 3 + (1 / 360) * N ** 4,
  -(1 / 48) * N ** 2 - (1 / 15) * N ** 3 + (437 / 1440) * N ** 4,
  -(17 / 480) * N ** 3 + (37 / 840) * N ** 4,
  -(4397 / 161280) * N ** 4,
];

const RAD = Math.PI / 180;

/** Easting and northing of a position, metres. */
export function toUtm33({ lat, lon }: LatLon): Utm33 {
  const tan = Math.tan(lat * RAD);
  const flatTan = toConformalTan(tan);
  const lonRad = (lon - CENTRAL_MERIDIAN_DEG) * RAD;
  const cosLon = Math.cos(lonRad);
  const hypot = Math.sqrt(flatTan * flatTan + cosLon * cosLon);
  const [sinXi, cosXi, sinhEta] = [flatTan / hypot, cosLon / hypot, Math.sin(lonRad) / hypot];
  const at = { xi: Math.atan2(flatTan, cosLon), eta: Math.asinh(sinhEta), sinXi, cosXi, sinhEta };
  const [x, y] = bend(at, TERMS);
  return [FALSE_EASTING_M + RADIUS_M * y, RADIUS_M * x];
}

/** Position of a point given by easting and northing, metres. */
export function fromUtm33([eastingM, northingM]: Utm33): LatLon {
  const x = northingM / RADIUS_M;
  const y = (eastingM - FALSE_EASTING_M) / RADIUS_M;
  const [sinX, cosX, sinhY] = [Math.sin(x), Math.cos(x), Math.sinh(y)];
  const at = { xi: x, eta: y, sinXi: sinX, cosXi: cosX, sinhEta: sinhY };
  const [xi, eta] = bend(at, INVERSE_TERMS);
  const cosXi = Math.cos(xi);
  const sinhEta = Math.sinh(eta);
  const flatTan = Math.sin(xi) / Math.hypot(sinhEta, cosXi);
  return {
    lat: Math.atan(fromConformalTan(flatTan)) / RAD,
    lon: CENTRAL_MERIDIAN_DEG + Math.atan2(sinhEta, cosXi) / RAD,
  };
}

/** A complex angle `xi + i eta`, with those of its functions that are already known. */
interface Angle {
  readonly xi: number;
  readonly eta: number;
  readonly sinXi: number;
  readonly cosXi: number;
  readonly sinhEta: number;
}

/** Adds the series of sines of the double angle, by Clenshaw's recurrence. */
function bend({ xi, eta, sinXi, cosXi, sinhEta }: Angle, terms: Terms): [number, number] {
  const sin = 2 * sinXi * cosXi;
  const cos = cosXi * cosXi - sinXi * sinXi;
  const sinh = 2 * sinhEta * Math.sqrt(1 + sinhEta * sinhEta);
  const cosh = 1 + 2 * sinhEta * sinhEta;
  const re = 2 * cos * cosh;
  const im = -2 * sin * sinh;

  const re4 = terms[3];
  const re3 = terms[2] + re * re4;
  const im3 = im * re4;
  const re2 = terms[1] + re * re3 - im * im3 - re4;
  const im2 = re * im3 + im * re3;
  const re1 = terms[0] + re * re2 - im * im2 - re3;
  const im1 = re * im2 + im * re2 - im3;

  return [xi + re1 * sin * cosh - im1 * cos * sinh, eta + re1 * cos * sinh + im1 * sin * cosh];
}

/** Tangent of the conformal latitude from the tangent of the latitude. */
function toConformalTan(tan: number): number {
  const secant = Math.sqrt(1 + tan * tan);
  const sigma = Math.sinh(ECCENTRICITY * Math.atanh((ECCENTRICITY * tan) / secant));
  return tan * Math.sqrt(1 + sigma * sigma) - sigma * secant;
}

/** The inverse, by Newton's method. Two steps reach the precision of a double, the third is a reserve. */
function fromConformalTan(flatTan: number): number {
  const inner = 1 - ECCENTRICITY * ECCENTRICITY;
  let tan = flatTan;
  for (let step = 0; step < 3; step++) {
    const reached = toConformalTan(tan);
    const slope = (1 + inner * tan * tan) / (inner * Math.sqrt(1 + tan * tan));
    tan += ((flatTan - reached) / Math.sqrt(1 + reached * reached)) * slope;
  }
  return tan;
}

/** Are these lon and lat? No place near Norway has such small coordinates in UTM 33. */
export const isDegrees = (x: number, y: number): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 90;

/** The position of a pair with x first: easting and northing in UTM 33, or lon and lat. */
export const fromXy = (x: number, y: number): LatLon =>
  isDegrees(x, y) ? { lat: y, lon: x } : fromUtm33([x, y]);

/** Distance between two points. */
export const distanceM = (a: Utm33, b: Utm33): number => lengthOf(b[0] - a[0], b[1] - a[1]);

/** Share (0 … 1) of the leg `a`-`b` at which it is closest to a point; 0 for a leg of length 0. */
export const footShare = (a: Utm33, b: Utm33, point: Utm33): number =>
  footOfLeg(a[0] - point[0], a[1] - point[1], b[0] - a[0], b[1] - a[1]);

/** The same for a leg in any plane that begins at `ax`, `ay` from the point and leads `dx`, `dy` from there. */
export function footOfLeg(ax: number, ay: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
}

/** Distance from a point to the place at `share` of the leg `a`-`b`. */
export const distanceToShareM = (a: Utm33, b: Utm33, share: number, point: Utm33): number =>
  lengthOf(point[0] - a[0] - (b[0] - a[0]) * share, point[1] - a[1] - (b[1] - a[1]) * share);

/** `Math.hypot` takes many times as long, because it guards against overflow. Metres never overflow. */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

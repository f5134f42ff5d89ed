/**
 * Lines in WGS84 degrees, measured in the plane that touches the earth at the place of the question. The error is a few
 * per mille over some kilometres, which is less than the error of the road network.
 */
import { memoize } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { footOfLeg, lengthOf } from './utm33.ts';

/** Gives metres east and north of a place. */
export function openPlane(origin: LatLon) {
  const eastPerDegM = M_PER_DEG * Math.cos((origin.lat * Math.PI) / 180);
  return ({ lat, lon }: LatLon): readonly [eastM: number, northM: number] => [
    (lon - origin.lon) * eastPerDegM,
    (lat - origin.lat) * M_PER_DEG,
  ];
}

/** The closest place on a line to a point. */
export interface PlaceOnLine {
  /** Index of the point of the line before the place. */
  readonly index: number;
  readonly at: LatLon;
  /** Metres from the start of the line to the place. */
  readonly alongM: number;
  /** Metres from the point to the place. */
  readonly offM: number;
  /** Bearing of the line at the place, degrees clockwise from north. */
  readonly bearingDeg: number;
}

/** The place on a line that is closest to a point; undefined: the line has fewer than two points. */
export function findPlaceOnLine(line: readonly LatLon[], point: LatLon): PlaceOnLine | undefined {
  const lonScale = Math.cos((point.lat * Math.PI) / 180);
  let best: (Omit<PlaceOnLine, 'alongM'> & { readonly legShare: number }) | undefined;
  for (let index = 0; index + 1 < line.length; index++) {
    const a = line[index] as LatLon;
    const b = line[index + 1] as LatLon;
    const ax = (a.lon - point.lon) * lonScale * M_PER_DEG;
    const ay = (a.lat - point.lat) * M_PER_DEG;
    const dx = (b.lon - a.lon) * lonScale * M_PER_DEG;
    const dy = (b.lat - a.lat) * M_PER_DEG;
    const t = footOfLeg(ax, ay, dx, dy);
    const offM = lengthOf(ax + t * dx, ay + t * dy);
    if (best === undefined || offM < best.offM) {
      best = { index, legShare: t, at: pointBetween(a, b, t), offM, bearingDeg: bearing(dx, dy) };
    }
  }
  if (best === undefined) return undefined;
  const { legShare, ...place } = best;
  // Metres are measured as in `pointAlong`: the scale at `point` is wrong for legs far north or south of it.
  const beforeM = flatLengthM(line.slice(0, place.index + 1));
  const legM = flatDistanceM(line[place.index] as LatLon, line[place.index + 1] as LatLon);
  return { ...place, alongM: beforeM + legShare * legM };
}

/** The place on the leg `a`-`b` that is closest to a point. */
export function nearestOnLeg(a: LatLon, b: LatLon, point: LatLon): LatLon {
  const lonScale = Math.cos((point.lat * Math.PI) / 180);
  const [ax, ay] = [(a.lon - point.lon) * lonScale, a.lat - point.lat];
  const [dx, dy] = [(b.lon - a.lon) * lonScale, b.lat - a.lat];
  return pointBetween(a, b, footOfLeg(ax, ay, dx, dy));
}

/** Metres between two points a few kilometres apart. */
export function flatDistanceM(a: LatLon, b: LatLon): number {
  const lonScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return lengthOf((b.lon - a.lon) * lonScale * M_PER_DEG, (b.lat - a.lat) * M_PER_DEG);
}

/** Metres along a line; 0 for fewer than two points. */
export function flatLengthM(line: readonly LatLon[]): number {
  let sumM = 0;
  for (let i = 1; i < line.length; i++)
    sumM += flatDistanceM(line[i - 1] as LatLon, line[i] as LatLon);
  return sumM;
}

/** The place `alongM` metres from the start of a line, limited to its ends. */
export function pointAlong(line: readonly LatLon[], alongM: number): { at: LatLon; index: number } {
  let leftM = alongM;
  for (let index = 0; index + 1 < line.length; index++) {
    const a = line[index] as LatLon;
    const b = line[index + 1] as LatLon;
    const legM = flatDistanceM(a, b);
    if (leftM <= legM && legM > 0)
      return { at: pointBetween(a, b, Math.max(0, leftM / legM)), index };
    leftM -= legM;
  }
  return { at: line.at(-1) as LatLon, index: Math.max(0, line.length - 2) };
}

/** The part of a line between two distances from its start, limited to its ends. @internal Audits and tests use it. */
export function partOfLine(line: readonly LatLon[], fromM: number, toM: number): LatLon[] {
  const [from, to] = [pointAlong(line, fromM), pointAlong(line, toM)];
  return [from.at, ...line.slice(from.index + 1, to.index + 1), to.at];
}

/** The place at `share` (0 … 1) of the way from one point to another. */
export const pointBetween = (a: LatLon, b: LatLon, share: number): LatLon => ({
  lat: a.lat + share * (b.lat - a.lat),
  lon: a.lon + share * (b.lon - a.lon),
});

/** Bearing from one point to another, degrees clockwise from north, 0 to 360. */
export function flatBearingDeg(from: LatLon, to: LatLon): number {
  const lonScale = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  return bearing((to.lon - from.lon) * lonScale, to.lat - from.lat);
}

/** Degrees between two bearings, 0 to 180. */
export const angleBetweenDeg = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

const bearing = (eastM: number, northM: number) =>
  ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;

const RAD = Math.PI / 180;

/** Great-circle distance by the haversine formula. The error is up to 0.5 %, because the earth is no sphere. */
export function haversineM(a: LatLon, b: LatLon): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RAD) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RAD) / 2);
  const square = sinLat * sinLat + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Great-circle metres from the start at each point of a line, calculated once for each line; `[]`: no points. */
export const distancesAlongM = memoize((line: readonly LatLon[]): readonly number[] => {
  const alongM = new Array<number>(line.length);
  let walkedM = 0;
  let before = line[0];
  for (let i = 0; i < line.length; i++) {
    const point = line[i] as LatLon;
    if (before !== undefined && i > 0) walkedM += haversineM(before, point);
    alongM[i] = walkedM;
    before = point;
  }
  return alongM;
});

/** Mean radius of the earth. Source: IUGG mean radius R1 of GRS80, 6 371 008.8 m. @internal Its tests use it directly. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Metres per degree of latitude on a sphere of this radius, 111 195.08. */
export const M_PER_DEG = (EARTH_RADIUS_M * Math.PI) / 180;

/** The point some metres from another; `bearingDeg` clockwise from north. */
export function pointAtBearing(from: LatLon, bearingDeg: number, distanceM: number): LatLon {
  const bearingRad = (bearingDeg * Math.PI) / 180;
  const distanceDeg = distanceM / M_PER_DEG;
  return {
    lat: from.lat + distanceDeg * Math.cos(bearingRad),
    lon: from.lon + (distanceDeg * Math.sin(bearingRad)) / Math.cos((from.lat * Math.PI) / 180),
  };
}

import Flatbush from 'flatbush';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';

/** A line or closed ring, `[lon, lat]` as in GeoJSON. */
export type GeoLine = readonly (readonly [lon: number, lat: number])[];

/** Gives the places where the leg a-b meets the indexed legs, as rising shares of a-b from 0 to 1. */
export type FindMeetings = (a: LatLon, b: LatLon) => number[];

/** Indexes the legs of drawn lines. */
export function indexLegs(lines: readonly GeoLine[]): FindMeetings {
  const legs = lines.flatMap((line) =>
    line.slice(1).map((end, i) => [...(line[i] as readonly [number, number]), ...end] as const),
  );
  if (legs.length === 0) return () => [];
  const index = new Flatbush(legs.length);
  for (const [ax, ay, bx, by] of legs)
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  index.finish();

  return (a, b) =>
    index
      .search(
        Math.min(a.lon, b.lon),
        Math.min(a.lat, b.lat),
        Math.max(a.lon, b.lon),
        Math.max(a.lat, b.lat),
      )
      .flatMap((i) => {
        const [cx, cy, dx, dy] = legs[i] as (typeof legs)[number];
        return shareOfMeeting(a, b, { lat: cy, lon: cx }, { lat: dy, lon: dx }) ?? [];
      })
      .sort((p, q) => p - q);
}

/** The share of a-b at which it meets the leg c-d, without the point d; undefined: they do not meet. */
function shareOfMeeting(a: LatLon, b: LatLon, c: LatLon, d: LatLon): number | undefined {
  const rx = b.lon - a.lon;
  const ry = b.lat - a.lat;
  const sx = d.lon - c.lon;
  const sy = d.lat - c.lat;
  const cross = rx * sy - ry * sx;
  if (cross === 0) return undefined;
  const t = ((c.lon - a.lon) * sy - (c.lat - a.lat) * sx) / cross;
  const u = ((c.lon - a.lon) * ry - (c.lat - a.lat) * rx) / cross;
  return t >= 0 && t <= 1 && u >= 0 && u < 1 ? t : undefined;
}

/** The drawn coast is simplified by about 100 m, and a quay may stand on either side of it. */
const QUAY_TOLERANCE_M = 250;

/** Tells whether the straight way from a quay to a road runs over water. */
export type RunsOverWater = (quay: LatLon, road: LatLon) => boolean;

/** The way runs over water if it meets the coast farther from the quay than the drawn coast may be off. */
export function openCoast(lines: readonly GeoLine[]): RunsOverWater {
  const findMeetings = indexLegs(lines);
  return (quay, road) => {
    const wayM = flatDistanceM(quay, road);
    return findMeetings(quay, road).some((share) => share * wayM > QUAY_TOLERANCE_M);
  };
}

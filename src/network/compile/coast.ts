import Flatbush from 'flatbush';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';

/** A stretch of coastline, `[lon, lat]` as in GeoJSON. */
export type CoastLine = readonly (readonly [lon: number, lat: number])[];

/** The drawn coast is simplified by about 100 m, and a quay may stand on either side of it. */
const QUAY_TOLERANCE_M = 250;

/**
 * Tells whether the straight way from a quay to a road runs over water: it meets the coast
 * farther from the quay than the drawing of the coast is off.
 */
export function openCoast(lines: readonly CoastLine[]) {
  const legs = lines.flatMap((line) =>
    line.slice(1).map((end, i) => [...(line[i] as readonly [number, number]), ...end] as const),
  );
  const index = new Flatbush(legs.length);
  for (const [ax, ay, bx, by] of legs)
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  index.finish();

  return (quay: LatLon, road: LatLon): boolean =>
    index
      .search(
        Math.min(quay.lon, road.lon),
        Math.min(quay.lat, road.lat),
        Math.max(quay.lon, road.lon),
        Math.max(quay.lat, road.lat),
      )
      .some((i) => {
        const [cx, cy, dx, dy] = legs[i] as (typeof legs)[number];
        const share = shareOfCrossing(quay, road, { lat: cy, lon: cx }, { lat: dy, lon: dx });
        return share !== undefined && share * flatDistanceM(quay, road) > QUAY_TOLERANCE_M;
      });
}

/** Where the leg a-b meets the leg c-d, as a share of a-b; undefined when it does not. */
export function shareOfCrossing(a: LatLon, b: LatLon, c: LatLon, d: LatLon): number | undefined {
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

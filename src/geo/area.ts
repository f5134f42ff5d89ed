import type { LatLon } from '../base/point.ts';
import { findPlaceOnLine, M_PER_DEG } from './on-line.ts';

/** An area bounded by rings. The last point of a ring is joined to the first. */
export type Area = readonly (readonly LatLon[])[];

/** Metres from a point to an area; 0 inside it. */
export function outsideM(area: Area, point: LatLon): number {
  if (isInside(area, point)) return 0;
  const distances = area.map((ring) => findPlaceOnLine([...ring, ...ring.slice(0, 1)], point));
  return Math.min(...distances.map((place) => place?.offM ?? Number.POSITIVE_INFINITY));
}

/** Does a line from the point due east meet the rings an odd number of times? */
export function isInside(area: Area, { lat, lon }: LatLon): boolean {
  let inside = false;
  for (const ring of area) {
    let a = ring.at(-1);
    for (const b of ring) {
      if (a !== undefined && a.lat > lat !== b.lat > lat) {
        const meetsLon = a.lon + ((lat - a.lat) / (b.lat - a.lat)) * (b.lon - a.lon);
        if (lon < meetsLon) inside = !inside;
      }
      a = b;
    }
  }
  return inside;
}

/** A box that holds every place that `findPlaceOnLine` finds within a distance of a line. Degrees. */
export function boxAround(line: readonly LatLon[], withinM: number) {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { lat, lon } of line) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  const latDeg = withinM / M_PER_DEG;
  // Meridians meet at the pole.
  const lonDeg = latDeg / Math.max(0.01, Math.cos(((north + latDeg) * Math.PI) / 180));
  return {
    south: south - latDeg,
    north: north + latDeg,
    west: west - lonDeg,
    east: east + lonDeg,
  };
}

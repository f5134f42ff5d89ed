import Flatbush from 'flatbush';
import type { LatLon } from '../../base/point.ts';
import type { RoadLink } from '../link.ts';
import { shareOfCrossing } from './coast.ts';
import { toSixDecimals } from './join-ends.ts';

/** A closed ring, `[lon, lat]` as in GeoJSON. */
export type Ring = readonly (readonly [lon: number, lat: number])[];

/**
 * Cuts every road where it enters or leaves a built-up area, and marks the inner pieces: speeds
 * differ there. Ferries pass unchanged.
 */
export function markBuiltUp(links: readonly RoadLink[], areas: readonly Ring[]): RoadLink[] {
  const edges = indexEdges(areas);
  return links.flatMap((link) => {
    if (link.kind === 'ferry') return [link];
    return cutAtEdges(link.line, edges).map((line): RoadLink => {
      const builtUp = edges.isInside(midpoint(line));
      return { ...link, ...(builtUp ? { builtUp } : {}), line };
    });
  });
}

interface AreaEdges {
  /** Shares of the leg, 0 to 1 and rising, at which it crosses an edge. */
  crossings(a: LatLon, b: LatLon): number[];
  isInside(point: LatLon): boolean;
}

function indexEdges(areas: readonly Ring[]): AreaEdges {
  const edges = areas.flatMap((ring) =>
    ring.slice(1).map((end, i) => [...(ring[i] as readonly [number, number]), ...end] as const),
  );
  const index = new Flatbush(Math.max(1, edges.length));
  for (const [ax, ay, bx, by] of edges)
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  if (edges.length === 0) index.add(0, 0, 0, 0);
  index.finish();

  const crossings = (a: LatLon, b: LatLon) =>
    index
      .search(
        Math.min(a.lon, b.lon),
        Math.min(a.lat, b.lat),
        Math.max(a.lon, b.lon),
        Math.max(a.lat, b.lat),
      )
      .map((i) => edges[i])
      .filter((edge) => edge !== undefined)
      .map(([cx, cy, dx, dy]) => shareOfCrossing(a, b, { lat: cy, lon: cx }, { lat: dy, lon: dx }))
      .filter((share) => share !== undefined)
      .sort((p, q) => p - q);

  return {
    crossings,
    // Odd number of edges between the point and a far place in the east: inside.
    isInside: (point) => crossings(point, { lat: point.lat + 1e-7, lon: 40 }).length % 2 === 1,
  };
}

function cutAtEdges(line: readonly LatLon[], edges: AreaEdges): LatLon[][] {
  const pieces: LatLon[][] = [];
  let piece = line.slice(0, 1);
  line.slice(1).forEach((b, i) => {
    const a = line[i] as LatLon;
    for (const share of edges.crossings(a, b)) {
      const cut = toSixDecimals({
        lat: a.lat + share * (b.lat - a.lat),
        lon: a.lon + share * (b.lon - a.lon),
      });
      const last = piece.at(-1) as LatLon;
      if (samePoint(cut, last) || samePoint(cut, b)) continue;
      pieces.push([...piece, cut]);
      piece = [cut];
    }
    piece.push(b);
  });
  return [...pieces, piece];
}

const samePoint = (a: LatLon, b: LatLon) => a.lat === b.lat && a.lon === b.lon;

/** A point inside the piece, away from its ends where the cut lies. */
function midpoint(line: readonly LatLon[]): LatLon {
  const i = Math.floor((line.length - 1) / 2);
  const a = line[i] as LatLon;
  const b = line[i + 1] as LatLon;
  return { lat: (a.lat + b.lat) / 2, lon: (a.lon + b.lon) / 2 };
}

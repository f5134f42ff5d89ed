import { groupBy } from '../../src/base/lists.ts';
import type { LatLon } from '../../src/base/point.ts';
import { encodePolyline } from '../../src/geo/polyline.ts';

/** A municipality of the map extract. Its rings have `[lon, lat]`, with the first point repeated at the end. */
export interface SourceMunicipality {
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly SourceRing[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly SourceRing[])[] };
}

type SourceRing = readonly (readonly [lon: number, lat: number])[];

/**
 * The content of `norway.json`: the outline of all municipalities, including their waters. Borders inside the country
 * belong to two municipalities. The remaining borders are the national border and the border in the sea.
 *
 * @throws Error when the borders of the municipalities do not meet, and no ring closes.
 */
export function compileNorway(municipalities: readonly SourceMunicipality[]) {
  const rings = joinRings(listOuterEdges(municipalities.flatMap(listRings)));
  return {
    meta: {
      source:
        'Kartverket, N1000 Kartdata, municipalities with their sea areas, simplified; outline worked out by us',
      date: '2025-01-01',
      licence: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
      attribution: '© Kartverket',
      counts: { rings: rings.length },
    },
    rings: rings.map((ring) => ({ line: encodePolyline(ring) })),
  };
}

function listRings({ geometry }: SourceMunicipality): readonly SourceRing[] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

/** The neighbours of each corner along edges that only one ring has. */
function listOuterEdges(rings: readonly SourceRing[]): Map<string, string[]> {
  const edges = new Map<string, readonly [string, string]>();
  for (const ring of rings)
    ring.slice(1).forEach((to, i) => {
      const edge = [String(ring[i]), String(to)] as const;
      const name = [...edge].sort().join(' ');
      if (!edges.delete(name)) edges.set(name, edge);
    });
  const ways = [...edges.values()].flatMap(([a, b]) => [
    { from: a, to: b },
    { from: b, to: a },
  ]);
  const neighbours = [...groupBy(ways, ({ from }) => from)];
  return new Map(neighbours.map(([from, own]) => [from, own.map(({ to }) => to)]));
}

function joinRings(neighbours: Map<string, string[]>): LatLon[][] {
  const rings: LatLon[][] = [];
  for (const start of neighbours.keys()) {
    const ring: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && neighbours.get(at)?.length === 2) {
      ring.push(at);
      const next: readonly string[] = neighbours.get(at) ?? [];
      neighbours.set(at, []);
      at = next.find((other) => neighbours.get(other)?.length === 2);
    }
    if (neighbours.get(start)?.length !== 0)
      throw new Error(`Expected a corner of two edges at ${start}.`);
    if (ring.length > 0) rings.push(ring.map(toPoint));
  }
  return rings;
}

function toPoint(corner: string): LatLon {
  const [lon = Number.NaN, lat = Number.NaN] = corner.split(',').map(Number);
  return { lat, lon };
}

/** Where on the edges of the former engine a place lies. */
import Flatbush from 'flatbush';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, nearestOnLeg } from '../../src/geo/on-line.ts';
import type { Step, TileEdge } from './tiles.ts';

/** A place on an edge. */
export interface EdgePlace {
  readonly edge: TileEdge;
  /** Metres from its beginning, as its line is measured here; see `lineOf`. */
  readonly alongM: number;
  /** Metres beside it. */
  readonly offM: number;
}

export interface EdgePlaces {
  /** The nearest place on each edge that is driven and within so many metres. */
  near(at: LatLon, withinM: number): EdgePlace[];
  /** Metres of an edge, as its line is measured here. */
  lengthM(edge: TileEdge): number;
}

const toLatLon = ([lat, lon]: Step): LatLon => ({ lat: lat / 1e6, lon: lon / 1e6 });
/** Of a box around a place, in degrees of latitude; longitudes are closer together, by up to three times. */
const DEG_PER_M = 1 / 111_000;
const NARROW = 3;

export function openEdgePlaces(edges: readonly TileEdge[]): EdgePlaces {
  const lines = edges.map(({ points }) => points.map(toLatLon));
  const alongM = lines.map(measure);
  const legs = edges.flatMap(({ isDriven, number }) =>
    isDriven ? (lines[number] as LatLon[]).slice(1).map((_, i) => [number, i] as const) : [],
  );
  const tree = new Flatbush(legs.length);
  for (const [number, i] of legs) {
    const [a, b] = [lines[number]?.[i], lines[number]?.[i + 1]] as [LatLon, LatLon];
    tree.add(
      Math.min(a.lat, b.lat),
      Math.min(a.lon, b.lon),
      Math.max(a.lat, b.lat),
      Math.max(a.lon, b.lon),
    );
  }
  tree.finish();

  const placeOn = (at: LatLon, number: number, i: number): EdgePlace => {
    const [a, b] = [lines[number]?.[i], lines[number]?.[i + 1]] as [LatLon, LatLon];
    const on = nearestOnLeg(a, b, at);
    const edge = edges[number] as TileEdge;
    const beforeM = alongM[number]?.[i] as number;
    return { edge, alongM: beforeM + flatDistanceM(a, on), offM: flatDistanceM(on, at) };
  };
  return {
    near(at, withinM) {
      const [north, east] = [withinM * DEG_PER_M, NARROW * withinM * DEG_PER_M];
      const best = new Map<TileEdge, EdgePlace>();
      for (const leg of tree.search(at.lat - north, at.lon - east, at.lat + north, at.lon + east)) {
        const [number, i] = legs[leg] as readonly [number, number];
        const place = placeOn(at, number, i);
        const known = best.get(place.edge);
        if (place.offM <= withinM && (known === undefined || place.offM < known.offM))
          best.set(place.edge, place);
      }
      return [...best.values()].toSorted((a, b) => a.edge.number - b.edge.number);
    },
    lengthM: ({ number }) => alongM[number]?.at(-1) ?? 0,
  };
}

/** Metres from the start at each point. */
function measure(line: readonly LatLon[]): number[] {
  let sumM = 0;
  return line.map((at, i) => {
    const before = line[i - 1];
    if (before !== undefined) sumM += flatDistanceM(before, at);
    return sumM;
  });
}

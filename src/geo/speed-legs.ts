/** How fast the legs of a network are driven, by their vertices. */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM, nearestOnLeg } from './on-line.ts';
import { toStep } from './vertex.ts';
import type { VertexNumbers } from './vertex-numbers.ts';

/** A line of a network, driven as fast all along. */
export interface SpeedLine {
  readonly line: readonly LatLon[];
  readonly kmh: number;
}

/** Speeds in kilometres per hour, the same both ways; 0 where no line runs. */
export interface SpeedLegs {
  /** Between two vertices that follow each other on a line; on the fastest of several. */
  between(vertex: number, other: number): number;
  /** Between a vertex and a place on one of the legs that leave it. */
  towards(vertex: number, place: LatLon): number;
}

/** An engine may leave out vertices as near to the one before as this. Metres. */
export const SAME_M = 1;
/** So far off a leg a place still lies on it: both are rounded. Metres. */
const ON_LEG_M = 1;

/**
 * All lines lie in one row, whose numbers are their *places*: those that follow each other on a line
 * differ by one, all others by more. A vertex has one place for each line that it lies on.
 */
export function buildSpeedLegs(lines: readonly SpeedLine[], vertices: VertexNumbers): SpeedLegs {
  const { kmh, degrees, vertexAt, placeAt } = rowOf(lines, vertices);
  const { firstOf, places } = placesByVertex(vertices.count, vertexAt, placeAt);

  const at = (place: number): LatLon => ({
    lat: degrees[2 * place] as number,
    lon: degrees[2 * place + 1] as number,
  });
  /** A leg between two places that a point lies on, the nearer of two. */
  const nearer = (best: Lain, place: number, next: number, point: LatLon): Lain => {
    if (kmh[next] !== kmh[place]) return best;
    const offM = flatDistanceM(nearestOnLeg(at(place), at(next), point), point);
    return offM < best.offM ? { offM, kmh: kmh[place] as number } : best;
  };

  const fastestBetween = (vertex: number, other: number): number => {
    let fastest = 0;
    for (let a = firstOf[vertex] as number; a < (firstOf[vertex + 1] as number); a++)
      for (let b = firstOf[other] as number; b < (firstOf[other + 1] as number); b++)
        if (Math.abs((places[a] as number) - (places[b] as number)) === 1)
          fastest = Math.max(fastest, kmh[places[a] as number] as number);
    return fastest;
  };
  // Most of what is driven goes from a vertex to the next number or the one before: found beforehand.
  const toNext = new Float64Array(vertices.count);
  for (let vertex = 0; vertex + 1 < vertices.count; vertex++)
    toNext[vertex] = fastestBetween(vertex, vertex + 1);

  return {
    between(vertex, other) {
      if (vertex < 0 || other < 0) return 0;
      if (other - vertex === 1) return toNext[vertex] as number;
      if (vertex - other === 1) return toNext[other] as number;
      return fastestBetween(vertex, other);
    },
    towards(vertex, point) {
      let nearest: Lain = { offM: ON_LEG_M, kmh: 0 };
      if (vertex < 0) return 0;
      for (const place of places.subarray(firstOf[vertex], firstOf[vertex + 1])) {
        nearest = nearer(nearest, place, place - 1, point);
        nearest = nearer(nearest, place, place + 1, point);
      }
      return nearest.kmh;
    },
  };
}

/** How far off a leg a point lies, and how fast that is driven. */
interface Lain {
  readonly offM: number;
  readonly kmh: number;
}

/** The lines in a row, with a place without speed before each and after the last. */
function rowOf(lines: readonly SpeedLine[], { find }: VertexNumbers) {
  let number = -1;
  const points = lines.reduce((sum, { line }) => sum + line.length, 0);
  const kmh = new Float64Array(points + lines.length + 1);
  const degrees = new Float64Array(2 * kmh.length);
  const [vertexAt, placeAt] = [new Int32Array(points), new Int32Array(points)];
  let place = -1;
  let point = 0;
  for (const { line, kmh: lineKmh } of lines) {
    let before: LatLon | undefined;
    place += 2;
    for (const vertex of line) {
      const isSame = before !== undefined && flatDistanceM(before, vertex) <= SAME_M;
      if (!isSame) {
        if (before !== undefined) place++;
        before = vertex;
        kmh[place] = lineKmh;
        degrees.set([vertex.lat, vertex.lon], 2 * place);
      }
      number = find(toStep(vertex.lat), toStep(vertex.lon), number);
      vertexAt[point] = number;
      placeAt[point++] = place;
    }
  }
  return { kmh, degrees, vertexAt, placeAt };
}

/** The places of vertex v are `places[firstOf[v]]` up to, but not with, `places[firstOf[v + 1]]`. */
function placesByVertex(vertices: number, vertexAt: Int32Array, placeAt: Int32Array) {
  const firstOf = new Int32Array(vertices + 1);
  for (const vertex of vertexAt) firstOf[vertex + 1] = (firstOf[vertex + 1] as number) + 1;
  for (let v = 0; v < vertices; v++)
    firstOf[v + 1] = (firstOf[v + 1] as number) + (firstOf[v] as number);
  const next = firstOf.slice();
  const places = new Int32Array(placeAt.length);
  vertexAt.forEach((vertex, point) => {
    const slot = next[vertex] as number;
    next[vertex] = slot + 1;
    places[slot] = placeAt[point] as number;
  });
  return { firstOf, places };
}

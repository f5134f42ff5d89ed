/** How fast the legs of a network are driven, by their vertices. */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM, nearestOnLeg } from './on-line.ts';
import { toStep } from './vertex.ts';
import { pointOfSteps, type VertexNumbers } from './vertex-numbers.ts';

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

/**
 * All lines lie in one row, whose numbers are their *places*: those that follow each other on a line
 * differ by one, all others by more. A vertex has one place for each line that it lies on.
 */
export interface LegRows {
  /** Kilometres per hour by place; 0 before, between and after the lines. */
  readonly kmh: Float64Array;
  /** The vertex at a place, of several the first; -1 before, between and after the lines. */
  readonly vertexAt: Int32Array;
  /** The places of vertex v are `places[firstOf[v]]` up to, but not with, `places[firstOf[v + 1]]`. */
  readonly firstOf: Int32Array;
  readonly places: Int32Array;
}

/**
 * An engine may leave out vertices as near to the one before as this. Charts that are kept were laid with it: see the
 * `FORMAT` of a network. Metres.
 */
export const SAME_M = 1;
/** So far off a leg a place still lies on it: both are rounded. Metres. */
const ON_LEG_M = 1;

/** The lines in a row; `openSpeedLegs` asks it. */
export function layLegs(lines: readonly SpeedLine[], { find, steps }: VertexNumbers): LegRows {
  const points = lines.reduce((sum, { line }) => sum + line.length, 0);
  const kmh = new Float64Array(points + 2 * lines.length + 1);
  const vertexAt = new Int32Array(kmh.length).fill(-1);
  const [visited, placeOf] = [new Int32Array(points), new Int32Array(points)];
  let place = -1;
  let point = 0;
  let number = -1;
  for (const { line, kmh: lineKmh } of lines) {
    let before: LatLon | undefined;
    place += 2;
    for (const { lat, lon } of line) {
      number = find(toStep(lat), toStep(lon), number);
      const here = pointOfSteps(steps, 2 * number);
      if (before === undefined || flatDistanceM(before, here) > SAME_M) {
        if (before !== undefined) place++;
        before = here;
        kmh[place] = lineKmh;
        vertexAt[place] = number;
      }
      visited[point] = number;
      placeOf[point++] = place;
    }
  }
  const end = place + 2;
  return {
    kmh: kmh.slice(0, end),
    vertexAt: vertexAt.slice(0, end),
    ...placesByVertex(steps.length / 2, visited, placeOf),
  };
}

/** @param steps of the vertices, see `VertexNumbers`. */
export function openSpeedLegs(
  { kmh, vertexAt, firstOf, places }: LegRows,
  steps: Int32Array,
): SpeedLegs {
  const at = (place: number): LatLon => pointOfSteps(steps, 2 * (vertexAt[place] as number));
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
  // Most of what is driven goes from a vertex to the next number or the one before: found when it is
  // first driven. 0: nobody has asked yet; -1: no line runs there.
  const toNext = new Float64Array(firstOf.length - 1);
  const toNextOf = (vertex: number): number => {
    const known = toNext[vertex] as number;
    if (known !== 0) return Math.max(0, known);
    const fastest = fastestBetween(vertex, vertex + 1);
    toNext[vertex] = fastest > 0 ? fastest : -1;
    return fastest;
  };

  return {
    between(vertex, other) {
      if (vertex < 0 || other < 0) return 0;
      if (other - vertex === 1) return toNextOf(vertex);
      if (vertex - other === 1) return toNextOf(other);
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

/** @param visited the vertices of all lines, each with its place in `placeOf`. */
function placesByVertex(
  vertices: number,
  visited: Int32Array,
  placeOf: Int32Array,
): Pick<LegRows, 'firstOf' | 'places'> {
  const firstOf = new Int32Array(vertices + 1);
  for (const vertex of visited) firstOf[vertex + 1] = (firstOf[vertex + 1] as number) + 1;
  for (let v = 0; v < vertices; v++)
    firstOf[v + 1] = (firstOf[v + 1] as number) + (firstOf[v] as number);
  const next = firstOf.slice();
  const places = new Int32Array(placeOf.length);
  visited.forEach((vertex, point) => {
    const slot = next[vertex] as number;
    next[vertex] = slot + 1;
    places[slot] = placeOf[point] as number;
  });
  return { firstOf, places };
}

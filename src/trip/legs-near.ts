import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from '../geo/on-line.ts';

/** A line, and the same in rows of latitude and longitude, in millionths of a degree; absent: there is the line alone. */
export interface DrawnLine {
  readonly line: readonly LatLon[];
  readonly rows?: { readonly degrees: Int32Array };
}

/** Legs of a line from one up to, but not with, another; leg 0 runs from point 0 to point 1. */
interface LegRun {
  readonly from: number;
  to: number;
}

/** So many legs of a line have one box. */
const LEGS = 32;

/**
 * Finds in few steps where a line may come so near to some places.
 *
 * @returns runs of legs in travel order, none beside another; what lies between them surely stays farther away.
 */
export function listLegsNear(
  drawn: DrawnLine,
  places: readonly LatLon[],
  withinM: number,
): LegRun[] {
  const north = (1.01 * withinM) / M_PER_DEG;
  const runs: LegRun[] = [];
  // Not taken apart: asked for its line, a route with rows makes all its points.
  const degrees = drawn.rows?.degrees ?? toDegreeRows(drawn.line);
  const last = degrees.length / 2 - 1;
  for (let from = 0; from < last; from += LEGS) {
    const to = Math.min(from + LEGS, last);
    const box = boxAround(degrees, from, to);
    if (!places.some((place) => isBeside(box, place, north))) continue;
    const before = runs.at(-1);
    if (before?.to === from) before.to = to;
    else runs.push({ from, to });
  }
  return runs;
}

/** Degrees. */
interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Does the place lie in the box, or at most so many degrees of latitude beside it? */
function isBeside(box: Box, { lat, lon }: LatLon, besideDeg: number): boolean {
  if (lat < box.south - besideDeg || lat > box.north + besideDeg) return false;
  const eastDeg = besideDeg / Math.cos((lat * Math.PI) / 180);
  return lon >= box.west - eastDeg && lon <= box.east + eastDeg;
}

const toDegreeRows = (line: readonly LatLon[]): Float64Array =>
  Float64Array.from(line.flatMap(({ lat, lon }) => [1e6 * lat, 1e6 * lon]));

/** The box around the points of a line from one to another, both inside. */
function boxAround(degrees: Int32Array | Float64Array, from: number, to: number): Box {
  let south = degrees[2 * from] as number;
  let west = degrees[2 * from + 1] as number;
  let [north, east] = [south, west];
  for (let i = from + 1; i <= to; i++) {
    const lat = degrees[2 * i] as number;
    const lon = degrees[2 * i + 1] as number;
    if (lat < south) south = lat;
    else if (lat > north) north = lat;
    if (lon < west) west = lon;
    else if (lon > east) east = lon;
  }
  return { south: south / 1e6, north: north / 1e6, west: west / 1e6, east: east / 1e6 };
}

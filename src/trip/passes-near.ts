/** Where a route passes some places, found in few steps: a long route is far from nearly all of them. */
import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from '../geo/on-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { projectUtm33 } from '../geo/utm33-cells.ts';
import { buildStationIndex, findPassages, LEAVE_FACTOR } from '../passages/passage.ts';
import { lineBetween, type PlannedRoute } from '../passages/planned-route.ts';

type DrawnLine = Pick<PlannedRoute, 'line' | 'rows'>;

/**
 * Gives the places that a route passes, each with its index and the leg of the route, in travel order.
 *
 * @param nearM how close a route comes to a place that it passes. Metres.
 */
export function openPasses(places: readonly LatLon[], nearM: number) {
  const index = buildStationIndex(places.map(toUtm33));
  // A stay beside a place lies within one run of legs.
  return (route: DrawnLine): { readonly point: number; readonly leg: number }[] =>
    listLegsNear(route, places, LEAVE_FACTOR * nearM).flatMap(({ from, to }) => {
      const line = lineBetween(route, from, to + 1).map(projectUtm33);
      return findPassages(line, index, nearM).map(({ point, leg }) => ({ point, leg: from + leg }));
    });
}

/** Legs of a line from `from` up to `to`, which lies outside. Leg 0 runs from point 0 to point 1. */
interface LegRun {
  readonly from: number;
  to: number;
}

/** How many legs of a line share one box. */
const LEGS = 32;

/**
 * Finds in few steps where a line may come this near to some places.
 *
 * @returns runs of legs in travel order, which do not touch. The legs between them surely stay farther away.
 *
 * @internal Its tests ask it by itself.
 */
export function listLegsNear(
  drawn: DrawnLine,
  places: readonly LatLon[],
  withinM: number,
): LegRun[] {
  const north = (1.01 * withinM) / M_PER_DEG;
  const runs: LegRun[] = [];
  // `drawn` is not destructured: a route with rows makes all its points when its `line` is read.
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

/** Does the place lie in the box, or at most `besideDeg` degrees of latitude beside it? */
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

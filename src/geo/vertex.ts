import type { LatLon } from '../base/point.ts';

/** Six decimals, the resolution of the network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;
/** Every step of latitude has room for those of longitude from 50° W to 50° E. */
const STEPS_PER_ROW = 1e8;

/**
 * One number for a vertex, the same for points of the same six decimals and for no others between
 * 50° W and 50° E; a double holds it exactly.
 */
export const vertexKey = ({ lat, lon }: LatLon): number =>
  Math.round(lat * STEPS_PER_DEG) * STEPS_PER_ROW + Math.round(lon * STEPS_PER_DEG);

/** The numbers of a vertex and of the eight beside it. */
export function vertexKeysAround(at: LatLon): number[] {
  const key = vertexKey(at);
  return [-STEPS_PER_ROW, 0, STEPS_PER_ROW].flatMap((row) =>
    [-1, 0, 1].map((column) => key + row + column),
  );
}

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: Math.round(lat * STEPS_PER_DEG) / STEPS_PER_DEG,
  lon: Math.round(lon * STEPS_PER_DEG) / STEPS_PER_DEG,
});

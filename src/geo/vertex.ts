import type { LatLon } from '../base/point.ts';

/** Six decimals, the resolution of a network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: toStep(lat) / STEPS_PER_DEG,
  lon: toStep(lon) / STEPS_PER_DEG,
});

/** Degrees as a whole number of steps of the resolution. */
export const toStep = (degrees: number): number => Math.round(degrees * STEPS_PER_DEG);

/** The key under which points count as the same junction. */
export const keyOf = ({ lat, lon }: LatLon) => `${toStep(lat)},${toStep(lon)}`;

/** The line without points that repeat the previous point. */
export const withoutRepeats = (line: readonly LatLon[]): LatLon[] =>
  line.filter((point, i) => {
    const before = line[i - 1];
    return before === undefined || keyOf(point) !== keyOf(before);
  });

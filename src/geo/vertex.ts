import type { LatLon } from '../base/point.ts';

/** Six decimals, the resolution of a network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: toStep(lat) / STEPS_PER_DEG,
  lon: toStep(lon) / STEPS_PER_DEG,
});

/** Degrees as a whole number of the steps between vertices. */
export const toStep = (degrees: number): number => Math.round(degrees * STEPS_PER_DEG);

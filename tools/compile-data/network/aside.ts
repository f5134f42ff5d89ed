import type { LatLon } from '../../../src/base/point.ts';

/** One step of the last decimal of a vertex, about 0.1 m. */
const ASIDE_DEG = 1e-6;

/** The nearest other vertex: links that shared the point no longer meet there. */
export const aside = ({ lat, lon }: LatLon): LatLon => ({ lat: lat + ASIDE_DEG, lon });

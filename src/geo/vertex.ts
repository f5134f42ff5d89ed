import type { LatLon } from '../base/point.ts';

/** Six decimals, the resolution of a network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: Math.round(lat * STEPS_PER_DEG) / STEPS_PER_DEG,
  lon: Math.round(lon * STEPS_PER_DEG) / STEPS_PER_DEG,
});

/** What is known of vertices, by their place. */
export interface VertexMap<Known> {
  /** Undefined at places of which nothing is known. */
  get(at: LatLon): Known | undefined;
  set(at: LatLon, known: Known): void;
}

/**
 * An empty map. Every point of every line is looked up in one, so it is kept in rows of latitude: most
 * points lie in no row of it, and whole numbers are found faster than others.
 */
export function createVertexMap<Known>(): VertexMap<Known> {
  const rows = new Map<number, Map<number, Known>>();
  const steps = (degrees: number) => Math.round(degrees * STEPS_PER_DEG);
  return {
    get: ({ lat, lon }) => rows.get(steps(lat))?.get(steps(lon)),
    set({ lat, lon }, known) {
      const row = rows.get(steps(lat)) ?? new Map<number, Known>();
      rows.set(steps(lat), row.set(steps(lon), known));
    },
  };
}

/** A place and the eight a step beside it: a coordinate that was rounded twice may be one off. */
export const verticesAround = ({ lat, lon }: LatLon): LatLon[] =>
  BESIDE.flatMap((north) =>
    BESIDE.map((east) => ({ lat: lat + north / STEPS_PER_DEG, lon: lon + east / STEPS_PER_DEG })),
  );

const BESIDE = [-1, 0, 1] as const;

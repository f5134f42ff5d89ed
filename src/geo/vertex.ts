import type { LatLon } from '../base/point.ts';

/** Six decimals, the resolution of a network's vertices: about 0.1 m. */
const STEPS_PER_DEG = 1e6;

/** The point rounded to the six decimals of a vertex. */
export const toVertex = ({ lat, lon }: LatLon): LatLon => ({
  lat: fromStep(toStep(lat)),
  lon: fromStep(toStep(lon)),
});

/** Degrees as a whole number of the steps between vertices. */
export const toStep = (degrees: number): number => Math.round(degrees * STEPS_PER_DEG);

const fromStep = (step: number): number => step / STEPS_PER_DEG;

/** What is known of vertices, by their place. */
export interface VertexMap<Known> {
  /** Undefined at places of which nothing is known. */
  get(at: LatLon): Known | undefined;
  set(at: LatLon, known: Known): void;
}

/** Rows that are told apart before they are looked for: some tens of thousands hold something. */
const SKETCH_ROWS = 2 ** 20;

/**
 * An empty map. Every point of every line is looked up in one, so it is kept in rows of latitude, and
 * a sketch of those that hold something spares nearly every look into them.
 */
export function createVertexMap<Known>(): VertexMap<Known> {
  const rows = new Map<number, Map<number, Known>>();
  const sketch = new Uint8Array(SKETCH_ROWS);
  return {
    get({ lat, lon }) {
      const row = toStep(lat);
      return sketch[row & (SKETCH_ROWS - 1)] === 0 ? undefined : rows.get(row)?.get(toStep(lon));
    },
    set({ lat, lon }, known) {
      const row = toStep(lat);
      sketch[row & (SKETCH_ROWS - 1)] = 1;
      rows.set(row, (rows.get(row) ?? new Map<number, Known>()).set(toStep(lon), known));
    },
  };
}

/** A place and the eight a step beside it: a coordinate that was rounded twice may be one off. */
export const verticesAround = ({ lat, lon }: LatLon): LatLon[] =>
  BESIDE.flatMap((north) =>
    BESIDE.map((east) => ({ lat: lat + north / STEPS_PER_DEG, lon: lon + east / STEPS_PER_DEG })),
  );

const BESIDE = [-1, 0, 1] as const;

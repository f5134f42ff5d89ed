import type { TollStation } from './tariff.ts';

/** A station passed at a moment, in travel order. */
export interface TollPassage {
  readonly station: TollStation;
  /** Unix time, milliseconds. */
  readonly atMs: number;
}

import type { FerryStretch } from '../../trip/ports.ts';

/** What the seconds between the points of a line leave out. */
export interface WayFacts {
  /** Seconds of turning and boarding at each point of the line. */
  readonly waits: Float64Array;
  /** In travel order. */
  readonly ferries: readonly FerryStretch[];
  /** Metres that are sailed. */
  readonly sailedM: number;
}

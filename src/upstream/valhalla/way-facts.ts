import type { FerryStretch } from '../../trip/ports.ts';

/** What a line takes and where it sails, before roads are made as long as they are driven. */
export interface WayFacts {
  /** Seconds between each two points of the line, as the engine drives or sails it. */
  readonly legsS: ArrayLike<number>;
  /** Seconds of turning and boarding at each point of the line. */
  readonly waits: Float64Array;
  /** In travel order. */
  readonly ferries: readonly FerryStretch[];
  /** Metres that are sailed. */
  readonly sailedM: number;
}

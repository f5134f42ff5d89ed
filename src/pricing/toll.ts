/** Passages to a toll bill. */
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { TollStation } from './tariff.ts';

/** A station passed at a moment, in travel order. */
export interface TollPassage {
  readonly station: TollStation;
  /** Unix time, milliseconds. */
  readonly atMs: number;
}

/** One amount for each way to pay: tariff group 1 and 2, with and without tag. */
export interface FourAmounts {
  readonly smallOre: Ore;
  readonly smallNoDiscountOre: Ore;
  readonly largeOre: Ore;
  readonly largeNoDiscountOre: Ore;
}

/** A passage that costs something in at least one of the four ways to pay. */
export interface ChargedPassage extends FourAmounts {
  readonly station: TollStation;
  readonly atMs: number;
  /** The rush tariff was applied for the size of the bill. */
  readonly rush: boolean;
  readonly reason: ChargeReason;
}

/**
 * Why the passage costs what it does, for the size of the bill with a tag. `regular` and `rush`
 * name the tariff; `dearest-of-hour` pays for the passages of its window; `untagged-only` is free
 * with a tag; `other-size-only` is free for the size of the bill.
 */
export type ChargeReason =
  | 'regular'
  | 'rush'
  | 'dearest-of-hour'
  | 'untagged-only'
  | 'other-size-only';

/** A passage that is free for the size of the bill with a tag, and the rule that made it so. */
export interface FreePassage {
  readonly station: TollStation;
  readonly atMs: number;
  readonly rule: FreeRule;
  /** Id of the station whose passage paid for this one; absent where no other passage did. */
  readonly paidAt?: string;
}

export type FreeRule =
  /** Another passage of the group inside the window pays. */
  | 'hour-rule'
  /** Only one passage is paid between two times of day. */
  | 'once-between'
  /** Paid at a linked station. */
  | 'linked-station'
  /** Reversed hour rule: only one of the two stations was passed. */
  | 'reversed-rule'
  /** The tariff is known, and is 0. */
  | 'zero-tariff';

export interface TollBill {
  readonly total: FourAmounts;
  /** Passages charged for the size of the bill with a tag. */
  readonly count: number;
  /** A rush tariff was charged for the size of the bill. */
  readonly rush: boolean;
  /** In travel order; the four amounts add up to `total`. */
  readonly charged: readonly ChargedPassage[];
  readonly free: readonly FreePassage[];
  /** Stations passed that have no known tariff: the total leaves them out. */
  readonly unpriced: readonly TollPassage[];
  readonly warnings: readonly Warning[];
}

export interface TollTerms {
  /** The tariff group that `count`, `rush`, `reason` and `free` are worked out for. */
  readonly size: VehicleSize;
  /** False for a preliminary bill: every passage is charged, no rule between passages. */
  readonly rulesBetweenPassages: boolean;
}

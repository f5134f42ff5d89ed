/** The input of a toll bill: passages, the vehicle, and the ways to pay. */
import { type Ore, sumOre } from '../../base/nok.ts';
import type { Fuel, VehicleSize } from '../../base/vehicle.ts';
import type { TollStation } from './law.ts';

/** A station that is passed at a moment. */
export interface TollPassage {
  readonly station: TollStation;
  /** Unix time, milliseconds. */
  readonly atMs: number;
  /** The drive of a journey that it belongs to; absent: there is one drive alone. */
  readonly drive?: DriveMark | undefined;
}

/** A drive among others of one vehicle. */
export interface DriveMark {
  /** Its number in the journey. */
  readonly no: number;
  /**
   * The number of its trip. Drives that join have the same number: rules of one trip hold across them, and across no
   * others.
   */
  readonly trip: number;
}

/** What a toll bill is worked out for. */
export interface TollTerms extends ChargeTerms {
  /**
   * The tariff group that `count`, `rush`, `reason` and `free` are worked out for. They are worked out with a tag,
   * unless `vehicle` has none.
   */
  readonly size: VehicleSize;
  /** Priced beside the four ways to pay; absent: no vehicle is. */
  readonly vehicle?: TollVehicle;
}

/** Which rules between passages are applied. */
export interface ChargeTerms {
  /** False for a preliminary bill: every passage is charged by itself. */
  readonly rulesBetweenPassages: boolean;
  /** How far monthly caps are used; absent: not known, and none is applied. */
  readonly capUse?: CapUse;
}

/** How far the caps are used when the trip begins. */
export interface CapUse {
  /** The month of departure, `YYYY-MM`, that the counts belong to. Every other month begins at 0. */
  readonly month: string;
  /** Paid passages by the key of the cap; a cap that is not named is not applied. */
  readonly counts: Readonly<Record<string, number>>;
  /** Does a passage that is charged count for its cap? Absent: each one does. */
  readonly isCounted?: (passage: TollPassage) => boolean;
}

/** One of the four ways to pay. */
export interface Way {
  readonly size: VehicleSize;
  readonly tagged: boolean;
}

/** A vehicle as toll tariffs see it. Its size is the tariff group that it pays in, with or without a tag. */
export interface TollVehicle extends Way {
  /** Absent: not known. */
  readonly fuel?: Fuel;
  /** Euro class 0 to 6 of its exhaust; absent: not known. */
  readonly euroClass?: number;
  /** Technical code of the register, such as `M1`; absent: not known. */
  readonly technicalCode?: string;
}

/** The least and the most that a toll can be. */
export interface TollRange {
  readonly minOre: Ore;
  readonly maxOre: Ore;
}

export const toRange = (ore: Ore): TollRange => ({ minOre: ore, maxOre: ore });

/** The range that spans all ranges given. */
export const spanOf = (ranges: readonly TollRange[]): TollRange => ({
  minOre: Math.min(...ranges.map(({ minOre }) => minOre)),
  maxOre: Math.max(...ranges.map(({ maxOre }) => maxOre)),
});

export const addRanges = (ranges: readonly TollRange[]): TollRange => ({
  minOre: sumOre(ranges, ({ minOre }) => minOre),
  maxOre: sumOre(ranges, ({ maxOre }) => maxOre),
});

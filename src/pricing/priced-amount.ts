/** An amount with its proof: the tariff row that it begins with, and the steps from there. */
import type { Day } from '../base/day.ts';
import { type Ore, takePercent } from '../base/nok.ts';

/** The price of one passage or one crossing, before any rule between several of them. */
export interface PricedAmount {
  /** The amount after the last step. */
  readonly ore: Ore;
  readonly certainty: Certainty;
  readonly row: TariffRow;
  /** At least one; the first is the price of the row. */
  readonly steps: readonly PriceStep[];
}

/**
 * How well a price is known for its day, fuel and class.
 *
 * - `known`: a source covers all of it. A share that leaves nothing, and an exemption, need no source for the row.
 * - `carried`: no source covers the day, and the newest known row of the fuel or class is used. A share is carried
 *   until a newer decision. A price is carried as long as the ordinary tariff is the one that it was published beside.
 *   A ferry fare that is estimated, or whose days are inferred, is `carried`, too.
 * - `ceiling`: no share of zero emission is published for the day, and the most that the law allows is used.
 * - `ordinary`: no row of the fuel or class is known, and the ordinary tariff is used.
 */
export const CERTAINTIES = ['known', 'carried', 'ceiling', 'ordinary'] as const;

export type Certainty = (typeof CERTAINTIES)[number];

/** The row of a tariff that an amount begins with. */
export interface TariffRow {
  /** Stable as long as the row: `<project or table>/<first day>/<for whom>`. */
  readonly id: string;
  readonly from: Day;
  /** Minute of the first day at which it begins; absent: midnight. */
  readonly fromMin?: number | undefined;
  /** First day for which the row is not known any more; absent: no source tells one. */
  readonly until?: Day | undefined;
  readonly source: string;
}

/** One step of a price, and what is left after it, in whole øre. */
export interface PriceStep {
  readonly kind: (typeof PRICE_STEPS)[number];
  /** Per cent that the step leaves of the amount before; absent where the step is no share. */
  readonly percentLeft?: number;
  /** How often the amount before is paid; absent: once. */
  readonly times?: number;
  /** Number of øre that the step adds; absent: it adds none. */
  readonly plusOre?: Ore;
  /** The unit that a share is rounded to, half up; absent: whole øre. */
  readonly rounding?: 'nok' | 'ore';
  readonly ore: Ore;
  /** The source of the step; absent: that of the row. */
  readonly source?: string;
}

export const PRICE_STEPS = [
  /** The full price of the row, off-peak. */
  'full',
  /** The full price of the row in the rush. */
  'full-rush',
  'tag-discount',
  'zero-emission',
  /** The vehicle is free here, whatever the tariff. */
  'exempt',
  /** A car with a trailer pays the fare several times. */
  'trailer',
  'ferry-agreement',
  /** A toll that is part of the ticket of a ferry. */
  'added-toll',
] as const;

/** An amount with one step more. */
export const addStep = (amount: PricedAmount, step: PriceStep): PricedAmount => ({
  ...amount,
  ore: step.ore,
  steps: [...amount.steps, step],
});

/** Adds a step that leaves some per cent of an amount. */
export const leavePercent = (amount: PricedAmount, step: PercentStep): PricedAmount =>
  addStep(amount, { ...step, ore: takePercent(amount.ore, step.percentLeft, step.rounding) });

type PercentStep = Omit<PriceStep, 'ore'> & Required<Pick<PriceStep, 'percentLeft'>>;

/** An amount with its proof: the tariff row that it begins with, and the steps from there. */
import type { Day } from '../base/day.ts';
import { type Ore, takePercent } from '../base/nok.ts';

/** What somebody pays for one thing, before any rule between several. */
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
 * - `known`: a source covers all of it.
 * - `carried`: the newest known row of the fuel or class, on a day for which no source tells of it: a
 *   share until a newer decision, a price where the ordinary tariff stands as it stood beside it. Of a
 *   ferry, too, a published fare whose days are inferred.
 * - `ceiling`: no share of zero emission is published for the day: the most that the law allows.
 * - `ordinary`: the row of the fuel or class is not known, and the ordinary tariff stands.
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
  /** Per cent that the step leaves of the amount before; absent where it is no share. */
  readonly percentLeft?: number;
  /** How often the amount before is paid; absent: once. */
  readonly times?: number;
  /** To what a share is rounded, half up; absent: to whole øre. */
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
] as const;

/** An amount with one step more. */
export const addStep = (amount: PricedAmount, step: PriceStep): PricedAmount => ({
  ...amount,
  ore: step.ore,
  steps: [...amount.steps, step],
});

/** An amount of which a step leaves some per cent. */
export const leavePercent = (amount: PricedAmount, step: PercentStep): PricedAmount =>
  addStep(amount, { ...step, ore: takePercent(amount.ore, step.percentLeft, step.rounding) });

type PercentStep = Omit<PriceStep, 'ore'> & Required<Pick<PriceStep, 'percentLeft'>>;

/** Passages of which no more is known than the most that they can cost. */
import type { Ore } from '../base/nok.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { mayBeFree } from '../pricing/toll/vehicle-toll.ts';
import { chargeOf } from './mistaken-prices.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

/** What a line of the bill asks, and the row that bills it; `undefined`: none does. */
export interface Compared {
  readonly line: TollLine;
  readonly row: BilledPassage | undefined;
  readonly billedOre: Ore;
  readonly chargeOre: Ore;
}

/** The passages of an hour whose price is an upper bound: the wrong ones, and the one that may be right. */
export interface OpenHour {
  /** `isMost`: what it charges is the most that it can be. */
  readonly wrong: readonly (Compared & { readonly isMost?: true })[];
  /** The passage whose amount lies within what is known; absent: there is none. */
  readonly undecided?: Compared;
}

/** The ordinary tariff, or the ceiling of the law, is the most: what a vehicle pays less is not known. */
const isAtMost = ({ vehicle }: TollLine): boolean =>
  vehicle?.doubt?.kind === 'class-not-known' ||
  vehicle?.doubt?.kind === 'vehicle-not-known' ||
  mayBeFree(vehicle ?? {});

/**
 * Judges the passages of one hour, or one passage, whose price is an upper bound alone: one of them is paid, any amount
 * up to the most is right, and nothing at all where the price may be nothing.
 *
 * @returns `undefined` where the price is known, or nothing is to be paid.
 */
export function judgeOpenHour(
  hour: readonly Compared[],
  terms: ReconcileTerms,
): OpenHour | undefined {
  const together = hour.filter(({ line }) => isOfHour(line, terms));
  const due = together.find(({ chargeOre }) => chargeOre > 0);
  if (due === undefined || !isAtMost(due.line)) return undefined;
  const paid = together.filter(({ billedOre }) => billedOre > 0);
  const payer = paid.includes(due) ? due : paid[0];
  const tooMany = hour.filter((one) => one !== payer && one.billedOre > 0);
  if (payer === undefined)
    return together.some(({ line }) => mayBeFree(line.vehicle ?? {}))
      ? { wrong: tooMany, undecided: due }
      : { wrong: [...tooMany, due] };
  const mostOre = Math.max(...together.map(({ line }) => line.vehicle?.amount?.ore ?? 0));
  return payer.billedOre > mostOre
    ? { wrong: [{ ...payer, chargeOre: mostOre, isMost: true }, ...tooMany] }
    : { wrong: tooMany, undecided: payer };
}

/** Is it paid, or free because another passage of its hour is? */
function isOfHour(line: TollLine, terms: ReconcileTerms): boolean {
  const { free } = chargeOf(line, terms);
  return free === undefined || free.rule === 'hour-rule' || free.rule === 'once-between';
}

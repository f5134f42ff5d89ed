/** Passages of which no more is known than the most that they can cost. */
import type { Ore } from '../base/nok.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { mayBeFree } from '../pricing/toll/vehicle-toll.ts';
import { type Compared, findPaid, sumOf } from './paid-hour.ts';
import type { ReconcileTerms } from './statement.ts';

/** The passages of an hour whose price is an upper bound: the wrong ones, and the one that may be right. */
export interface OpenHour {
  /** `isMost`: what it charges is the most that it can be. */
  readonly wrong: readonly (Compared & { readonly isMost?: true })[];
  /** The passage whose amount lies within what is known; absent: there is none. */
  readonly undecided?: Compared;
  /** What the hour costs at most. */
  readonly mostOre: Ore;
}

/** The ordinary tariff, or the ceiling of the law, is the most: what a vehicle pays less is not known. */
const isAtMost = ({ vehicle }: TollLine): boolean =>
  vehicle?.doubt?.kind === 'class-not-known' ||
  vehicle?.doubt?.kind === 'vehicle-not-known' ||
  mayBeFree(vehicle ?? {});

/** Is it billed as the ordinary tariff has it, and a vehicle of which no more is told pays that? */
const isOrdinary = ({ vehicle }: TollLine, hour: readonly Compared[]): boolean =>
  vehicle?.doubt?.kind === 'vehicle-not-known' &&
  sumOf(hour, 'billedOre') === sumOf(hour, 'chargeOre');

/**
 * Judges the passages of one hour, or one passage, whose price is an upper bound alone: one of them is paid, any amount
 * up to the most is right, and nothing at all where the price may be nothing.
 *
 * @param hour its charge at the passage that is billed.
 * @returns `undefined` where the price is known, nothing is to be paid, or the hour costs what is ordinary.
 */
export function judgeOpenHour(
  hour: readonly Compared[],
  terms: ReconcileTerms,
): OpenHour | undefined {
  const { due, together } = findPaid(hour, terms);
  const priced = due?.payer ?? due?.line;
  if (due === undefined || priced === undefined || !isAtMost(priced)) return undefined;
  if (isOrdinary(priced, hour)) return undefined;
  const tooMany = hour.filter((one) => one !== due && one.billedOre > 0);
  const mostOre = Math.max(...together.map(({ line }) => line.vehicle?.amount?.ore ?? 0));
  if (due.billedOre > mostOre)
    return { wrong: [{ ...due, chargeOre: mostOre, isMost: true }, ...tooMany], mostOre };
  const mayCostNothing = together.some(({ line }) => mayBeFree(line.vehicle ?? {}));
  return due.billedOre > 0 || mayCostNothing
    ? { wrong: tooMany, undecided: due, mostOre }
    : { wrong: [...tooMany, { ...due, isMost: true }], mostOre };
}

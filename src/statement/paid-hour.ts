/** What is to be paid for an hour, which is paid once: the operator may bill another passage of it than the rule names. */
import { type Ore, sumOre } from '../base/nok.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import { latestOf, mayDearestPay } from './find-openers.ts';
import type { BilledPassage } from './statement.ts';

/** What a vehicle is charged for a passage, and the row that bills it; `undefined`: none does. */
export interface Compared {
  readonly line: VehicleCharge;
  readonly row: BilledPassage | undefined;
  readonly billedOre: Ore;
  readonly chargeOre: Ore;
  /** The passage of its hour whose price it is compared with, as that passage is not billed; absent: its own. */
  readonly payer?: VehicleCharge;
  /** The charge is the most that it can be. */
  readonly isMost?: true;
}

/**
 * Moves the charge of an hour to the passage that is billed for it. This is a passage billed with the amount of the
 * charge; the passage of the rule comes before others. Else it is the passage of the rule if that is billed, else the
 * first passage that is billed. Of passages in the minute in which the hour began any may have been the first one.
 *
 * @param hour in time order.
 */
export function chargeBilled(hour: readonly Compared[]): readonly Compared[] {
  const { due, together } = findDue(hour);
  if (due === undefined || due.billedOre === due.chargeOre) return hour;
  const paid = together.filter(({ billedOre }) => billedOre > 0);
  const first = findFirst(due, together, paid);
  const chargeOre = first === due ? due.chargeOre : (first.line.amount?.ore ?? 0);
  const payer =
    paid.find(({ billedOre }) => billedOre === chargeOre) ?? (due.billedOre > 0 ? due : paid[0]);
  if (payer === undefined || (payer === due && first === due)) return hour;
  return hour.map((one) => {
    if (one === payer) return { ...one, chargeOre, ...(payer !== first && { payer: first.line }) };
    return one === due ? { ...due, chargeOre: 0 } : one;
  });
}

/** The passage of the minute in which an hour began whose price is billed; the one that is due where none is. */
function findFirst(
  due: Compared,
  together: readonly Compared[],
  paid: readonly Compared[],
): Compared {
  if (mayDearestPay(due.line)) return due;
  const isBilled = ({ line: { passage, amount } }: Compared) =>
    passage.atMs <= latestOf(due.line) && paid.some(({ billedOre }) => billedOre === amount?.ore);
  return together.find((one) => one !== due && isBilled(one)) ?? due;
}

/** The passages of an hour that are paid, or free because another one of it is; and the one that is to be paid. */
function findDue(hour: readonly Compared[]) {
  const together = hour.filter(({ line: { charge } }) => {
    const rule = charge.free?.rule;
    return rule === undefined || rule === 'hour-rule' || rule === 'once-between';
  });
  return { together, due: together.find(({ chargeOre }) => chargeOre > 0) };
}

/** The passages of an hour whose price is an upper bound: the wrong ones, and the one that may be right. */
interface OpenHour {
  readonly wrong: readonly Compared[];
  /** The passage whose amount lies within what is known; absent: there is none. */
  readonly undecided?: Compared;
  /** What the hour costs at most. */
  readonly mostOre: Ore;
}

/**
 * Judges the passages of one hour, or one passage, if only an upper bound of the price is known. One of them is paid:
 * any amount up to the bound is right, and 0 is right where the price may be 0.
 *
 * @param hour with its charge at the passage that is billed.
 * @returns `undefined` where the price is known, nothing is to be paid, or the hour is billed by the ordinary tariff.
 */
export function judgeOpenHour(hour: readonly Compared[]): OpenHour | undefined {
  const { due, together } = findDue(hour);
  if (due === undefined) return undefined;
  const { line, payer = line } = due;
  if (!isAtMost(payer) || isOrdinary(payer, hour)) return undefined;
  const tooMany = hour.filter((one) => one !== due && one.billedOre > 0);
  const mostOre = Math.max(...together.map((one) => one.line.amount?.ore ?? 0));
  if (due.billedOre > mostOre)
    return { wrong: [{ ...due, chargeOre: mostOre, isMost: true }, ...tooMany], mostOre };
  return due.billedOre > 0 || together.some((one) => mayBeFree(one.line))
    ? { wrong: tooMany, undecided: due, mostOre }
    : { wrong: [...tooMany, { ...due, isMost: true }], mostOre };
}

/** Is only an upper bound of the price known: the ordinary tariff, or the ceiling of the law? */
const isAtMost = (line: VehicleCharge): boolean =>
  line.doubt?.kind === 'class-not-known' ||
  line.doubt?.kind === 'vehicle-not-known' ||
  mayBeFree(line);

/** Is an hour billed by the ordinary tariff for a vehicle of which no more is told? */
const isOrdinary = ({ doubt }: VehicleCharge, hour: readonly Compared[]): boolean =>
  doubt?.kind === 'vehicle-not-known' && sumOf(hour, 'billedOre') === sumOf(hour, 'chargeOre');

export const sumOf = (compared: readonly Compared[], ore: 'billedOre' | 'chargeOre'): Ore =>
  sumOre(compared, (one) => one[ore]);

/**
 * What is to be paid for an hour. An hour is paid once. The operator may bill another of its passages than the rule
 * names, or may have parted the hours otherwise.
 */
import { type Ore, sumOre } from '../base/nok.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { CountedHours } from './count-hours.ts';
import { latestOf, mayDearestPay } from './find-openers.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

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

/** Tolls have no tax. Ferries have it, and of private roads it is not known. */
export const isUntaxed = ({ passage }: VehicleCharge): boolean =>
  passage.station.project.nationalTerms !== false;

export const hasVat = (line: VehicleCharge, row: BilledPassage | undefined): boolean =>
  isUntaxed(line) && (row?.vatOre ?? 0) > 0;

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

/** How often the caps were used before the statement. */
interface CapTerms extends Pick<ReconcileTerms, 'usedBefore'> {
  /** The month of which `usedBefore` tells, `YYYY-MM`. */
  readonly month: string;
}

/**
 * Tells whether an hour that is billed too little may be right all the same. Its lines of amount 0 may be paid for by a
 * passage outside of it. Lines of amount 0 at its beginning may be of the hour before: then the rest has to be right by
 * itself.
 */
export function openMayBeRight(
  { free, billed, own }: CountedHours,
  terms: CapTerms,
): (hour: readonly Compared[]) => boolean {
  const mayBePaid = ({ line, row, billedOre }: Compared) =>
    billedOre === 0 && (free.has(line) || (row !== undefined && isCapOpen(line, terms)));
  return (hour) => {
    const at = hour.findIndex((one) => !mayBePaid(one));
    // Drives that no line tells of are missing, unless a line pays their hour.
    if (at === -1) return hour.every(({ row, line }) => row !== undefined || billed.has(line));
    const left = hour.slice(at);
    const [first] = left;
    if (at === 0 || first === undefined || !own.has(first.line)) return false;
    const isOnce = sumOf(left, 'billedOre') === first.billedOre;
    return isOnce && first.billedOre === costOfHour(left) && !hasVat(first.line, first.row);
  };
}

/** May a monthly cap have been met by passages that nothing tells of? */
const isCapOpen = (
  { charge: { cap } }: VehicleCharge,
  { month, usedBefore = {} }: CapTerms,
): boolean => cap !== undefined && !(cap.month === month && cap.cap.key in usedBefore);

/** The most that the lines cost if some of them may be of another hour; 0: none may. */
export function costApart(hour: readonly Compared[], { own, paying }: CountedHours): Ore {
  const [first, ...others] = hour.filter(({ billedOre }) => billedOre > 0);
  if (first === undefined) return 0;
  const apart = others.filter(({ line }) => paying.has(line));
  const isFirstApart = own.has(first.line) && first !== hour[0];
  if (apart.length === 0 && !isFirstApart) return 0;
  const hours = 1 + apart.length;
  return hours * Math.max(...hour.map(({ line }) => line.amount?.ore ?? 0));
}

/** What an hour costs if its payment may have the price of another passage of it; 0: it may not. */
export function costForOther(hour: readonly Compared[], { forOther }: CountedHours): Ore {
  const [one, ...others] = hour.filter(({ billedOre }) => billedOre > 0);
  if (one === undefined || others.length > 0 || !forOther.has(one.line)) return 0;
  return hasVat(one.line, one.row) ? 0 : one.billedOre;
}

/** How a passage that is on no line may make the lines right. */
export const UNSEEN = {
  before:
    'a passage that is on no known line may have begun an hour before, so that the lines may be of two hours.',
  after:
    'it is the price of another passage, behind the last line or at the end of the hour by the clock, which may be the one of it that pays.',
} as const;

/** What the passages of an hour cost together. */
function costOfHour(hour: readonly Compared[]): Ore {
  const ores = hour.map(({ line }) => line.amount?.ore ?? 0);
  const [first] = hour;
  const pays = first && hourRuleFor(first.line.passage, first.line.vehicle)?.pays;
  return pays === 'first' ? (ores[0] ?? 0) : Math.max(...ores);
}

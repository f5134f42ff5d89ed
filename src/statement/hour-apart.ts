/** Hours of which some lines may belong to another hour. */
import type { Ore } from '../base/nok.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { CountedHours } from './count-hours.ts';
import { hasVat } from './explain.ts';
import { type Compared, sumOf } from './paid-hour.ts';
import type { ReconcileTerms } from './statement.ts';

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

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
  { free, own }: CountedHours,
  terms: CapTerms,
): (hour: readonly Compared[]) => boolean {
  const mayBePaid = ({ line, row }: Compared) =>
    row?.ore === 0 && (free.has(line) || isCapOpen(line, terms));
  return (hour) => {
    const at = hour.findIndex((one) => !mayBePaid(one));
    if (at === -1) return true;
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
export function costApart(hour: readonly Compared[], { own }: CountedHours): Ore {
  const payments = hour.filter(({ billedOre }) => billedOre > 0);
  const apart = payments.filter(({ line }) => own.has(line) && line !== hour[0]?.line);
  if (apart.length === 0) return 0;
  const hours = 1 + payments.slice(1).filter(({ line }) => own.has(line)).length;
  return hours * Math.max(...hour.map(({ line }) => line.amount?.ore ?? 0));
}

/** What the passages of an hour cost together. */
function costOfHour(hour: readonly Compared[]): Ore {
  const ores = hour.map(({ line }) => line.amount?.ore ?? 0);
  const [first] = hour;
  const pays = first && hourRuleFor(first.line.passage, first.line.vehicle)?.pays;
  return pays === 'first' ? (ores[0] ?? 0) : Math.max(...ores);
}

/** Which passage pays for an hour: the operator may bill another one than the rule names. */
import type { Ore } from '../base/nok.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { chargeOf } from './mistaken-prices.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

/** What a line of the bill asks, and the row that bills it; `undefined`: none does. */
export interface Compared {
  readonly line: TollLine;
  readonly row: BilledPassage | undefined;
  readonly billedOre: Ore;
  readonly chargeOre: Ore;
  /** The passage of its hour whose price it is held against, as that one is not billed; absent: its own. */
  readonly payer?: TollLine;
}

/**
 * The charge of an hour at the passage that is billed for it: one with its amount, that of the rule before others, else
 * that of the rule, else the first.
 *
 * @param hour in time order.
 */
export function chargeBilled(
  hour: readonly Compared[],
  terms: ReconcileTerms,
): readonly Compared[] {
  const { due, paid } = findPaid(hour, terms);
  if (due === undefined || due.billedOre === due.chargeOre) return hour;
  const { chargeOre } = due;
  const payer =
    paid.find(({ billedOre }) => billedOre === chargeOre) ?? (due.billedOre > 0 ? due : paid[0]);
  if (payer === undefined || payer === due) return hour;
  return hour.map((one) => {
    if (one === payer) return { ...one, chargeOre, payer: due.line };
    return one === due ? { ...due, chargeOre: 0 } : one;
  });
}

/** Of the passages of an hour that one payment is for: which is to be paid, and which are. */
export function findPaid(hour: readonly Compared[], terms: ReconcileTerms) {
  const together = hour.filter(({ line }) => isPaidTogether(line, terms));
  return {
    together,
    due: together.find(({ chargeOre }) => chargeOre > 0),
    paid: together.filter(({ billedOre }) => billedOre > 0),
  };
}

/** Is it paid, or free because another passage of its hour is? */
function isPaidTogether(line: TollLine, terms: ReconcileTerms): boolean {
  const { free } = chargeOf(line, terms);
  return free === undefined || free.rule === 'hour-rule' || free.rule === 'once-between';
}

export const sumOf = (compared: readonly Compared[], ore: 'billedOre' | 'chargeOre'): Ore =>
  compared.reduce((sum, one) => sum + one[ore], 0);

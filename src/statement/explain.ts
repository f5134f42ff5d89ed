/** Which mistake gives the amount that a line bills, in a sentence. */
import { findInForce } from '../pricing/dated.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { explainFree } from './explain-free.ts';
import { chargeOf, type Explained, listHypotheses } from './mistaken-prices.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

/** A line of the bill among all, and the row that bills it; `undefined`: none does. */
export interface Judged {
  readonly line: TollLine;
  readonly lines: readonly TollLine[];
  readonly row: BilledPassage | undefined;
}

/** Tolls have no tax; ferries do, and of private roads it is not known. */
const isUntaxed = ({ price }: TollLine): boolean => price.station.project.nationalTerms !== false;

export const hasVat = (line: TollLine, row: BilledPassage | undefined): boolean =>
  isUntaxed(line) && (row?.vatOre ?? 0) > 0;

/** Which mistake gives the amount that is billed; the first that does. */
export function explain({ line, lines, row }: Judged, terms: ReconcileTerms): Explained {
  if (row === undefined)
    return { kind: 'not-billed', because: 'The drive passed the station, and no line bills it.' };
  const charge = chargeOf(line, terms);
  const { free } = charge;
  if (free !== undefined && row.ore > 0) return explainFree({ line, lines, row, free }, terms);
  const { percent = 0 } = findInForce(terms.tolls.valueAddedTax, line.price.time.day) ?? {};
  const withTaxOre = Math.round(charge.ore * (1 + percent / 100));
  const isWithTax = isUntaxed(line) && row.ore === withTaxOre;
  const hit = listHypotheses(line, terms).find(({ ore }) => ore === row.ore && ore !== charge.ore);
  if (hit !== undefined && isWithTax)
    return { ...hit, because: `${hit.because} The price and value added tax are as much.` };
  if (hit !== undefined && hasVat(line, row))
    return { ...hit, because: `${hit.because} The line has value added tax, and tolls have none.` };
  if (hit !== undefined) return hit;
  if (isWithTax || hasVat(line, row))
    return { kind: 'vat-added', because: 'Value added tax is billed, and tolls have none.' };
  return { kind: 'other-amount', because: 'No tariff of the station gives this amount.' };
}

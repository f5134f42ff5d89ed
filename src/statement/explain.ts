/** Which mistake gives the amount that a line bills, in a sentence. */
import type { Ore } from '../base/nok.ts';
import { findInForce } from '../pricing/dated.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { mayBeFree } from '../pricing/toll/vehicle-toll.ts';
import { explainFree } from './explain-free.ts';
import { chargeOf, type Explained, listHypotheses } from './mistaken-prices.ts';
import { findOtherDay } from './other-days.ts';
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
  const hit = findMistake({ line, lines, row }, terms);
  if (hasVat(line, row)) return explainTax(row, chargeOf(line, terms).ore, hit);
  const isOnTop = isWithTax(line, row, terms);
  if (hit !== undefined && isOnTop)
    return { ...hit, because: `${hit.because} The price and value added tax are as much.` };
  if (hit !== undefined) return hit;
  if (isOnTop) return { kind: 'vat-added', because: TAXED };
  return findOtherDay(line, row, terms) ?? { kind: 'other-amount', because: NO_TARIFF };
}

/** The line has a column of tax. */
function explainTax(
  { ore: billedOre, vatOre = 0 }: BilledPassage,
  ore: Ore,
  hit: Explained | undefined,
): Explained {
  if (billedOre - vatOre === ore) return { kind: 'vat-added', because: `${TAXED} ${RIGHT}` };
  if (hit !== undefined) return { ...hit, because: `${hit.because} ${TAXED_TOO}` };
  return { kind: 'vat-added', because: TAXED };
}

/** Is the amount the price with the general rate on top? */
function isWithTax(line: TollLine, row: BilledPassage, terms: ReconcileTerms): boolean {
  const { ore } = chargeOf(line, terms);
  const { percent = 0 } = findInForce(terms.tolls.valueAddedTax, line.price.time.day) ?? {};
  const isKnown = !mayBeFree(line.vehicle ?? {});
  return isKnown && isUntaxed(line) && ore > 0 && row.ore === Math.round(ore * (1 + percent / 100));
}

const NO_TARIFF =
  'Neither the tariff of this moment nor the one before or after gives this amount for the vehicle.';
const TAXED = 'Value added tax is billed, and tolls have none.';
const RIGHT = 'Without it the amount is right.';
const TAXED_TOO = 'The line has value added tax, and tolls have none.';

/** The first mistake that gives the amount; `undefined`: none does. */
function findMistake(
  { line, lines, row }: Judged & { readonly row: BilledPassage },
  terms: ReconcileTerms,
): Explained | undefined {
  const { ore, free } = chargeOf(line, terms);
  if (free !== undefined && row.ore > 0) return explainFree({ line, lines, row, free }, terms);
  if (row.ore === ore) return undefined;
  return listHypotheses(line, terms).find((one) => one.ore === row.ore);
}

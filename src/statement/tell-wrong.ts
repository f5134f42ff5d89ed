/** Says what is wrong with the amount of a passage. */
import type { Ore } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { explain, type Judged } from './explain.ts';
import { chargeOf, type Explained, ownAmountOf, ownPriceOf } from './mistaken-prices.ts';
import type { Compared } from './paid-hour.ts';
import type { Finding, ReconcileTerms } from './statement.ts';
import { tellNok, tellPlace, toFinding } from './to-finding.ts';

/** A passage whose amount is wrong. */
export interface WrongLine extends Compared {
  /** What it charges is the most that it can be. */
  readonly isMost?: true;
}

/** @param wrong `lines`: all of the bill. */
export function tellWrong(
  wrong: WrongLine & Pick<Judged, 'lines'>,
  terms: ReconcileTerms,
): Finding {
  const { line, row, chargeOre, payer, isMost } = wrong;
  const priced = payer ?? line;
  const { station } = line.price;
  const source = ownAmountOf(priced, terms)?.row.source;
  const { kind, because } = explainWrong(wrong, terms);
  return toFinding(
    { ore: 0, ...row, atMs: line.price.atMs, station: station.name },
    {
      kind,
      because,
      place: tellPlace(station),
      expectedOre: chargeOre,
      estimated: [line, priced].some(isDoubted) || isEstimate(priced, wrong, terms),
      ...(isMost && { atMost: true }),
      ...(source !== undefined && { source }),
    },
  );
}

function explainWrong(
  { line, lines, row, chargeOre, payer, isMost, billedOre }: WrongLine & Pick<Judged, 'lines'>,
  terms: ReconcileTerms,
): Explained {
  if (chargeOre === 0 && chargeOf(line, terms).ore > 0)
    return { kind: 'hour-rule-not-applied', because: OTHER_PAYS };
  const explained =
    payer !== undefined && billedOre === ownPriceOf(line, terms)
      ? ({ kind: 'other-amount', because: OWN_PRICE } as const)
      : explain({ line: payer ?? line, lines, row }, terms);
  const { kind, because } =
    isMost && billedOre > chargeOre ? addMost(explained, payer ?? line, chargeOre) : explained;
  return { kind, because: payer ? `${tellPayer(payer)} ${because}` : because };
}

const OTHER_PAYS = 'Another line of the same hour bills what the hour costs.';
const OWN_PRICE = 'This line bills the price of its own passage.';

const tellPayer = ({ price: { station, atMs } }: TollLine): string =>
  `The hour costs as much as its passage of ${station.name} at ${formatOsloInstant(atMs).slice(11, 16)}, which is billed nothing.`;

/** The mistake that gives the amount, if one does, and that it is too much in any case. */
function addMost({ kind, because }: Explained, line: TollLine, mostOre: Ore): Explained {
  const by = isTariffFirm(line) ? '' : ' by the nearest known tariff';
  const most = `What the passage costs the vehicle is not known, but it is at most ${tellNok(mostOre)}${by}: the amount is more than the price can be.`;
  const isMistake = kind !== 'other-amount' && kind !== 'hour-rule-not-applied';
  return isMistake
    ? { kind, because: `${because} ${most}` }
    : { kind: 'other-amount', because: most };
}

/** A rule is read in one of two ways: an operator who reads it in the other one has billed right. */
const isDoubted = ({ vehicle }: TollLine): boolean => vehicle?.isInDoubt === true;

/** Is the ordinary tariff of the moment published? */
const isTariffFirm = ({ price, vehicle: own }: TollLine): boolean =>
  own !== undefined && price[own.vehicle.size]?.tagged.certainty === 'known';

/**
 * Does what is expected rest on what is not published? What is the most, and what another passage pays for, do not
 * hang on which vehicle it is.
 */
function isEstimate(line: TollLine, { chargeOre, isMost }: WrongLine, terms: ReconcileTerms) {
  const { free } = chargeOf(line, terms);
  const isFreed = chargeOre === 0 && free?.rule !== 'zero-tariff';
  return isMost || isFreed ? !isTariffFirm(line) : (line.vehicle?.estimated ?? true);
}

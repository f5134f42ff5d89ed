/** Says what is wrong with the amount of a passage. */
import type { Ore } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import { type ExplainTerms, explain } from './explain.ts';
import type { Explained } from './mistaken-prices.ts';
import type { Compared } from './paid-hour.ts';
import type { Finding } from './statement.ts';
import { tellNok, tellPlace, toFinding } from './to-finding.ts';

/** @param wrong its amount is wrong. */
export function tellWrong(wrong: Compared, terms: ExplainTerms): Finding {
  const { line, row, chargeOre, payer = line, isMost } = wrong;
  const { station, atMs } = line.passage;
  return toFinding(
    { ore: 0, ...row, atMs, station: station.name },
    {
      ...explainWrong(wrong, terms),
      place: tellPlace(station),
      expectedOre: chargeOre,
      // A rule is read in one of two ways: an operator who reads it in the other one has billed right.
      estimated: [line, payer].some(({ isInDoubt }) => isInDoubt) || isEstimate(payer, wrong),
      atMost: isMost,
      source: payer.amount?.row.source,
    },
  );
}

function explainWrong(
  { line, row, chargeOre, payer, isMost, billedOre }: Compared,
  terms: ExplainTerms,
): Explained {
  if (chargeOre === 0 && line.charge.ore > 0)
    return { kind: 'hour-rule-not-applied', because: OTHER_PAYS };
  const priced = payer ?? line;
  const isOwnPrice = payer !== undefined && billedOre === line.amount?.ore;
  const explained = isOwnPrice ? OWN_PRICE : explain({ line: priced, row }, terms);
  const { kind, because } =
    isMost && billedOre > chargeOre ? addMost(explained, priced, chargeOre) : explained;
  return { kind, because: payer ? `${tellPayer(payer)} ${because}` : because };
}

const OTHER_PAYS = 'Another line of the same hour bills what the hour costs.';
const OWN_PRICE: Explained = {
  kind: 'other-amount',
  because: 'This line bills the price of its own passage.',
};

const tellPayer = ({ passage: { station, atMs } }: VehicleCharge): string =>
  `The hour costs as much as its passage of ${station.name} at ${formatOsloInstant(atMs).slice(11, 16)}, which is billed nothing.`;

/** Tells the mistake that gives the amount, if there is one, and that the amount is too much in any case. */
function addMost({ kind, because }: Explained, line: VehicleCharge, mostOre: Ore): Explained {
  const by = isTariffFirm(line) ? '' : ' by the nearest known tariff';
  const most = `What the passage costs the vehicle is not known, but it is at most ${tellNok(mostOre)}${by}: the amount is more than the price can be.`;
  const isMistake = kind !== 'other-amount' && kind !== 'hour-rule-not-applied';
  return isMistake
    ? { kind, because: `${because} ${most}` }
    : { kind: 'other-amount', because: most };
}

/** Is the ordinary tariff of the moment published, or the price of the vehicle itself? */
const isTariffFirm = ({ passage, vehicle, amount, doubt }: VehicleCharge): boolean =>
  passage[vehicle.size]?.tagged.certainty === 'known' ||
  (doubt === undefined && amount?.certainty === 'known');

/**
 * Does the expected amount rest on something that is not published? An upper bound, and a passage that another one pays
 * for, do not depend on which vehicle it is.
 */
function isEstimate(line: VehicleCharge, { chargeOre, isMost }: Compared): boolean {
  const isFreed = chargeOre === 0 && line.charge.free?.rule !== 'zero-tariff';
  return isMost || isFreed ? !isTariffFirm(line) : line.estimated;
}

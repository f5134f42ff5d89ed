/** Says what is wrong with the amount of a passage: the first mistake that gives it, in a sentence. */
import type { Ore } from '../base/nok.ts';
import { formatClock, formatOsloInstant } from '../base/oslo-time.ts';
import { findInForce } from '../pricing/dated.ts';
import type { FreeRule } from '../pricing/toll/charge.ts';
import { findOwnTariff } from '../pricing/toll/own-tariff.ts';
import { findExemption } from '../pricing/toll/price-vehicle.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import { describeClass } from '../pricing/toll/vehicle-warning.ts';
import { findMistakenPrice, findOtherDay } from './mistaken-prices.ts';
import { type Compared, hasVat, isUntaxed } from './paid-hour.ts';
import {
  type BilledPassage,
  type Explained,
  type Finding,
  type ReconcileTerms,
  tellNok,
  tellPlace,
  toFinding,
} from './statement.ts';

export interface ExplainTerms extends Pick<ReconcileTerms, 'tolls' | 'calendar'> {
  /** All lines of the bill. */
  readonly lines: readonly VehicleCharge[];
}

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

/** The first mistake that gives the amount that is billed. */
function explain({ line, row }: Pick<Compared, 'line' | 'row'>, terms: ExplainTerms): Explained {
  if (row === undefined)
    return { kind: 'not-billed', because: 'The drive passed the station, and no line bills it.' };
  const hit = findMistake(line, row, terms);
  if (hasVat(line, row)) return explainTax(row, line.charge.ore, hit);
  const isOnTop = isWithTax(line, row, terms);
  if (hit !== undefined && isOnTop)
    return { ...hit, because: `${hit.because} The price and value added tax are as much.` };
  if (hit !== undefined) return hit;
  if (isOnTop) return { kind: 'vat-added', because: TAXED };
  return findOtherDay(line, row, terms) ?? { kind: 'other-amount', because: NO_TARIFF };
}

/** Explains a line with tax in a column of its own. */
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
function isWithTax(line: VehicleCharge, row: BilledPassage, { tolls }: ExplainTerms): boolean {
  const { ore } = line.charge;
  const { percent = 0 } = findInForce(tolls.valueAddedTax, line.passage.time.day) ?? {};
  const isTaxed = row.ore === Math.round(ore * (1 + percent / 100));
  return isTaxed && ore > 0 && !mayBeFree(line) && isUntaxed(line);
}

const NO_TARIFF =
  'Neither the tariff of this moment nor the one before or after gives this amount for the vehicle.';
const TAXED = 'Value added tax is billed, and tolls have none.';
const RIGHT = 'Without it the amount is right.';
const TAXED_TOO = 'The line has value added tax, and tolls have none.';

/** The first mistake that gives the amount; `undefined`: none does. */
function findMistake(
  line: VehicleCharge,
  row: BilledPassage,
  { lines }: ExplainTerms,
): Explained | undefined {
  const { ore, free } = line.charge;
  if (free !== undefined && row.ore > 0)
    return free.rule === 'zero-tariff' || line.amount?.ore === 0
      ? explainNothing(line, row)
      : { kind: KINDS[free.rule], because: REASONS[free.rule](line, lines) };
  return row.ore === ore ? undefined : findMistakenPrice(line, row.ore);
}

/** Explains an amount where the price of the vehicle itself is 0. */
function explainNothing(line: VehicleCharge, row: BilledPassage): Explained {
  const because = tellNothing(line);
  const hit = findMistakenPrice(line, row.ore);
  return hit === undefined
    ? { kind: 'other-amount', because }
    : { kind: hit.kind, because: `${hit.because} ${because}` };
}

/** Says for whom the passage is free. */
function tellNothing({ passage, vehicle }: VehicleCharge): string {
  const exemption = findExemption(passage, vehicle);
  if (exemption !== undefined) return tellFree(exemption.name, true);
  const own = findOwnTariff(passage, vehicle);
  if (own.kind !== 'row') return 'The tariff of the station is nothing at this moment.';
  const { technicalCode, untagged } = own.row;
  const code = technicalCode === undefined ? '' : ` of the register's code ${technicalCode}`;
  return tellFree(`${describeClass(own.tollClass, vehicle.size)}${code}`, untagged);
}

const tellFree = (who: string, untagged: boolean): string =>
  `${who.charAt(0).toUpperCase()}${who.slice(1)}${untagged ? ', with or without a tag,' : ' with a tag'} pass here for nothing.`;

type RuleBetween = Exclude<FreeRule, 'zero-tariff'>;

const KINDS = {
  'hour-rule': 'hour-rule-not-applied',
  'once-between': 'local-rule-not-applied',
  'linked-station': 'local-rule-not-applied',
  'reversed-rule': 'local-rule-not-applied',
  'monthly-cap': 'cap-not-applied',
} as const satisfies Record<RuleBetween, Explained['kind']>;

type Tell = (line: VehicleCharge, lines: readonly VehicleCharge[]) => string;

const REASONS: Readonly<Record<RuleBetween, Tell>> = {
  'hour-rule': () => 'Another passage of the same hour pays: this one is free by the hour rule.',
  'once-between': (line, lines) =>
    `With a tag one passage in all is paid on weekdays${tellOnce(line, lines)}: another one pays, and this one is free by that rule.`,
  'linked-station': ({ charge }, lines) =>
    `The trip is paid at ${lines[charge.free?.payer ?? -1]?.passage.station.name ?? 'another one'}, which is linked with this station: with a tag this passage is free.`,
  'reversed-rule': () =>
    'With a tag the passage is free where no other station of the reversed hour rule is passed soon before or after it, and none was.',
  'monthly-cap': () =>
    'The month has had as many paid passages as it has to: this one is free with a tag.',
};

/** The hours of the rule under which the first passage of the window was paid. */
const tellOnce: Tell = ({ charge }, lines) => {
  const opener = lines[charge.window?.opener ?? -1];
  const { fromMin, untilMin } = opener?.passage.hour?.terms.onceBetween ?? {};
  return fromMin === undefined || untilMin === undefined
    ? ''
    : ` ${formatClock(fromMin)}-${formatClock(untilMin)}`;
};

/** Prices what a statement bills, and tells which mistake gives another amount. */
import { groupBy } from '../base/group-by.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { priceTolls, type TollLine } from '../pricing/toll/bill.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import { journeyTerms, markTrips } from '../trip/journey.ts';
import { explain, hasVat, type Judged } from './explain.ts';
import { chargeOf, type Explained, ownAmountOf, wayOf } from './mistaken-prices.ts';
import { type Compared, judgeOpenHour } from './open-price.ts';
import type { BilledPassage, Finding, ReconcileTerms } from './statement.ts';

/** A passage that was driven, billed or both. */
export interface Passed {
  readonly station: TollStation;
  readonly atMs: number;
  /** Absent: it is not billed. */
  readonly row?: BilledPassage;
}

/** Prices what was passed, at the moments that the operator has seen, and compares. */
export function* judge(
  passed: readonly Passed[],
  terms: ReconcileTerms,
): Steps<{
  readonly judged: readonly Finding[];
  readonly unpriced: number;
  readonly expectedOre: Ore;
}> {
  const inOrder = passed.toSorted((a, b) => a.atMs - b.atMs);
  const marked = markTrips(
    inOrder.map((one) => ({
      pieces: [{ startMs: one.atMs, endMs: one.atMs, passages: [one] }],
    })),
  );
  const tollTerms = journeyTerms(terms.departureMs ?? inOrder[0]?.atMs ?? 0, terms, terms.tolls);
  yield;
  const { lines } = priceTolls(marked.flat(), tollTerms, terms.calendar);
  const rowOf = openRows(inOrder);
  const undecided = inOrder.flatMap(({ row }) => (row?.isUndecided ? row.atMs : []));
  const judged: Finding[] = [];
  let [unpriced, expectedOre] = [0, 0];
  // What one passage of an hour is billed too much another may be too little: the hour is paid once.
  const hours = groupBy(lines, (line) => chargeOf(line, terms).window?.opener ?? line);
  for (const hour of hours.values()) {
    yield;
    const own = hour.map((line): Compared => {
      const row = rowOf(line);
      return { line, row, billedOre: row?.ore ?? 0, chargeOre: chargeOf(line, terms).ore };
    });
    const priced = own.filter(({ line }) => isPriced(line, terms));
    const leftOut = own.filter(({ line }) => !isPriced(line, terms));
    unpriced += leftOut.length;
    expectedOre += sumOf(leftOut, 'billedOre');
    judged.push(...leftOut.flatMap(tellTax));
    const billedOre = sumOf(priced, 'billedOre');
    const found = judgeHour(priced, lines, terms);
    const { told } = found;
    const isOpen =
      told.some(isOfHour) && hour.some(({ price }) => isNearAny(undecided, price.atMs));
    if (isOpen) expectedOre += billedOre;
    else if (!isPaidBefore(priced, tollTerms.capUse.month, terms)) {
      expectedOre += found.expectedOre;
      unpriced += found.undecided;
      judged.push(...told);
    }
  }
  return { judged, unpriced, expectedOre };
}

/** The findings of one hour. */
interface JudgedHour {
  readonly told: readonly Finding[];
  readonly expectedOre: Ore;
  /** Passages of which no more is known than that they may cost what is billed. */
  readonly undecided: number;
}

function judgeHour(
  hour: readonly Compared[],
  lines: readonly TollLine[],
  terms: ReconcileTerms,
): JudgedHour {
  const open = judgeOpenHour(hour, terms);
  if (open === undefined) {
    const [billedOre, expectedOre] = [sumOf(hour, 'billedOre'), sumOf(hour, 'chargeOre')];
    const isWrong = (one: Compared) =>
      hasVat(one.line, one.row) || (billedOre !== expectedOre && one.billedOre !== one.chargeOre);
    const told = hour.filter(isWrong).map((one) => tell({ ...one, lines }, terms));
    return { told, expectedOre, undecided: 0 };
  }
  const { wrong, undecided } = open;
  return {
    told: [
      ...wrong.map((one) => tell({ ...one, lines }, terms)),
      ...(undecided ? tellTax(undecided) : []),
    ],
    expectedOre: sumOf(wrong, 'chargeOre') + (undecided?.billedOre ?? 0),
    undecided: undecided ? 1 : 0,
  };
}

const sumOf = (compared: readonly Compared[], ore: 'billedOre' | 'chargeOre'): Ore =>
  compared.reduce((sum, one) => sum + one[ore], 0);

/** So near to a time that the clock shows twice it is not known whether an hour holds: an hour more, and the longest hour. */
const NEAR_TWICE_MS = 150 * 60_000;

const isNearAny = (undecided: readonly number[], atMs: number): boolean =>
  undecided.some((ms) => Math.abs(ms - atMs) <= NEAR_TWICE_MS);

/** Does it rest on which passages are in one hour? */
const isOfHour = ({ kind, line, billedOre }: Finding): boolean =>
  kind === 'hour-rule-not-applied' || (line !== undefined && billedOre === 0);

/** Billed nothing where a monthly cap can have been met by passages that are not told of. */
function isPaidBefore(
  hour: readonly Compared[],
  firstMonth: string,
  { usedBefore = {}, ...terms }: ReconcileTerms,
): boolean {
  const isNotTold = ({ line, row }: Compared) => {
    const { cap } = chargeOf(line, terms);
    const isTold = cap === undefined || cap.month !== firstMonth || cap.cap.key in usedBefore;
    return row?.ore === 0 && !isTold;
  };
  return hour.length > 0 && hour.every(isNotTold);
}

/** Finds the row of a line: that of the first that passed the station at the moment. */
function openRows(passed: readonly Passed[]): (line: TollLine) => BilledPassage | undefined {
  const byStation = groupBy(passed, ({ station }) => station);
  const rows = new Map(
    [...byStation].map(([station, own]) => [
      station,
      new Map(own.toReversed().map(({ atMs, row }) => [atMs, row])),
    ]),
  );
  return ({ price }) => rows.get(price.station)?.get(price.atMs);
}

const isPriced = ({ price, vehicle }: TollLine, terms: ReconcileTerms): boolean =>
  vehicle ? vehicle.amount !== undefined : price[wayOf(terms).size] !== undefined;

/** Nothing is said of the amount where no tariff is known, but that it has tax. */
function tellTax({ line, row }: Compared): Finding[] {
  if (row === undefined || !hasVat(line, row)) return [];
  const { line: no, atMs, plate, ore: billedOre } = row;
  const about = { line: no, atMs, station: line.price.station.name };
  const reason =
    'Value added tax is billed, and tolls have none: nothing can be said of the amount.';
  return [
    {
      kind: 'vat-added',
      ...about,
      ...(plate !== undefined && { plate }),
      billedOre,
      expectedOre: undefined,
      estimated: false,
      reason,
    },
  ];
}

const nok = (ore: Ore): string => `${toNok(ore).toFixed(2)} NOK`;

/** The mistake that gives the amount, if one does, and that it is too much in any case. */
function addMost({ kind, because }: Explained, line: TollLine, mostOre: Ore): Explained {
  const { size } = line.vehicle?.vehicle ?? {};
  const isFirm = size !== undefined && line.price[size]?.tagged.certainty === 'known';
  const by = isFirm ? '' : ' by the nearest known tariff';
  const most = `What the passage costs the vehicle is not known, but it is at most ${nok(mostOre)}${by}: the amount is more than the price can be.`;
  const isMistake = kind !== 'other-amount' && kind !== 'hour-rule-not-applied';
  return isMistake
    ? { kind, because: `${because} ${most}` }
    : { kind: 'other-amount', because: most };
}

interface Told extends Compared, Judged {
  /** What it charges is the most that it can be. */
  readonly isMost?: true;
}

function tell({ line, lines, row, chargeOre, isMost }: Told, terms: ReconcileTerms): Finding {
  const { price } = line;
  const billedOre = row?.ore ?? 0;
  const explained = explain({ line, lines, row }, terms);
  const { name, project } = price.station;
  const { kind, because } = isMost ? addMost(explained, line, chargeOre) : explained;
  const source = ownAmountOf(line, terms)?.row.source;
  const reason = `${name} (${project.name}), ${formatOsloInstant(price.atMs).slice(0, 16).replace('T', ' ')}: billed ${nok(billedOre)}, expected ${nok(chargeOre)}. ${because}${source === undefined ? '' : ` Tariff: ${source}.`}`;
  return {
    kind,
    ...(row && { line: row.line }),
    atMs: price.atMs,
    station: name,
    ...(row?.plate !== undefined && { plate: row.plate }),
    billedOre,
    expectedOre: chargeOre,
    ...(source !== undefined && { source }),
    estimated:
      line.vehicle?.estimated ??
      (line.isInDoubt === true || amountFor(price, wayOf(terms))?.certainty !== 'known'),
    reason,
  };
}

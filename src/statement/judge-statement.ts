/** Prices what a statement bills, and tells which mistake gives another amount. */
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import { chargeLines, type TollLine } from '../pricing/toll/bill.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { journeyTerms, markTrips } from '../trip/journey.ts';
import { hasVat } from './explain.ts';
import { limitExcess, type ShortHour } from './limit-excess.ts';
import { chargeOf } from './mistaken-prices.ts';
import { judgeOpenHour } from './open-price.ts';
import { type Compared, chargeBilled, sumOf } from './paid-hour.ts';
import type { BilledPassage, Finding, ReconcileTerms } from './statement.ts';
import { tellWrong, type WrongLine } from './tell-wrong.ts';
import { NOTHING_KNOWN, toFinding } from './to-finding.ts';
import { openUnseen } from './unseen-payment.ts';

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
  /** By each of its lines. */
  readonly shortOf: ReadonlyMap<number, ShortHour>;
}> {
  const inOrder = passed.toSorted((a, b) => a.atMs - b.atMs);
  const marked = markTrips(
    inOrder.map((one) => ({
      pieces: [{ startMs: one.atMs, endMs: one.atMs, passages: [one] }],
    })),
  );
  const tollTerms = journeyTerms(
    terms.departureMs ?? inOrder[0]?.atMs ?? 0,
    { ...terms, size: terms.vehicle.size },
    terms.tolls,
  );
  yield;
  const lines = yield* chargeLines(marked.flat(), tollTerms, terms.calendar);
  const rowOf = openRows(inOrder);
  const undecided = inOrder.flatMap(({ row }) => (row?.isUndecided ? row.atMs : []));
  const mayBePaid = openUnseen(lines, inOrder[0]?.atMs ?? 0, tollTerms.capUse.month, terms);
  const judged: Finding[] = [];
  const short: (readonly [line: number, ShortHour])[] = [];
  let [unpriced, expectedOre] = [0, 0];
  // What one passage of an hour is billed too much another may be too little: the hour is paid once.
  const hours = groupBy(lines, (line) => chargeOf(line, terms).window?.opener ?? line);
  for (const hour of hours.values()) {
    yield;
    const own = hour.map((line): Compared => {
      const row = rowOf(line);
      return { line, row, billedOre: row?.ore ?? 0, chargeOre: chargeOf(line, terms).ore };
    });
    const priced = own.filter(({ line }) => isPriced(line));
    const leftOut = own.filter(({ line }) => !isPriced(line));
    unpriced += leftOut.length;
    expectedOre += sumOf(leftOut, 'billedOre');
    judged.push(...leftOut.flatMap(tellTax));
    const found = judgeHour(chargeBilled(priced, terms), lines, terms);
    const isNear = () => hour.some(({ price }) => isNearAny(undecided, price.atMs));
    const isOpen = (found.restsOnHour && isNear()) || (found.told.length > 0 && mayBePaid(priced));
    if (isOpen) expectedOre += sumOf(priced, 'billedOre');
    else {
      expectedOre += found.expectedOre;
      unpriced += found.undecided;
      judged.push(...found.told);
    }
    short.push(...listShort(priced, found));
  }
  return { judged, unpriced, expectedOre, shortOf: new Map(short) };
}

/** An hour by each of its lines; `[]` where it is not short. */
const listShort = (hour: readonly Compared[], found: ShortHour) =>
  found.shortOre === 0 ? [] : hour.flatMap(({ row }) => (row ? [[row.line, found] as const] : []));

/** The findings of one hour. */
interface JudgedHour extends ShortHour {
  readonly told: readonly Finding[];
  readonly expectedOre: Ore;
  /** They hang on which passages are in one hour. */
  readonly restsOnHour: boolean;
  /** Passages of which no more is known than that they may cost what is billed. */
  readonly undecided: number;
}

/** @param hour its charge at the passage that is billed. */
function judgeHour(
  hour: readonly Compared[],
  lines: readonly TollLine[],
  terms: ReconcileTerms,
): JudgedHour {
  const billedOre = sumOf(hour, 'billedOre');
  const tellAll = (wrong: readonly WrongLine[], mostOre: Ore) => {
    const all = wrong.map((one) => tellWrong({ ...one, lines }, terms));
    const told = limitExcess(all, billedOre - mostOre);
    const shortOre = Math.max(0, mostOre - billedOre);
    return { told, shortOre, restsOnHour: wrong.some((one, i) => isOfHour(one, told[i]?.kind)) };
  };
  const open = judgeOpenHour(hour, terms);
  if (open === undefined) {
    const expectedOre = sumOf(hour, 'chargeOre');
    const isWrong = (one: Compared) =>
      hasVat(one.line, one.row) || (billedOre !== expectedOre && one.billedOre !== one.chargeOre);
    return { ...tellAll(hour.filter(isWrong), costAtMost(hour, terms)), expectedOre, undecided: 0 };
  }
  const { wrong, undecided, mostOre } = open;
  const found = tellAll(wrong, mostOre);
  return {
    ...found,
    told: [...found.told, ...(undecided ? tellTax(undecided) : [])],
    expectedOre: sumOf(wrong, 'chargeOre') + (undecided?.billedOre ?? 0),
    undecided: undecided ? 1 : 0,
  };
}

/** By every reading of the rules in doubt. */
function costAtMost(hour: readonly Compared[], terms: ReconcileTerms): Ore {
  const readOres = hour.map(({ line }) => line.vehicle?.readOres ?? []);
  const readings = readOres.find((ores) => ores.length > 0) ?? [];
  const sums = readings.map((_, k) =>
    hour.reduce((sum, { line }, i) => sum + (readOres[i]?.[k] ?? chargeOf(line, terms).ore), 0),
  );
  return Math.max(sumOf(hour, 'chargeOre'), ...sums);
}

/** So near to a time that the clock shows twice it is not known whether an hour holds: an hour more, and the longest hour. */
const NEAR_TWICE_MS = 150 * 60_000;

const isNearAny = (undecided: readonly number[], atMs: number): boolean =>
  undecided.some((ms) => Math.abs(ms - atMs) <= NEAR_TWICE_MS);

/** Does it hang on which passages are in one hour? */
const isOfHour = ({ row, payer }: WrongLine, kind?: Finding['kind']): boolean =>
  kind === 'hour-rule-not-applied' || payer !== undefined || row?.ore === 0;

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

const isPriced = ({ vehicle }: TollLine): boolean => vehicle?.amount !== undefined;

/** Nothing is said of the amount where no tariff is known, but that it has tax. */
function tellTax({ line, row }: Compared): Finding[] {
  if (row === undefined || !hasVat(line, row)) return [];
  const because = `Value added tax is billed, and tolls have none: ${NOTHING_KNOWN}`;
  return [toFinding({ ...row, station: line.price.station.name }, { kind: 'vat-added', because })];
}

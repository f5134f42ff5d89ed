/** Prices what a statement bills, and tells which mistake gives another amount. */
import { groupBy } from '../base/group-by.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { OTHER_SIZE, TARIFF_GROUPS, type VehicleSize } from '../base/vehicle.ts';
import { findInForce } from '../pricing/dated.ts';
import { priceTolls, type TollLine } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import { journeyTerms, markTrips } from '../trip/journey.ts';
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
    const [billedOre, chargeOre] = [sumOf(priced, 'billedOre'), sumOf(priced, 'chargeOre')];
    const told = priced
      .filter(
        (one) =>
          hasVat(one.line, one.row) || (billedOre !== chargeOre && one.billedOre !== one.chargeOre),
      )
      .map(({ line, row }) => tell(line, row, terms));
    const isOpen =
      told.some(isOfHour) && hour.some(({ price }) => isNearAny(undecided, price.atMs));
    if (isOpen) expectedOre += billedOre;
    else if (!isPaidBefore(priced, tollTerms.capUse.month, terms)) {
      expectedOre += chargeOre;
      judged.push(...told);
    }
  }
  return { judged, unpriced, expectedOre };
}

/** What a line of the bill asks, and the row that bills it; `undefined`: none does. */
interface Compared {
  readonly line: TollLine;
  readonly row: BilledPassage | undefined;
  readonly billedOre: Ore;
  readonly chargeOre: Ore;
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

/** Tolls have no tax; ferries do, and of private roads it is not known. */
const isUntaxed = ({ price }: TollLine): boolean => price.station.project.nationalTerms !== false;

const hasVat = (line: TollLine, row: BilledPassage | undefined): boolean =>
  isUntaxed(line) && (row?.vatOre ?? 0) > 0;

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

const wayOf = ({ size, vehicle }: ReconcileTerms) => vehicle ?? { size, tagged: true };

const chargeOf = (line: TollLine, terms: ReconcileTerms): Charge =>
  line.vehicle?.charge ?? line.charges[amountOf(wayOf(terms))];

const isPriced = ({ price, vehicle }: TollLine, terms: ReconcileTerms): boolean =>
  vehicle ? vehicle.amount !== undefined : price[wayOf(terms).size] !== undefined;

function tell(line: TollLine, row: BilledPassage | undefined, terms: ReconcileTerms): Finding {
  const { price } = line;
  const charge = chargeOf(line, terms);
  const billedOre = row?.ore ?? 0;
  const { kind, because } = explain(line, row, terms);
  const { name, project } = price.station;
  const nok = (ore: Ore) => `${toNok(ore).toFixed(2)} NOK`;
  const source = price.tariff?.source;
  const reason = `${name} (${project.name}), ${formatOsloInstant(price.atMs).slice(0, 16).replace('T', ' ')}: billed ${nok(billedOre)}, expected ${nok(charge.ore)}. ${because}${source === undefined ? '' : ` Tariff: ${source}.`}`;
  return {
    kind,
    ...(row && { line: row.line }),
    atMs: price.atMs,
    station: name,
    ...(row?.plate !== undefined && { plate: row.plate }),
    billedOre,
    expectedOre: charge.ore,
    ...(source !== undefined && { source }),
    estimated: line.vehicle?.estimated ?? amountFor(price, wayOf(terms))?.certainty !== 'known',
    reason,
  };
}

interface Explained {
  readonly kind: Finding['kind'];
  readonly because: string;
}

/** Which mistake gives the amount that is billed; the first that does. */
function explain(line: TollLine, row: BilledPassage | undefined, terms: ReconcileTerms): Explained {
  if (row === undefined)
    return { kind: 'not-billed', because: 'The drive passed the station, and no line bills it.' };
  const charge = chargeOf(line, terms);
  const { free } = charge;
  if (free !== undefined && row.ore > 0) return explainFree(free.rule);
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

function explainFree(rule: NonNullable<Charge['free']>['rule']): Explained {
  if (rule === 'monthly-cap')
    return {
      kind: 'cap-not-applied',
      because: 'The month has had as many paid passages as it has to: this one is free with a tag.',
    };
  if (rule === 'hour-rule' || rule === 'once-between')
    return {
      kind: 'hour-rule-not-applied',
      because: 'Another passage of the same hour pays: this one is free by the hour rule.',
    };
  return { kind: 'local-rule-not-applied', because: `The passage is free by the rule ${rule}.` };
}

/** What the passage would cost by itself after each mistake. */
function listHypotheses(
  line: TollLine,
  terms: ReconcileTerms,
): (Explained & { readonly ore: Ore })[] {
  const { price, vehicle } = line;
  const way = wayOf(terms);
  const other = OTHER_SIZE[way.size];
  const isRush = price[way.size]?.rush === 'yes';
  const ordinary = amountFor(price, way)?.ore;
  const own = vehicle?.amount?.ore ?? ordinary;
  const ownFull = own && way.tagged ? price[way.size]?.untagged.ore : undefined;
  const otherGroup = `The price of tariff group ${TARIFF_GROUPS[other]}`;
  const [turnedKind, turnedBecause] = isRush
    ? (['rush-not-charged', NOT_IN_RUSH] as const)
    : (['rush-charged', IN_RUSH] as const);
  const rows: readonly MistakenPrice[] = [
    ['tag-not-used', 'The price without tag is billed.', ownFull, way.size],
    ['wrong-class', `${otherGroup} is billed.`, price[other]?.tagged.ore, other],
    ['wrong-class', `${otherGroup} without tag is billed.`, price[other]?.untagged.ore, other],
    ['wrong-fuel', NOT_OWN_PRICE, vehicle ? ordinary : undefined, way.size],
  ];
  const all: readonly MistakenPrice[] = [
    [turnedKind, turnedBecause, turnRush(price, own, way.size), way.size],
    ...rows,
    // Two mistakes at once.
    ...rows.map(([kind, because, ore, size]): MistakenPrice => {
      return [kind, `${because} ${turnedBecause}`, turnRush(price, ore, size), size];
    }),
  ];
  return all.flatMap(([kind, because, ore]) => (ore === undefined ? [] : [{ kind, because, ore }]));
}

type MistakenPrice = readonly [Finding['kind'], string, Ore | undefined, VehicleSize];

/** A price outside the rush if this moment lies in it, and the reverse: what of the full price is paid is the same. */
function turnRush(
  { tariff, ...price }: TollLine['price'],
  ore: Ore | undefined,
  size: VehicleSize,
): Ore | undefined {
  const { ore: usual, rushOre: rush } = tariff?.[size] ?? {};
  const [full, turned] = price[size]?.rush === 'yes' ? [rush, usual] : [usual, rush];
  return ore && full && turned && Math.round((ore * turned) / full);
}

const NOT_IN_RUSH = 'The price outside the rush is billed, and this moment lies in the rush.';
const IN_RUSH = 'The rush price is billed, and this moment lies outside the rush.';
const NOT_OWN_PRICE = 'The ordinary price is billed, not that of the fuel or class of the vehicle.';

/** Prices what a statement bills, and tells which mistake gives another amount. */
import { groupBy } from '../base/lists.ts';
import { type Ore, sumOre } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import { chargeLines } from '../pricing/toll/bill.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import { journeyTerms } from '../trip/journey.ts';
import { type CountedHours, countHours } from './count-hours.ts';
import type { Untold } from './find-openers.ts';
import {
  type Judged,
  limitExcess,
  markEach,
  type ShortHour,
  type ShortHours,
} from './limit-excess.ts';
import {
  type Compared,
  chargeBilled,
  costApart,
  costForOther,
  hasVat,
  judgeOpenHour,
  openMayBeRight,
  sumOf,
  UNSEEN,
} from './paid-hour.ts';
import {
  type BilledPassage,
  excessOf,
  type Finding,
  NOTHING_KNOWN,
  type Passed,
  type ReconcileTerms,
  toFinding,
} from './statement.ts';
import { type ExplainTerms, tellWrong } from './tell-wrong.ts';

interface JudgedStatement {
  readonly judged: readonly Judged[];
  readonly unpriced: number;
  readonly expectedOre: Ore;
  readonly shortOf: ShortHours;
}

/** Prices the passages, at the moments that the operator has seen, and compares. */
export function* judge(
  { passed, untold }: { readonly passed: readonly Passed[]; readonly untold: Untold },
  terms: ReconcileTerms,
): Steps<JudgedStatement> {
  const inOrder = passed.toSorted((a, b) => a.atMs - b.atMs);
  const { vehicle, tolls, calendar, departureMs = inOrder[0]?.atMs ?? 0 } = terms;
  const tollTerms = journeyTerms(departureMs, { ...terms, size: vehicle.size }, tolls);
  yield;
  const marked = markEach(inOrder);
  const passedAt = ({ passage }: VehicleCharge) => inOrder[passage.drive?.no ?? -1];
  const billedAt = (line: VehicleCharge) => passedAt(line)?.row?.ore ?? 0;
  const lines = yield* chargePaid([marked, { ...tollTerms, vehicle }, calendar], billedAt);
  const passedOf = ({ line, row }: Compared) => row ?? passedAt(line) ?? [];
  const undecided = inOrder.flatMap(({ row }) => (row?.isUndecided ? row.atMs : []));
  const isNear = ({ line }: Compared) => isNearAny(undecided, line.passage.atMs);
  const compared = lines.map((line): Compared => {
    const row = passedAt(line)?.row;
    return { line, row, billedOre: row?.ore ?? 0, chargeOre: line.charge.ore };
  });
  const counted = yield* countHours(compared, { ...terms, ...untold });
  const mayBeRight = openMayBeRight(counted, { ...terms, month: tollTerms.capUse.month });
  const judged: Judged[] = [];
  const shortOf = new Map<BilledPassage | Passed, ShortHour>();
  let [unpriced, expectedOre] = [0, 0];
  // One passage of an hour may be billed too much and another one too little: the hour is paid once.
  for (const hour of groupBy(compared, ({ line }) => hourOf(line)).values()) {
    yield;
    const priced = hour.filter(({ line }) => line.amount !== undefined);
    const leftOut = hour.filter(({ line }) => line.amount === undefined);
    unpriced += leftOut.length;
    expectedOre += sumOf(leftOut, 'billedOre');
    const add = (told: readonly Finding[]) =>
      judged.push(...told.map((finding) => ({ finding, passed: hour.flatMap(passedOf) })));
    add(leftOut.flatMap(tellTax));
    const found = judgeHour(chargeBilled(priced), { ...terms, lines, counted });
    const isShort = found.told.length > 0 && found.told.every((one) => excessOf(one) === 0);
    const isOpen = (found.restsOnHour && hour.some(isNear)) || (isShort && mayBeRight(priced));
    if (isOpen) expectedOre += sumOf(priced, 'billedOre');
    else {
      expectedOre += found.expectedOre;
      unpriced += found.undecided;
      add(found.told);
    }
    if (found.shortOre > 0) {
      const short = { shortOre: found.shortOre, mayBeCapped: mayBeCapped(priced, counted) };
      for (const one of priced.flatMap(passedOf)) shortOf.set(one, short);
    }
  }
  return { judged, unpriced, expectedOre, shortOf };
}

/**
 * Charges what was passed. A monthly cap is met by payments: an hour that is billed nothing counts for none, as an hour
 * that no line tells of may have made it free.
 */
function* chargePaid(
  [passages, terms, calendar]: Parameters<typeof chargeLines>,
  billedAt: (line: VehicleCharge) => Ore,
): Steps<readonly VehicleCharge[]> {
  const lines = yield* chargeLines(passages, terms, calendar);
  const { capUse } = terms;
  if (!capUse || !lines.some(({ charge }) => charge.free?.rule === 'monthly-cap')) return lines;
  const unpaid = new Set(
    [...groupBy(lines, hourOf).values()]
      .filter((hour) => sumOre(hour, billedAt) === 0)
      .flatMap((hour) => hour.map(({ passage }) => passage.drive)),
  );
  const isCounted = ({ drive }: TollPassage) => !unpaid.has(drive);
  return yield* chargeLines(passages, { ...terms, capUse: { ...capUse, isCounted } }, calendar);
}

/** A cap frees no hour that bills a payment. */
const mayBeCapped = (hour: readonly Compared[], { billed }: CountedHours): boolean =>
  hour.every(({ billedOre }) => billedOre === 0) &&
  hour.some(({ line: { charge } }) => charge.cap !== undefined) &&
  !hour.every(({ line }) => billed.has(line));

/** Passages of one hour have the same; a passage without an hour has its own. */
const hourOf = (line: VehicleCharge) => line.charge.window?.opener ?? line;

/** The findings of one hour. */
interface JudgedHour extends Pick<ShortHour, 'shortOre'> {
  readonly told: readonly Finding[];
  readonly expectedOre: Ore;
  /** The findings depend on which passages are in one hour. */
  readonly restsOnHour: boolean;
  /** Number of passages that may cost what is billed, and of which no more is known. */
  readonly undecided: number;
}

/** @param hour with its charge at the passage that is billed. */
function judgeHour(
  hour: readonly Compared[],
  { counted, ...terms }: ExplainTerms & { readonly counted: CountedHours },
): JudgedHour {
  const billedOre = sumOf(hour, 'billedOre');
  const apartOre = costApart(hour, counted);
  const forOtherOre = costForOther(hour, counted);
  const tellAll = (wrong: readonly Compared[], oneHourOre: Ore) => {
    const all = wrong.map((one) => tellWrong(one, terms));
    const mostOre = Math.max(oneHourOre, apartOre, forOtherOre);
    const unseen =
      mostOre > oneHourOre ? UNSEEN[mostOre === forOtherOre ? 'after' : 'before'] : undefined;
    const told = limitExcess(all, billedOre - mostOre, unseen);
    const shortOre = Math.max(0, mostOre - billedOre);
    const restsOnHour =
      told.some(({ kind }) => kind === 'hour-rule-not-applied') ||
      wrong.some(({ row, payer }) => payer !== undefined || row?.ore === 0);
    return { told, shortOre, restsOnHour };
  };
  const open = judgeOpenHour(hour);
  if (open === undefined) {
    const expectedOre = sumOf(hour, 'chargeOre');
    const isWrong = (one: Compared) =>
      hasVat(one.line, one.row) || (billedOre !== expectedOre && one.billedOre !== one.chargeOre);
    return { ...tellAll(hour.filter(isWrong), costAtMost(hour)), expectedOre, undecided: 0 };
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

/** The most that an hour costs, by any reading of the rules in doubt. */
function costAtMost(hour: readonly Compared[]): Ore {
  const readOres = hour.map(({ line }) => line.readOres ?? []);
  const readings = readOres.find((ores) => ores.length > 0) ?? [];
  const sums = readings.map((_, k) =>
    hour.reduce((sum, { line }, i) => sum + (readOres[i]?.[k] ?? line.charge.ore), 0),
  );
  return Math.max(sumOf(hour, 'chargeOre'), ...sums);
}

/**
 * This near to a time that the clock shows twice it is not known which passages are in one hour. It is one hour more
 * than the longest hour of a rule.
 */
const NEAR_TWICE_MS = 150 * 60_000;

const isNearAny = (undecided: readonly number[], atMs: number): boolean =>
  undecided.some((ms) => Math.abs(ms - atMs) <= NEAR_TWICE_MS);

/** Where no tariff is known, the only thing said of an amount is that it has tax. */
function tellTax({ line, row }: Compared): Finding[] {
  if (row === undefined || !hasVat(line, row)) return [];
  const because = `Value added tax is billed, and tolls have none: ${NOTHING_KNOWN}`;
  return [
    toFinding({ ...row, station: line.passage.station.name }, { kind: 'vat-added', because }),
  ];
}

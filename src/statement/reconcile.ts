/** Checks an operator's statement against the tariffs, and against the drives that were driven. */
import { refusedValue } from '../base/fault.ts';
import { groupBy } from '../base/lists.ts';
import { fromNok, type Ore, sumOre } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { locate } from './find-stations.ts';
import { joinLines, listEarlier, payBackAtOnce, payBackLater } from './join-lines.ts';
import { judge } from './judge-statement.ts';
import { limitByCredits, limitExcess, limitExcesses } from './limit-excess.ts';
import { matchDrives } from './match-drives.ts';
import { limitByReading, listOtherReadings, settleDays, unround } from './other-readings.ts';
import type { DrivenStation } from './pair-passages.ts';
import { fail, failLine, PRICES_IN_ORE, SEVERAL } from './settle-columns.ts';
import {
  type BilledPassage,
  excessOf,
  type Finding,
  type Located,
  type ReconcileTerms,
  type Statement,
  toFinding,
} from './statement.ts';

/** Lines of a statement, and what they add up to. */
interface Lines {
  readonly lines: number;
  readonly ore: Ore;
}

export interface Reconciliation {
  readonly findings: readonly Finding[];
  /** Rows that are looked at: `billedOre` is what they add up to. */
  readonly rows: number;
  /** Rows among them that pay back. Any other row that pays back has a finding. */
  readonly credits: {
    /** They are taken off rows of this statement. */
    readonly settled: Lines;
    /** They pay back what an earlier statement has. */
    readonly earlier: Lines;
  };
  /**
   * Number of vehicles of the rows: one for each plate, and one for rows whose plate is not known. The same is expected
   * of each.
   */
  readonly vehicles: number;
  /** Days such as 11/05/2026 were taken to begin with the day: neither the file nor the drives tell. */
  readonly isDayFirst: boolean;
  /** Rows of other plates than the one asked about, and what they add up to: they are not looked at. */
  readonly otherPlates: Lines;
  /**
   * Passages, billed or driven, of which nothing is expected: their tariff is not known, or only an upper bound of it
   * is, and no more than that is billed.
   */
  readonly unpriced: number;
  readonly billedOre: Ore;
  /** What is expected of the rows and of what is missing; rows without expectation count as billed. */
  readonly expectedOre: Ore;
}

/** What is found, and what of the file is left out. */
export type CheckedStatement = Reconciliation & Omit<Statement, 'rows'>;

/** A station that a drive passed. Unix milliseconds. */
interface DrivenPast extends Omit<DrivenStation, 'station'> {
  readonly stationId: string;
}

/**
 * @param driven stations passed by the drives; absent: the statement is held against itself.
 * @param paidBackOre what lines without a passage pay back.
 * @throws Fault `invalid_parameter` for `usedBefore` where lines are of several vehicles, and for `statement` where the
 * amounts are øre or a line bills several passages.
 */
export function* reconcile(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
  paidBackOre: Ore = 0,
): Steps<Reconciliation> {
  const { plate: asked } = terms;
  const isForeign = ({ plate }: BilledPassage) => asked !== undefined && (plate ?? asked) !== asked;
  const foreign = rows.filter(isForeign);
  const own = rows.filter((row) => !isForeign(row));
  const written = groupByVehicle(own, asked);
  if (written.length > 1 && Object.keys(terms.usedBefore ?? {}).length > 0)
    throw refusedValue(
      'passagesThisMonth',
      'passagesThisMonth is what one vehicle has used, and the statement has lines of several: name its plate.',
    );
  const expected = driven?.flatMap(({ stationId, ...past }) => {
    const station = terms.tolls.findStation(stationId);
    return station ? [{ station, ...past }] : [];
  });
  const isWhole = rows.every((row) => row.ore === 0 || row.isWhole);
  const locateIn = (some: Parameters<typeof locateAll>[0]) =>
    locateAll(some, expected, { ...terms, isWhole });
  const vehicles = expected
    ? yield* settleDays(written, (some) => listDriven(some, expected, terms))
    : written;
  // Without a row there is a vehicle that was billed nothing.
  const located = yield* locateIn(vehicles.length === 0 ? [[]] : vehicles);
  refuseSeveral(located.flat());
  if (isWhole) refuseOre(located.flat(), terms);
  const { parts, findings: first } = yield* reconcileAll(located, expected, terms, paidBackOre);
  let findings = first;
  for (const other of listOtherReadings(vehicles)) {
    const otherwise = yield* locateIn(other.vehicles);
    const read = yield* reconcileAll(otherwise, expected, terms, paidBackOre);
    findings = limitByReading(findings, read.findings, other.because);
  }
  return {
    findings,
    rows: own.length,
    credits: {
      settled: countUp(parts.flatMap(({ settled }) => settled)),
      earlier: countUp(parts.flatMap(({ earlier }) => earlier)),
    },
    vehicles: vehicles.length,
    isDayFirst: vehicles.some((some) => some.some(({ otherMs }) => otherMs !== undefined)),
    otherPlates: countUp(foreign),
    unpriced: sumOre(parts, ({ unpriced }) => unpriced),
    billedOre: sumOre(parts, ({ billedOre }) => billedOre),
    expectedOre: sumOre(parts, ({ expectedOre }) => expectedOre),
  };
}

/** @param vehicles rows of each. */
function* locateAll(
  vehicles: readonly (readonly BilledPassage[])[],
  driven: readonly DrivenStation[] | undefined,
  { isWhole = false, ...terms }: ReconcileTerms & { readonly isWhole?: boolean },
): Steps<Located[][]> {
  const located: Located[][] = [];
  for (const ofOne of vehicles) {
    const found = yield* locate(ofOne, terms.tolls.stations, { ...terms, driven });
    located.push(isWhole ? yield* unround(found, terms) : found);
  }
  return located;
}

/** Lines of which there is a drive. @param vehicles rows of each. */
function* listDriven(
  vehicles: readonly (readonly BilledPassage[])[],
  driven: readonly DrivenStation[],
  terms: ReconcileTerms,
): Steps<readonly number[]> {
  const found: (readonly number[])[] = [];
  for (const located of yield* locateAll(vehicles, driven, terms)) {
    const lines = located.filter(({ row }) => row.ore >= 0);
    const { passed } = yield* matchDrives(joinLines(lines, terms), driven);
    found.push(passed.flatMap(({ row }) => row?.line ?? []));
  }
  return found.flat();
}

/** @param located lines of each vehicle. */
function* reconcileAll(
  located: readonly Located[][],
  expected: readonly DrivenStation[] | undefined,
  terms: ReconcileTerms,
  paidBackOre: Ore,
): Steps<{ readonly parts: readonly ReconciledVehicle[]; readonly findings: readonly Finding[] }> {
  const parts: ReconciledVehicle[] = [];
  for (const ofOne of located) parts.push(yield* reconcileVehicle(ofOne, expected, terms));
  const told = parts.flatMap(({ findings, lines }) =>
    parts.length > 1 && isOtherVehicle(lines, findings)
      ? findings.flatMap((one) => (isOfAny(one) ? one : limitExcess([one], 0, OTHER_VEHICLE)))
      : findings,
  );
  const inOrder = told.toSorted((a, b) => a.atMs - b.atMs);
  return { parts, findings: limitByCredits(inOrder, paidBackOre) };
}

const OTHER_VEHICLE =
  'no line of this vehicle has a price of the one that is described, so that it may be another one: name its plate to have it judged by itself.';

/** Is a line wrong whatever vehicle it is of? */
const isOfAny = ({ kind }: Finding): boolean =>
  kind === 'billed-twice' || kind === 'not-collecting';

/**
 * Has no line of a vehicle a price of the one that is described? The price of the rush is one at any time. Lines of which
 * nothing is expected, and such that are wrong for any vehicle, tell nothing.
 */
function isOtherVehicle(lines: readonly Located[], findings: readonly Finding[]): boolean {
  const linesOf = (isMeant: (one: Finding) => boolean) =>
    new Set(findings.filter(isMeant).flatMap(({ line, andLines = [] }) => [line, ...andLines]));
  const silent = linesOf((one) => one.expectedOre === undefined || isOfAny(one));
  const wrong = linesOf((one) => excessOf(one) > 0 && one.kind !== 'rush-charged');
  const paid = lines.filter(({ row }) => row.ore > 0 && !silent.has(row.line));
  return paid.every(({ row }) => wrong.has(row.line));
}

const sumOf = (rows: readonly BilledPassage[]): Ore =>
  sumOre(rows, ({ ore, roundedOre = ore }) => roundedOre);

const oreOf = ({ ore }: BilledPassage): Ore => ore;

const countUp = (rows: readonly BilledPassage[]): Lines => ({
  lines: rows.length,
  ore: sumOf(rows),
});

/** A row without a plate is of the vehicle that is asked about, or of the only one that rows name. */
function groupByVehicle(rows: readonly BilledPassage[], own: string | undefined) {
  const plates = new Set(rows.flatMap(({ plate }) => plate ?? []));
  const only = own ?? (plates.size === 1 ? [...plates][0] : undefined);
  return [...groupBy(rows, ({ plate = only }) => plate).values()];
}

type CheckedLines = Pick<Reconciliation, 'findings' | 'unpriced' | 'expectedOre'>;

interface ReconciledVehicle extends CheckedLines, Pick<Reconciliation, 'billedOre'> {
  /** With what is paid back taken off them. */
  readonly lines: readonly Located[];
  /** Credits without a finding. */
  readonly settled: readonly BilledPassage[];
  readonly earlier: readonly BilledPassage[];
}

function* reconcileVehicle(
  located: readonly Located[],
  expected: readonly DrivenStation[] | undefined,
  terms: ReconcileTerms,
): Steps<ReconciledVehicle> {
  const rows = located.map(({ row }) => row);
  const atOnce = yield* payBackAtOnce(located);
  const earlier = listEarlier(atOnce);
  const credits = atOnce.credits.filter((one) => !earlier.has(one));
  const first = yield* check(atOnce.lines, expected, terms);
  const later = yield* payBackLater({ ...atOnce, credits }, first.findings);
  const isSettled = later.credits.length < credits.length;
  const { findings, unpriced, expectedOre } = isSettled
    ? yield* check(later.lines, expected, terms)
    : first;
  const kept = new Set([...earlier, ...later.credits].map(({ row }) => row));
  return {
    lines: later.lines,
    settled: rows.filter((row) => row.ore < 0 && !kept.has(row)),
    earlier: [...earlier].map(({ row }) => row),
    findings: [...later.credits.map(notOwed), ...limitByCredits(findings, later.openOre)],
    unpriced,
    billedOre: sumOf(rows),
    // A credit of which nothing can be said counts as right, and so does what amounts are rounded by.
    expectedOre: expectedOre + sumOre([...kept], oreOf) + sumOf(rows) - sumOre(rows, oreOf),
  };
}

/** Refuses a line of several passages. Another service than tolls has no station. */
function refuseSeveral(located: readonly Located[]): void {
  const several = located.find(({ row, found }) => row.isSeveral && found.length > 0);
  if (several !== undefined) failLine(several.row.line, SEVERAL);
}

/** Refuses amounts of which more are a hundred times a price of their station than are a price. */
function refuseOre(located: readonly Located[], { calendar, vehicle }: ReconcileTerms): void {
  const countPrices = (times: number) =>
    located.filter(({ row, found }) =>
      found.some((station) => {
        const passage = pricePassage({ station, atMs: row.atMs }, calendar);
        const ways = [passage.small, passage.large].flatMap((one) => [one?.tagged, one?.untagged]);
        const prices = [priceVehicle(passage, vehicle).amount, ...ways];
        return prices.some((amount) => amount && amount.ore > 0 && amount.ore * times === row.ore);
      }),
    ).length;
  if (countPrices(fromNok(1)) > countPrices(1)) fail(PRICES_IN_ORE);
}

/** Holds lines without credits against the drives, and what was passed against the tariffs. */
function* check(
  lines: readonly Located[],
  driven: readonly DrivenStation[] | undefined,
  terms: ReconcileTerms,
): Steps<CheckedLines> {
  const { wrong, openRuns, ...matched } = yield* matchDrives(joinLines(lines, terms), driven);
  const { judged, unpriced, expectedOre, shortOf } = yield* judge(matched, terms);
  return {
    findings: limitExcesses({ wrong, judged, openRuns }, shortOf),
    unpriced,
    // Where nothing can be said of an amount, it counts as right.
    expectedOre:
      expectedOre + sumOre(wrong, ({ finding }) => finding.expectedOre ?? finding.billedOre),
  };
}

const notOwed = ({ row }: Located): Finding =>
  toFinding(row, {
    kind: 'other-amount',
    ...(row.station === '' && { place: 'Without a station' }),
    because: 'No line of this statement is the one that it pays back.',
  });

/** An operator's statement against the tariffs, and against the drives that were driven. */
import { HOUR_MS } from '../base/duration.ts';
import { refusedValue } from '../base/fault.ts';
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { judge, type Passed } from './judge-statement.ts';
import {
  type BilledPassage,
  type Finding,
  isOneStation,
  type Located,
  locate,
  type ReconcileTerms,
  type Statement,
} from './statement.ts';

export interface Reconciliation {
  readonly findings: readonly Finding[];
  readonly rows: number;
  /** Passages, billed or driven, whose tariff is not known, so that nothing is expected of them: of some the most is known, and no more is billed. */
  readonly unpriced: number;
  readonly billedOre: Ore;
  /** Of all rows and of what is missing; rows without expectation count as billed. */
  readonly expectedOre: Ore;
}

/** What is found, and what of the file was not looked at. */
export type CheckedStatement = Reconciliation & Omit<Statement, 'rows'>;

/** A drive that is planned for a departure passes a station so long before or after the operator has seen it at most. */
const APART_MS = 90 * 60_000;

/** A station that a drive passed. Unix milliseconds. */
interface DrivenPast {
  readonly stationId: string;
  readonly atMs: number;
  /** A recording leaves open whether it was passed: a line is no fault then, and none is missed. */
  readonly isPossible?: true;
}

/**
 * @param driven stations passed by the drives; absent: the statement is held against itself.
 * @throws Fault `invalid_parameter` for what a month had before where lines are of several vehicles.
 */
export function* reconcile(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Steps<Reconciliation> {
  const { plate: own } = terms;
  const isForeign = ({ plate }: BilledPassage) => own !== undefined && (plate ?? own) !== own;
  const foreign = rows.filter(isForeign).map(otherVehicle);
  const rowsOfOwn = rows.filter((row) => !isForeign(row));
  const vehicles = [...groupByVehicle(rowsOfOwn, own).values()];
  if (vehicles.length > 1 && Object.keys(terms.usedBefore ?? {}).length > 0)
    throw refusedValue(
      'passagesThisMonth',
      'passagesThisMonth is what one vehicle has used, and the statement has lines of several: name its plate.',
    );
  // Without a row there is a vehicle that was billed nothing.
  const parts: Reconciliation[] = [];
  for (const own of vehicles.length === 0 ? [[]] : vehicles)
    parts.push(yield* reconcileVehicle(own, driven, terms));
  const sum = (oreOf: (part: Reconciliation) => Ore) =>
    parts.reduce((all, part) => all + oreOf(part), 0);
  return {
    findings: [...foreign, ...parts.flatMap(({ findings }) => findings)].toSorted(
      (a, b) => a.atMs - b.atMs,
    ),
    rows: rows.length,
    unpriced: sum(({ unpriced }) => unpriced),
    billedOre:
      sum(({ billedOre }) => billedOre) + foreign.reduce((all, one) => all + one.billedOre, 0),
    expectedOre: sum(({ expectedOre }) => expectedOre),
  };
}

/** A row without a plate is of the vehicle that is asked about, or of the only one that rows name. */
function groupByVehicle(rows: readonly BilledPassage[], own: string | undefined) {
  const plates = new Set(rows.flatMap(({ plate }) => plate ?? []));
  const only = own ?? (plates.size === 1 ? [...plates][0] : undefined);
  return groupBy(rows, ({ plate = only }) => plate);
}

function* reconcileVehicle(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Steps<Reconciliation> {
  const { net, unmatched } = yield* takeRefunds(rows);
  const located = yield* locate(net, terms.tolls.stations);
  const expected = driven?.flatMap(({ stationId, ...past }) => {
    const station = terms.tolls.findStation(stationId);
    return station ? [{ station, ...past }] : [];
  });
  const { wrong, passed } = yield* match(joinLines(located), expected);
  const { judged, unpriced, expectedOre } = yield* judge(passed, terms);
  const findings = [...unmatched.map(notPaid), ...wrong];
  return {
    findings: [...findings, ...judged],
    rows: rows.length,
    unpriced,
    billedOre: rows.reduce((sum, { ore }) => sum + ore, 0),
    expectedOre: expectedOre + findings.reduce((sum, one) => sum + wantedOf(one), 0),
  };
}

/** Holds rows against the drives: what is wrong before any amount is looked at, and what was passed. */
function* match(
  located: readonly Located[],
  driven: readonly (Passed & Pick<DrivenPast, 'isPossible'>)[] | undefined,
): Steps<{ readonly wrong: readonly Finding[]; readonly passed: readonly Passed[] }> {
  const left = new Set(driven);
  const byKey = groupBy([...left], ({ station }) => station.passageKey);
  const listLeft = (row: BilledPassage, found: readonly TollStation[]) =>
    [...new Set(found.map(({ passageKey }) => passageKey))]
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((one) => left.has(one) && apart(one, row) <= APART_MS);
  const wrong: Finding[] = [];
  const passed: Passed[] = [];
  const paid = new Map<string, number>();
  for (const { row: given, found } of located) {
    yield;
    const row = asLater(given, found, paid);
    const open = listLeft(row, found);
    const sure = open.filter(({ isPossible }) => !isPossible);
    // What was passed surely is billed first.
    const past = nearest(row, sure) ?? nearest(row, open);
    const records = past ? [past.station] : found;
    const isDriven = driven === undefined || past !== undefined;
    const finding = findAgainst(row, records, isDriven, paid);
    if (finding !== undefined) {
      wrong.push(finding);
      continue;
    }
    const [station] = records as [TollStation];
    passed.push({ station, atMs: row.atMs, row });
    if (row.ore > 0) paid.set(station.passageKey, row.atMs);
    if (past !== undefined) left.delete(past);
  }
  return { wrong, passed: [...passed, ...[...left].filter(({ isPossible }) => !isPossible)] };
}

/** Of two drives past a station at one time of a clock that shows it twice the other is in the second hour. */
function asLater(
  row: BilledPassage,
  [station]: readonly TollStation[],
  paid: ReadonlyMap<string, number>,
): BilledPassage {
  const paidMs = row.isUndecided && station && paid.get(station.passageKey);
  const isAgain = paidMs !== undefined && station && isOneDrivePast(station, paidMs, row.atMs);
  return isAgain ? { ...row, atMs: row.atMs + HOUR_MS } : row;
}

/**
 * Lines of one drive past a station are one passage where they are parts of it: a line of nothing beside another one,
 * and amounts of one moment that differ. What is paid again is not joined: it is billed twice.
 *
 * @param located in time order.
 */
function joinLines(located: readonly Located[]): Located[] {
  const joined: Located[] = [];
  const openOf = new Map<string, { readonly beganMs: number; readonly at: number }>();
  for (const { row, found } of located) {
    const [station] = isOneStation(found) ? found : [];
    const open = station && openOf.get(station.passageKey);
    const isSame = station && open && isOneDrivePast(station, open.beganMs, row.atMs);
    const sum = isSame && addLines((joined[open.at] as Located).row, row);
    if (sum) {
      joined[open.at] = { row: sum, found };
      continue;
    }
    if (station && !isSame)
      openOf.set(station.passageKey, { beganMs: row.atMs, at: joined.length });
    joined.push({ row, found });
  }
  return joined;
}

/** Two lines as one; undefined: the second is a payment by itself. */
function addLines(one: BilledPassage, other: BilledPassage): BilledPassage | undefined {
  const isPart = one.atMs === other.atMs && one.ore !== other.ore;
  if (one.ore !== 0 && other.ore !== 0 && !isPart) return undefined;
  const vatOre = (one.vatOre ?? 0) + (other.vatOre ?? 0);
  return {
    ...(one.ore === 0 ? other : one),
    ore: one.ore + other.ore,
    ...(vatOre !== 0 && { vatOre }),
  };
}

/** Where nothing can be said of an amount, it counts as right. */
const wantedOf = ({ expectedOre, billedOre }: Finding): Ore => expectedOre ?? billedOre;

/** Takes what is paid back off its row; a row that is paid back as a whole is no row any more. */
function* takeRefunds(
  rows: readonly BilledPassage[],
): Steps<{ readonly net: BilledPassage[]; readonly unmatched: BilledPassage[] }> {
  const billed = rows.filter(({ ore }) => ore >= 0);
  const left = new Map(billed.map((row) => [row, row]));
  const ofStation = groupBy(billed, ({ station }) => station);
  const unmatched: BilledPassage[] = [];
  for (const refund of rows.filter(({ ore }) => ore < 0)) {
    yield;
    const of = findRefunded(refund, ofStation.get(refund.station) ?? [], left);
    const ore = ((of && left.get(of)?.ore) ?? 0) + refund.ore;
    if (of === undefined) unmatched.push(refund);
    else if (ore === 0) left.delete(of);
    else left.set(of, { ...of, ore });
  }
  return { net: [...left.values()], unmatched };
}

/**
 * The row that is paid back: of the same amount before one that is paid back in part, and of the nearest moment.
 *
 * @param billed rows of the station.
 * @param left what is left of them; absent: nothing is.
 */
function findRefunded(
  refund: BilledPassage,
  billed: readonly BilledPassage[],
  left: ReadonlyMap<BilledPassage, BilledPassage>,
): BilledPassage | undefined {
  const restOf = (row: BilledPassage): Ore => (left.get(row)?.ore ?? -1) + refund.ore;
  const inPart = billed.filter((row) => restOf(row) >= 0);
  const asWhole = inPart.filter((row) => restOf(row) === 0);
  return nearest(refund, asWhole) ?? nearest(refund, inPart);
}

/**
 * What is wrong with a row before any amount is looked at.
 *
 * @param paid by passage key: the last moment that a line is paid for.
 */
function findAgainst(
  row: BilledPassage,
  records: readonly TollStation[],
  isDriven: boolean,
  paid: ReadonlyMap<string, number>,
): Finding | undefined {
  const [station] = records;
  if (station === undefined)
    return find(row, 'station-not-known', 'No toll station of this name is known');
  if (!isOneStation(records)) return notUnique(row, records);
  const { name, project, passageKey } = station;
  const isPaid = row.ore !== 0;
  if (isPaid && !isCollecting(station, toOsloTime(row.atMs))) {
    const reason = `${name} (${project.name}) did not collect toll at this moment.`;
    return find(row, 'not-collecting', reason, 0);
  }
  const paidMs = paid.get(passageKey);
  if (isPaid && paidMs !== undefined && isOneDrivePast(station, paidMs, row.atMs)) {
    const reason = `The same passage of ${row.station} is billed by an earlier line: one drive past is one passage.`;
    return find(row, 'billed-twice', reason, 0);
  }
  if (isDriven) return undefined;
  const reason = `No drive passed ${name} within ${APART_MS / 60_000} minutes of this moment.`;
  return find(row, 'not-driven', reason, 0);
}

type Moment = Pick<BilledPassage, 'atMs'>;

const apart = (a: Moment, b: Moment) => Math.abs(a.atMs - b.atMs);

const nearest = <P extends Moment>(row: BilledPassage, all: readonly P[]): P | undefined =>
  all.toSorted((a, b) => apart(a, row) - apart(b, row))[0];

/** What is wrong with a row, in a sentence; nothing can be said of its amount unless one is expected. */
const find = (
  { line, atMs, station, ore: billedOre, plate }: BilledPassage,
  kind: Finding['kind'],
  reason: string,
  expectedOre?: Ore,
): Finding => ({
  line,
  atMs,
  station,
  ...(plate !== undefined && { plate }),
  billedOre,
  estimated: false,
  kind,
  expectedOre,
  reason: expectedOre === undefined ? `${reason}: nothing can be said of the amount.` : reason,
});

const otherVehicle = (row: BilledPassage): Finding =>
  find(row, 'other-vehicle', 'The line bills a vehicle with another plate.', 0);

const notPaid = (row: BilledPassage): Finding =>
  find(row, 'other-amount', `The line pays back more than any line of ${row.station} bills`);

function notUnique(row: BilledPassage, stations: readonly TollStation[]): Finding {
  const projects = [...new Set(stations.map(({ project }) => project.name))].join(', ');
  const which = `(${projects}), and no other line tells which is meant`;
  const reason = `Several toll stations have the name ${row.station} ${which}`;
  return find(row, 'station-not-unique', reason);
}

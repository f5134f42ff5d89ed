/** An operator's statement against the tariffs, and against the drives that were driven. */
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { judge, type Passed } from './judge-statement.ts';
import {
  type BilledPassage,
  type Finding,
  isOneStation,
  locate,
  type ReconcileTerms,
} from './statement.ts';

export interface Reconciliation {
  readonly findings: readonly Finding[];
  readonly rows: number;
  /** Rows whose tariff is not known, so that nothing is expected of them. */
  readonly unpriced: number;
  readonly billedOre: Ore;
  /** Of all rows and of what is missing; rows without expectation count as billed. */
  readonly expectedOre: Ore;
}

/** So far a drive may be planned from what the operator has seen: drives are told by their departure. */
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
 */
export function reconcile(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Reconciliation {
  const { plate: own } = terms;
  const isForeign = ({ plate }: BilledPassage) => own !== undefined && (plate ?? own) !== own;
  const foreign = rows.filter(isForeign).map(otherVehicle);
  const rowsOfOwn = rows.filter((row) => !isForeign(row));
  const vehicles = [...groupByVehicle(rowsOfOwn, own).values()];
  // Without a row there is a vehicle that was billed nothing.
  const parts = (vehicles.length === 0 ? [[]] : vehicles).map((own) =>
    reconcileVehicle(own, driven, terms),
  );
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

function reconcileVehicle(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Reconciliation {
  const { net, unmatched } = takeRefunds(rows);
  const findings: Finding[] = unmatched.map(notPaid);
  const expected = (driven ?? []).flatMap(({ stationId, ...past }) => {
    const station = terms.tolls.findStation(stationId);
    return station ? [{ station, ...past }] : [];
  });
  const left = new Set(expected);
  const passed: Passed[] = [];
  for (const { row, found } of locate(net, terms.tolls.stations)) {
    const match = driven && nearest(row, found, left);
    const records = match ? [match.station] : found;
    const isDriven = driven === undefined || match !== undefined;
    const finding = findAgainst(row, { records, isDriven, passed });
    const [station] = records;
    if (finding !== undefined) {
      findings.push(finding);
      continue;
    }
    if (station !== undefined) passed.push({ station, atMs: row.atMs, row });
    if (match !== undefined) left.delete(match);
  }
  passed.push(...[...left].filter(({ isPossible }) => !isPossible));
  const { judged, unpriced, expectedOre } = judge(passed, terms);
  return {
    findings: [...findings, ...judged],
    rows: rows.length,
    unpriced,
    billedOre: rows.reduce((sum, { ore }) => sum + ore, 0),
    expectedOre:
      expectedOre + findings.reduce((sum, one) => sum + (one.expectedOre ?? one.billedOre), 0),
  };
}

/** Takes what is paid back off its row; a row that is paid back as a whole is no row any more. */
function takeRefunds(rows: readonly BilledPassage[]) {
  const left = new Map(rows.flatMap((row) => (row.ore < 0 ? [] : [[row, row]])));
  const unmatched: BilledPassage[] = [];
  for (const refund of rows.filter(({ ore }) => ore < 0)) {
    // Of the same amount before a part, and of the nearest moment.
    const rank = ([, { ore, atMs }]: [BilledPassage, BilledPassage]) => [
      ore === -refund.ore ? 0 : 1,
      Math.abs(atMs - refund.atMs),
    ];
    const [found] = [...left]
      .filter(([, { station, ore }]) => station === refund.station && ore >= -refund.ore)
      .toSorted((a, b) => {
        const [[partA = 0, apartA = 0], [partB = 0, apartB = 0]] = [rank(a), rank(b)];
        return partA - partB || apartA - apartB;
      });
    if (found === undefined) unmatched.push(refund);
    else if (found[1].ore === -refund.ore) left.delete(found[0]);
    else left.set(found[0], { ...found[1], ore: found[1].ore + refund.ore });
  }
  return { net: [...left.values()], unmatched };
}

/** What is wrong with a row before any amount is looked at. */
function findAgainst(
  row: BilledPassage,
  {
    records,
    isDriven,
    passed,
  }: {
    readonly records: readonly TollStation[];
    readonly isDriven: boolean;
    readonly passed: readonly Passed[];
  },
): Finding | undefined {
  const [station] = records;
  if (station === undefined) return notKnown(row);
  if (!isOneStation(records)) return notUnique(row, records);
  const isPaid = row.ore !== 0;
  if (isPaid && !isCollecting(station, toOsloTime(row.atMs))) return notCollecting(row, station);
  if (isTwice(row, station, passed)) return twice(row);
  return isDriven ? undefined : notDriven(row, station);
}

function nearest<P extends Pick<Passed, 'station' | 'atMs'>>(
  { atMs }: BilledPassage,
  stations: readonly TollStation[],
  left: ReadonlySet<P>,
): P | undefined {
  const keys = new Set(stations.map(({ passageKey }) => passageKey));
  const apart = (one: P) => Math.abs(one.atMs - atMs);
  return [...left]
    .filter((one) => keys.has(one.station.passageKey) && apart(one) <= APART_MS)
    .toSorted((a, b) => apart(a) - apart(b))[0];
}

const isTwice = (row: BilledPassage, station: TollStation, passed: readonly Passed[]): boolean =>
  row.ore > 0 &&
  passed.some(
    (one) =>
      one.station.passageKey === station.passageKey &&
      (one.row?.ore ?? 0) > 0 &&
      isOneDrivePast(station, one.atMs, row.atMs),
  );

const rowOf = ({ line, atMs, station, ore, plate }: BilledPassage) => ({
  line,
  atMs,
  station,
  ...(plate !== undefined && { plate }),
  billedOre: ore,
  estimated: false,
});

const notKnown = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'station-not-known',
  expectedOre: undefined,
  reason: 'No toll station of this name is known: nothing can be said of the amount.',
});

const otherVehicle = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'other-vehicle',
  expectedOre: 0,
  reason: 'The line bills a vehicle with another plate.',
});

const notPaid = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'other-amount',
  expectedOre: undefined,
  reason: `The line pays back more than any line of ${row.station} bills: nothing can be said of the amount.`,
});

const notUnique = (row: BilledPassage, stations: readonly TollStation[]): Finding => ({
  ...rowOf(row),
  kind: 'station-not-unique',
  expectedOre: undefined,
  reason: `Several toll stations have the name ${row.station} (${[...new Set(stations.map(({ project }) => project.name))].join(', ')}), and no other line tells which is meant: nothing can be said of the amount.`,
});

const notCollecting = (row: BilledPassage, { name, project }: TollStation): Finding => ({
  ...rowOf(row),
  kind: 'not-collecting',
  expectedOre: 0,
  reason: `${name} (${project.name}) did not collect toll at this moment.`,
});

const twice = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'billed-twice',
  expectedOre: 0,
  reason: `The same passage of ${row.station} is billed by an earlier line: one drive past is one passage.`,
});

const notDriven = (row: BilledPassage, { name }: TollStation): Finding => ({
  ...rowOf(row),
  kind: 'not-driven',
  expectedOre: 0,
  reason: `No drive passed ${name} within ${APART_MS / 60_000} minutes of this moment.`,
});

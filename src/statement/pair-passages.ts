/** Pairs lines with the drives past a station that they bill, also where several stations have the name of a line. */

import { groupBy } from '../base/lists.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { findTariff, isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { isOneStation, type Located } from './statement.ts';

interface Timed {
  /** Unix milliseconds. */
  readonly atMs: number;
}

interface Driven extends Timed {
  /** A recording leaves open whether it was passed. Then neither a line for it nor a missing line is a fault. */
  readonly isPossible?: true;
}

/** A station that a drive passed. */
export interface DrivenStation extends Driven {
  readonly station: TollStation;
}

/**
 * The worth of a pair, before the milliseconds between its two are taken off. So there are as many pairs as possible,
 * then as many sure ones as possible, then near ones. The differences are larger than a month of lines can lie apart.
 */
const PAIR = { sure: 25e9, possible: 20e9 };

/**
 * Pairs lines and drives, both of one station and in time order, so that a later line has a later drive. The time grows
 * with the lines times the drives within reach of one.
 *
 * @param reachMs the most time between line and drive of a pair.
 */
export function* pairPassages<Row extends Timed, Drive extends Driven>(
  rows: readonly Row[],
  drives: readonly Drive[],
  reachMs: number,
): Steps<Map<Row, Drive>> {
  const bands: Band[] = [];
  let [from, until] = [0, 0];
  for (const row of rows) {
    yield;
    while (from < drives.length && isBefore(drives[from], row.atMs - reachMs)) from += 1;
    while (until < drives.length && isBefore(drives[until], row.atMs + reachMs + 1)) until += 1;
    bands.push(fillBand({ from, until: Math.max(from, until) }, row, drives, bands.at(-1)));
  }
  return listPairs(rows, drives, bands);
}

const isBefore = (drive: Timed | undefined, atMs: number) =>
  drive !== undefined && drive.atMs < atMs;

/** The most worth of all lines up to one, by how many of the drives within its reach may be used. */
interface Band {
  /** Drives within reach: the first, and the one behind the last. */
  readonly from: number;
  readonly until: number;
  /** By drives from `from` on: the most that is reached with the drives before that one. */
  readonly worth: readonly number[];
}

const worthOf = (band: Band | undefined, until: number): number =>
  band === undefined ? 0 : (band.worth[Math.min(until, band.until) - band.from] ?? 0);

function fillBand<Drive extends Driven>(
  reach: Pick<Band, 'from' | 'until'>,
  row: Timed,
  drives: readonly Drive[],
  before: Band | undefined,
): Band {
  const worth = [worthOf(before, reach.from)];
  for (const [i, drive] of drives.slice(reach.from, reach.until).entries()) {
    const at = reach.from + i;
    const paired = worthOf(before, at) + worthOfPair(row, drive);
    worth.push(Math.max(worthOf(before, at + 1), worth[i] ?? 0, paired));
  }
  return { ...reach, worth };
}

const worthOfPair = (row: Timed, { atMs, isPossible }: Driven): number =>
  (isPossible ? PAIR.possible : PAIR.sure) - Math.abs(atMs - row.atMs);

/** Follows the worth of the last line back to the pairs that it comes from. */
function listPairs<Row extends Timed, Drive extends Driven>(
  rows: readonly Row[],
  drives: readonly Drive[],
  bands: readonly Band[],
): Map<Row, Drive> {
  const pairs = new Map<Row, Drive>();
  let until = drives.length;
  for (let i = rows.length - 1; i >= 0; i--) {
    const band = bands[i];
    until = Math.min(until, band?.until ?? 0);
    const reached = worthOf(band, until);
    if (reached <= worthOf(bands[i - 1], until)) continue;
    // The pair is with the first drive up to which as much is reached.
    while (worthOf(band, until - 1) === reached) until -= 1;
    until -= 1;
    const [row, drive] = [rows[i], drives[until]];
    if (row && drive) pairs.set(row, drive);
  }
  return pairs;
}

interface Settled extends Located {
  /** Its station stands for others that cost the same, too. */
  readonly isAnyOf?: true;
}

/**
 * @param byKey drives by the passage key of their station, each in time order.
 * @param reachMs the most time between a line and its drive.
 * @returns in the order given; several stations where nothing tells which is meant.
 */
export function* settleNamesakes(
  located: readonly Located[],
  byKey: ReadonlyMap<string, readonly DrivenStation[]>,
  reachMs: number,
): Steps<Settled[]> {
  const open = located.filter(({ found }) => found.length > 0 && !isOneStation(found));
  const driven = new Map<Located, TollStation>();
  for (const own of groupBy(open, ({ row }) => row.station).values()) {
    const keys = new Set(own.flatMap(({ found }) => found.map(({ passageKey }) => passageKey)));
    const drives = [...keys]
      .flatMap((key) => byKey.get(key) ?? [])
      .toSorted((a, b) => a.atMs - b.atMs);
    const lines = own.map((one) => ({ one, atMs: one.row.atMs }));
    for (const [{ one }, { station }] of yield* pairPassages(lines, drives, reachMs))
      driven.set(one, station);
  }
  const areAlike = openAlike();
  const settled = new Map<Located, Settled>();
  for (const one of open) {
    yield;
    const [station] = one.found;
    const past = driven.get(one);
    if (past) settled.set(one, { ...one, found: [past] });
    else if (station && areAlike(one.found, one.row.atMs))
      settled.set(one, { ...one, found: [station], isAnyOf: true });
  }
  return located.map((one) => settled.get(one) ?? one);
}

/** Are stations of one operator, project, tariff, hour rule and cap at a moment, and in the same local rules? */
type AreAlike = (stations: readonly TollStation[], atMs: number) => boolean;

/** The terms of a station that do not depend on the moment are worked out once. */
function openAlike(): AreAlike {
  const terms = new Map<TollStation, string>();
  const termsOf = (station: TollStation) => {
    const told = terms.get(station) ?? tellTerms(station);
    terms.set(station, told);
    return told;
  };
  return (stations, atMs) => {
    const [first, ...others] = stations.map(
      (station) => `${termsOf(station)} ${tellTariff(station, atMs)}`,
    );
    return first !== undefined && others.every((one) => one === first);
  };
}

function tellTerms({ passageKey, project, ...station }: TollStation): string {
  const { operator, hourGroup, cap, directionUndecided, vehicleTariffs } = station;
  const { linkedStations, reversedRules, unappliedRules, exemptions = [] } = project;
  const lists = [
    ...linkedStations.flatMap(({ paid, free }) => [paid, free]),
    ...[...reversedRules, ...unappliedRules, ...exemptions].map((rule) =>
      'stations' in rule ? rule.stations : undefined,
    ),
  ];
  return JSON.stringify([
    [project.id, operator, hourGroup, cap?.key, directionUndecided],
    lists.map((keys) => keys?.includes(passageKey)),
    vehicleTariffs.map(({ id: _, source: __, ...tariff }) => tariff),
  ]);
}

function tellTariff(station: TollStation, atMs: number): string {
  const time = toOsloTime(atMs);
  const { tariff, isKnown } = findTariff(station, time) ?? {};
  const { small, large, rush } = tariff ?? {};
  return JSON.stringify([isCollecting(station, time), small, large, rush, isKnown]);
}

/** Holds lines against the drives: what is wrong before any amount is looked at, and what was passed. */
import { HOUR_MS, MINUTE_MS } from '../base/duration.ts';
import { groupBy } from '../base/lists.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { Unsettled, Untold } from './find-openers.ts';
import { addFreed, type Wrong } from './limit-excess.ts';
import { type DrivenStation, pairPassages, settleNamesakes } from './pair-passages.ts';
import {
  type BilledPassage,
  isOneStation,
  type Located,
  NOTHING_KNOWN,
  type Passed,
  tellPlace,
  toFinding,
} from './statement.ts';

/** The most time between a planned drive's passage of a station and the moment that the operator has seen. */
const APART_MS = 90 * MINUTE_MS;

interface Paired {
  readonly wrong: readonly Wrong[];
  readonly passed: readonly Passed[];
}

interface Matched extends Paired, Pick<ReturnType<typeof addFreed>, 'openRuns'> {
  readonly untold: Untold;
}

/** @param driven absent: the lines are all that is known. */
export function* matchDrives(
  located: readonly Located[],
  driven: readonly DrivenStation[] | undefined,
): Steps<Matched> {
  const byKey = groupBy(
    (driven ?? []).toSorted((a, b) => a.atMs - b.atMs),
    ({ station }) => station.passageKey,
  );
  const wrong: Wrong[] = [];
  const billed: Billed[] = [];
  const span = findSpan(located, driven);
  const paid = new Map<string, BilledPassage>();
  const settled = yield* settleNamesakes(located, byKey, APART_MS);
  for (const { row: given, found, isAnyOf } of settled) {
    yield;
    const row = asLater(given, found, paid);
    // It is not known which of several stations is meant, so none of them is told to be billed twice.
    const before = isAnyOf ? new Map<string, BilledPassage>() : paid;
    const finding = findAgainst(row, found, before);
    const [station] = found;
    if (finding !== undefined) wrong.push(finding);
    else if (station !== undefined) {
      billed.push({ station, atMs: row.atMs, row });
      if (row.ore > 0) before.set(station.passageKey, row);
    }
  }
  if (driven === undefined)
    return {
      ...addFreed(wrong, billed),
      passed: billed,
      untold: { unsettled: settled.flatMap(toUnsettled), ...span },
    };
  const paired = yield* pairDrives(billed, byKey, driven);
  return {
    ...addFreed([...wrong, ...paired.wrong], paired.passed, APART_MS),
    passed: paired.passed,
    untold: {
      unsettled: [
        ...paired.possible,
        ...settled.flatMap(toUnsettled).filter(({ isPaid }) => isPaid),
      ],
      unlisted: paired.passed.flatMap(toUnlisted).toSorted((a, b) => a.fromMs - b.fromMs),
      ...span,
    },
  };
}

function findSpan(located: readonly Located[], driven: readonly DrivenStation[] = []) {
  const told = [...located.map(({ row }) => row), ...driven];
  // A statement may have more lines than a call takes arguments.
  return {
    beginMs: told.reduce((ms, { atMs }) => Math.min(ms, atMs), Number.POSITIVE_INFINITY),
    endMs: told.reduce((ms, { atMs }) => Math.max(ms, atMs), Number.NEGATIVE_INFINITY),
  };
}

const toUnsettled = ({ row: { atMs, ore }, found }: Located): Unsettled[] =>
  isOneStation(found) ? [] : [{ atMs, stations: found, isPaid: ore > 0 }];

/** A drive is planned for a time: the passage may have been as far from it as a line that bills it. */
const toUnlisted = ({ row, station, atMs }: Passed) =>
  row === undefined ? [{ station, fromMs: atMs - APART_MS, untilMs: atMs + APART_MS }] : [];

type Billed = Passed & Required<Pick<Passed, 'row'>>;

function* pairDrives(
  billed: readonly Billed[],
  byKey: ReadonlyMap<string, readonly DrivenStation[]>,
  driven: readonly DrivenStation[],
): Steps<Paired & { readonly possible: readonly Unsettled[] }> {
  const left = new Set(driven);
  const undriven: Billed[] = [];
  const passed: Billed[] = [];
  for (const [key, own] of groupBy(billed, ({ station }) => station.passageKey)) {
    const inOrder = own.toSorted((a, b) => a.atMs - b.atMs);
    const pairs = yield* pairPassages(inOrder, byKey.get(key) ?? [], APART_MS);
    for (const one of inOrder) {
      const past = pairs.get(one);
      if (past === undefined) undriven.push(one);
      else {
        left.delete(past);
        passed.push({ ...one, station: past.station });
      }
    }
  }
  const unbilled = [...left];
  const possible = unbilled.filter(({ isPossible }) => isPossible);
  const certain = [...passed, ...unbilled.filter((one) => !one.isPossible)];
  return {
    wrong: undriven.map(notDriven),
    passed: certain,
    possible: possible.map(({ atMs, station }) => ({ atMs, stations: [station], isPaid: false })),
  };
}

/** If a clock shows a time twice, the second of two drives past a station at this time is in the second hour. */
function asLater(
  row: BilledPassage,
  [station]: readonly TollStation[],
  paid: ReadonlyMap<string, BilledPassage>,
): BilledPassage {
  const before = row.isUndecided && station && paid.get(station.passageKey);
  const isAgain = before && station && isOneDrivePast(station, before.atMs, row.atMs);
  return isAgain ? { ...row, atMs: row.atMs + HOUR_MS } : row;
}

/**
 * What is wrong with a row before any amount is looked at.
 *
 * @param paid by passage key: the last line that is paid for.
 */
function findAgainst(
  row: BilledPassage,
  records: readonly TollStation[],
  paid: ReadonlyMap<string, BilledPassage>,
): Wrong | undefined {
  const [station] = records;
  if (station === undefined)
    return toWrong(row, {
      kind: 'station-not-known',
      because: `No toll station of this name is known: ${NOTHING_KNOWN}`,
    });
  if (!isOneStation(records)) return notUnique(row, records);
  const { passageKey } = station;
  const place = tellPlace(station);
  if (row.ore === 0) return undefined;
  if (!isCollecting(station, toOsloTime(row.atMs))) {
    const because = 'The station did not collect toll at this moment.';
    return toWrong(row, { kind: 'not-collecting', because, place, expectedOre: 0 });
  }
  const before = paid.get(passageKey);
  if (before === undefined || !isOneDrivePast(station, before.atMs, row.atMs)) return undefined;
  const because = `The same passage is billed by line ${before.line}: one drive past is one passage.`;
  const told = toWrong(row, { kind: 'billed-twice', because, place, expectedOre: 0 }, [before]);
  return { ...told, undue: { station, atMs: row.atMs, row } };
}

const toWrong = (
  row: BilledPassage,
  told: Parameters<typeof toFinding>[1],
  others: Wrong['others'] = [],
): Wrong => ({ finding: toFinding(row, told), others });

function notDriven(one: Billed): Wrong {
  const because = `No drive passed the station within ${APART_MS / MINUTE_MS} minutes of this moment.`;
  const told = { because, place: tellPlace(one.station), expectedOre: 0 };
  return { ...toWrong(one.row, { kind: 'not-driven', ...told }), undue: one };
}

function notUnique(row: BilledPassage, stations: readonly TollStation[]): Wrong {
  const projects = new Set(stations.map(({ project }) => project.name));
  const names = new Set(stations.map(({ name }) => name));
  const places = [...(projects.size > 1 ? projects : names)].join('; ');
  const because = `Several toll stations have the name ${row.station} (${places}), and no other line tells which is meant: ${NOTHING_KNOWN}`;
  return toWrong(row, { kind: 'station-not-unique', because });
}

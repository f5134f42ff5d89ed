/** `veipris data renew`: from the road database to the data in force. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from './base/day.ts';
import { Fault } from './base/fault.ts';
import { toOsloTime } from './base/oslo-time.ts';
import { checkFiles } from './catalogue/check-files.ts';
import { compareData, type DataChanges } from './catalogue/renew/compare-data.ts';
import type { AskedLink } from './catalogue/renew/format-renewed.ts';
import { guardRenewal, type Harvest } from './catalogue/renew/guard-renewal.ts';
import {
  loadNorway,
  loadRenewalLimits,
  type RenewalLimits,
} from './catalogue/renew/load-limits.ts';
import { loadRenewable } from './catalogue/renew/load-renewal.ts';
import { RefusedRenewal } from './catalogue/renew/refused-renewal.ts';
import type { RenewableData, Undecided } from './catalogue/renew/renewed-data.ts';
import { noteRenewal, readLastRenewal } from './catalogue/version/last-renewal.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import { makeHome } from './make-home.ts';
import { type LockTimes, underBuildLock } from './network/build-lock.ts';
import { openFacts } from './open-facts.ts';
import { compileRows, putInForce, readKeptRows } from './put-in-force.ts';
import { systemClock } from './system-clock.ts';
import type { UpstreamLimits } from './upstream/call/limits.ts';
import { readLinks } from './upstream/road-database/read-links.ts';
import { openRoadDatabase, type RoadDatabase } from './upstream/road-database/road-database.ts';

export interface RenewOptions {
  /** Tells what would change, and writes nothing. */
  readonly dryRun: boolean;
  /** Goes on where a count falls or a tariff jumps. */
  readonly force: boolean;
  /** Does nothing when the last renewal is not long ago. */
  readonly ifDue: boolean;
  /** Patience with the road database, where it differs from the usual one. */
  readonly limits?: Partial<UpstreamLimits>;
}

export interface Renewal {
  readonly outcome: 'renewed' | 'unchanged' | 'not-due' | 'dry-run';
  /** The version in force afterwards; absent: it is what it was. */
  readonly version?: string;
  /** Absent when it was not due. */
  readonly changes?: DataChanges;
  readonly undecided: readonly Undecided[];
  /** What a person should look at, one sentence without full stop each. */
  readonly notes: readonly string[];
}

type OnProgress = (step: string) => void;

/** A renewal takes minutes at most; whoever runs it shows every second that he lives. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, silenceMs: 15_000, patienceMs: 15 * 60_000 };
/** A daily renewal that comes a little early is one all the same. */
const DUE_AFTER_MS = 20 * 3_600_000;
/** The carriageways get no longer than this; those that are missing are asked for the next day. */
const LINKS_MS = 120_000;

/**
 * Renews the data, one process at a time. Killed at any moment, the old data or the new are in
 * force.
 *
 * @throws Fault as the road database fails, `RefusedRenewal` when its data is not sound; the data in
 * force stays.
 */
export async function renewFromRoadDatabase(
  config: Config,
  options: RenewOptions,
  onProgress: OnProgress,
): Promise<Renewal> {
  if (options.dryRun) return renew(config, options, onProgress);
  let renewal: Renewal | undefined;
  await underRenewalLock(config.home, onProgress, async () => {
    renewal = await renewAndNote(config, options, onProgress);
  });
  if (renewal === undefined) throw new Error('Expected the renewal to have run.');
  return renewal;
}

/**
 * Compiles what was last read from the road database with the decisions of this program; nothing
 * where that has been done.
 */
export async function compileAgain(config: Config, onProgress: OnProgress): Promise<void> {
  const { home } = config;
  await underRenewalLock(home, onProgress, async () => {
    const { facts, version, isOutdated } = await openFacts(home);
    if (version === undefined || !isOutdated) return;
    onProgress('compiling the renewed data with the decisions of this version of veipris');
    const rows = await readKeptRows(version);
    const renewed = await compileRows(rows, facts.place, version.day);
    await putInForce({ renewed, rows, config, onProgress });
  });
}

async function underRenewalLock(
  home: string,
  onProgress: OnProgress,
  run: () => Promise<void>,
): Promise<void> {
  await makeHome(home);
  await mkdir(join(home, 'data'), { recursive: true });
  await underBuildLock(join(home, 'data', 'renew.lock'), LOCK_TIMES, {
    name: 'renewing the data',
    isDone: async () => false,
    onWait: () => onProgress('waiting for another process that renews the data'),
    run,
  });
}

async function renewAndNote(
  config: Config,
  options: RenewOptions,
  onProgress: OnProgress,
): Promise<Renewal> {
  const { home } = config;
  const last = await readLastRenewal(home);
  if (options.ifDue && last?.ok === true && systemClock.now() - last.atMs < DUE_AFTER_MS)
    return { outcome: 'not-due', undecided: [], notes: [] };
  try {
    const renewal = await renew(config, options, onProgress);
    await noteRenewal(home, { atMs: systemClock.now(), ok: true });
    return renewal;
  } catch (error) {
    await noteRenewal(home, { atMs: systemClock.now(), ok: false, ...describeFailure(error) });
    throw error;
  }
}

/** What anybody may read of a failure: no path, no address, nothing that a service wrote. */
function describeFailure(error: unknown): { reason: string; retryAfterS?: number } {
  if (error instanceof Fault) {
    const { publicMessage: reason, retryAfterS } = error;
    return { reason, ...(retryAfterS !== undefined && { retryAfterS }) };
  }
  if (error instanceof RefusedRenewal) return { reason: error.message };
  return { reason: 'The renewal failed; what veipris data renew says tells why.' };
}

async function renew(
  config: Config,
  { dryRun, force, limits: patience }: RenewOptions,
  onProgress: OnProgress,
): Promise<Renewal> {
  checkFiles(DATA_DIR);
  const { facts, version: inForce } = await openFacts(config.home);
  const today = toOsloTime(systemClock.now()).day;
  const before = loadRenewable(facts.place);
  const limits = loadRenewalLimits(DATA_DIR);
  const database = openRoadDatabase(config.roadDatabase, patience);
  try {
    onProgress('reading stations, quays and cameras from the road database');
    const { unreadable, ...rows } = await database.readAll({ today });
    refuseUnsound({ rows, unreadable }, before, limits, force);
    const known = inForce === undefined ? [] : (await readKeptRows(inForce)).links;
    const asked = dryRun
      ? { links: known, notes: [] }
      : await askLinks(database, rows, { known, today, limits, onProgress });
    const renewed = await compileRows(rows, facts.place, today);
    const report = {
      changes: compareData(before, renewed, limits.movedM),
      undecided: renewed.undecided,
      notes: [...asked.notes, ...listDoubts(rows)],
    };
    if (dryRun) return { outcome: 'dry-run', ...report };
    const keptRows = { ...rows, links: asked.links };
    const { version } = await putInForce({ renewed, rows: keptRows, config, onProgress });
    const outcome = version === inForce?.version ? 'unchanged' : 'renewed';
    return { outcome, version, ...report };
  } finally {
    await database.close();
  }
}

function refuseUnsound(
  harvest: Harvest,
  before: RenewableData,
  limits: RenewalLimits,
  force: boolean,
): void {
  const violations = guardRenewal(harvest, before, { limits, norway: loadNorway(DATA_DIR) });
  const refused = violations.filter(({ mayBeForced }) => !(force && mayBeForced));
  if (refused.length > 0) throw new RefusedRenewal(refused);
}

type Rows = Omit<Awaited<ReturnType<RoadDatabase['readAll']>>, 'unreadable'>;

interface AskTerms {
  readonly known: readonly AskedLink[];
  readonly today: Day;
  readonly limits: RenewalLimits;
  readonly onProgress: OnProgress;
}

async function askLinks(
  database: RoadDatabase,
  { stations }: Rows,
  { known, today, limits, onProgress }: AskTerms,
) {
  onProgress('asking the road network for the carriageways of the stations');
  const linkIds = stations.flatMap(({ positions }) => positions.map(({ linkId }) => linkId));
  const ask = (linkId: number, signal: AbortSignal) =>
    database.readCarriageways(linkId, { signal });
  const { links, missed, failure } = await readLinks(linkIds, ask, {
    known,
    today,
    askAgainAfterDays: limits.askLinksAgainAfterDays,
    signal: AbortSignal.timeout(LINKS_MS),
  });
  const why = failure instanceof Error ? failure.message : String(failure);
  const notes =
    missed === 0 ? [] : [`the carriageways of ${missed} links could not be asked for: ${why}`];
  return { links, notes };
}

const listDoubts = ({ stations }: Rows): string[] =>
  stations.flatMap(({ nvdbId, name, doubts }) =>
    doubts.map((doubt) => `the station ${nvdbId} (${name ?? 'no name'}): ${doubt}`),
  );

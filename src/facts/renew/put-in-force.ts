/** Puts rows of the road database in force: compiles them, tries out the version, builds its network, and switches. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LockTimes, underLock } from '../../files/file-lock.ts';
import { type NetworkFolders, openNetwork } from '../../network/open-network.ts';
import type { Clock } from '../../trip/ports.ts';
import type { RoadDatabaseSettings } from '../../upstream/road-database/road-database.ts';
import { openDataVersions, type SoundVersion } from '../data-versions.ts';
import { loadFacts } from '../load-facts.ts';
import { openFacts } from '../open-facts.ts';
import { hashDecisions, loadRenewable, loadRenewalSources } from './load-renewal.ts';
import { type RenewedData, renewData } from './renew-data.ts';
import { formatRenewed, type KeptRows, ROWS_FILE } from './renewed-data.ts';

/** The parts that a renewal works with. */
export interface RenewalParts {
  readonly folders: NetworkFolders;
  /** Without a contact the road database is not asked. */
  readonly roadDatabase: Pick<RoadDatabaseSettings, 'url'> & Partial<RoadDatabaseSettings>;
  readonly clock: Clock;
  /** Trips are answered from the road network. It is built for the new data at once. */
  readonly usesNetwork: boolean;
  /** Gets a few words about each step that takes a while. */
  readonly onProgress: (step: string) => void;
}

interface NewVersion {
  readonly renewed: RenewedData;
  readonly rows: KeptRows;
}

/**
 * Writes a version and puts it in force. Before that the data is read as a server reads it, and its road network is
 * built if the network is used. So a server that takes the version over has nothing to build.
 *
 * @throws Error when the data can not be used. Then the version does not exist.
 */
export async function putInForce(
  { renewed, rows }: NewVersion,
  { folders, clock, usesNetwork, onProgress }: RenewalParts,
): Promise<SoundVersion> {
  const { data, home } = folders;
  const versions = openDataVersions(home);
  const draft = {
    day: renewed.day,
    madeAtMs: clock.now(),
    decisions: await hashDecisions(data),
    files: formatRenewed(renewed, rows),
  };
  const made = await versions.make(draft, async (folder) => {
    const facts = await loadFacts({ bundled: data, renewed: folder });
    if (usesNetwork) await openNetwork(folders, facts, onProgress);
  });
  await versions.switchTo(made.version);
  await versions.sweep();
  return made;
}

/** The rows that a version was compiled from. */
export async function readKeptRows({ folder }: SoundVersion): Promise<KeptRows> {
  // The version is sound, so this is what `formatRenewed` wrote.
  const rows = JSON.parse(await readFile(join(folder, ROWS_FILE), 'utf8')) as KeptRows;
  // The first releases read no closed roads and no ferry connections.
  return { ...rows, closures: rows.closures ?? [], ferries: rows.ferries ?? [] };
}

/**
 * Compiles the rows that were last read from the road database with the decisions of this program. It does nothing if
 * this has been done.
 */
export function compileAgain(parts: RenewalParts): Promise<void> {
  const { folders, onProgress } = parts;
  return underRenewalLock(parts, async () => {
    const { facts, version, isOutdated } = await openFacts(folders);
    if (version === undefined || !isOutdated) return;
    onProgress('compiling the renewed data with the decisions of this version of veipris');
    const rows = await readKeptRows(version);
    const sources = loadRenewalSources(folders.data, version.day);
    const renewed = renewData({ ...sources, rows, before: loadRenewable(facts.place) });
    await putInForce({ renewed, rows }, parts);
  });
}

/** A renewal takes minutes at most. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, patienceMs: 15 * 60_000 };

/** Runs work that renews the data of a home in one process at a time. Other processes wait. */
export async function underRenewalLock<Result>(
  { folders: { home }, onProgress }: Pick<RenewalParts, 'folders' | 'onProgress'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(join(home, 'data'), { recursive: true });
  return underLock(join(home, 'data', 'renew.lock'), LOCK_TIMES, {
    name: 'renewing the data',
    onWait: () => onProgress('waiting for another process that renews the data'),
    run: work,
  });
}

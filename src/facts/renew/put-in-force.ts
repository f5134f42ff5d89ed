/** Puts rows of the road database in force: compiles them, tries out the version, builds its network, and switches. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../../base/day.ts';
import { type LockTimes, underLock } from '../../files/file-lock.ts';
import { loadNetworkInputs, roadName } from '../../network/link.ts';
import { type NetworkFolders, openNetwork } from '../../network/open-network.ts';
import type { Clock } from '../../trip/ports.ts';
import type { RoadDatabaseSettings } from '../../upstream/road-database/road-database.ts';
import { readStationCuration } from '../compile/station-curation.ts';
import { type DataPlace, readFact } from '../data-place.ts';
import { hashDecisions, openDataVersions, type SoundVersion } from '../data-versions.ts';
import { loadRenewalLimits } from '../load-country.ts';
import { loadFacts, openFacts } from '../open-facts.ts';
import { readBundled } from '../schema/read-bundled.ts';
import { findRushTerms } from '../station-tariffs.ts';
import {
  type ProjectTraits,
  type RenewalSources,
  type RenewedData,
  renewData,
} from './renew-data.ts';
import { formatRenewed, type KeptRows, type RenewableData, ROWS_FILE } from './renewed-data.ts';

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

/**
 * @param data the bundled data.
 * @throws Error that names the file that is wrong.
 */
export function loadRenewalSources(
  data: string,
  today: Day,
): Omit<RenewalSources, 'rows' | 'before'> {
  return {
    bundled: loadRenewable({ bundled: data }),
    curation: readStationCuration((name) => readBundled(data, name)),
    quayDecisions: readBundled(data, 'curated/ferries.json'),
    roads: loadRoads(data),
    projects: loadTraits(data, today),
    movedM: loadRenewalLimits(data).movedM,
    today,
  };
}

/** The roads by which the bundled data was compiled: with the roads that we drew, without ramps and links at quays. */
const loadRoads = (data: string): RenewalSources['roads'] =>
  loadNetworkInputs(data)
    .readLinks()
    .filter(({ kind, added, ramp }) => kind === 'road' && added === undefined && ramp !== true)
    .map((link) => ({ road: roadName(link), line: link.line }));

/** The renewable part of the data in force. */
export function loadRenewable(place: DataPlace): RenewableData {
  const { stations, gone = [], meta } = readFact(place, 'toll-stations.json').content;
  const { quays } = readFact(place, 'ferry-quays.json').content;
  const connections = readFact(place, 'ferry-connections.json').content;
  const { cameras } = readFact(place, 'speed-cameras.json').content;
  const closures = readFact(place, 'road-closures.json').content;
  return { stations, gone, quays, connections, cameras, closures, day: meta.date };
}

function loadTraits(data: string, today: Day): ProjectTraits {
  const { projects } = readBundled(data, 'toll-projects.json');
  const byId = new Map(projects.map((project) => [project.id, project]));
  return {
    hasHourRules: (id) => byId.get(id)?.hourRules !== undefined,
    hasRushTerms: (id, passageKey) =>
      findRushTerms(byId.get(id) ?? {}, passageKey, today) !== undefined,
  };
}

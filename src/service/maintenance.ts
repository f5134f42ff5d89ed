/** Renews and builds data with the settings, for commands such as `veipris data renew` and for the server. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { CompiledData } from '../cli/data.ts';
import { type BuildOptions, type BuiltNetwork, DOWNLOAD } from '../cli/network.ts';
import type { ListedStation } from '../cli/stations.ts';
import { type Facts, openFacts } from '../facts/open-facts.ts';
import { compileAgain, type RenewalParts } from '../facts/renew/put-in-force.ts';
import { type Renewal, type RenewOptions, renewFacts } from '../facts/renew/renew-facts.ts';
import { readBundled } from '../facts/schema/read-bundled.ts';
import { underLock } from '../files/file-lock.ts';
import { COMPILE_LOCK_TIMES } from '../network/network-folders.ts';
import {
  type NetworkFolders,
  openChosenNetwork,
  readPlacement,
  readReport,
} from '../network/open-network.ts';
import {
  dropOwnMap,
  nameForm,
  type OwnMap,
  putOwnMapInForce,
  readMapFile,
  readOwnMap,
  UnusableMap,
} from '../network/own-map.ts';
import { auditPlacement } from '../network/placement/audit-placement.ts';
import type { Config } from './config.ts';
import { systemClock as clock, DATA_DIR, makeHome, PACKAGE_DIR } from './machine.ts';
import type { OnProgress } from './snapshot.ts';

/** See `renewFacts`. Makes the home if something is to be written. */
export async function renewData(
  config: Config,
  options: RenewOptions,
  onProgress: OnProgress,
): Promise<Renewal> {
  if (!options.dryRun) await makeHome(config.home);
  return renewFacts(partsOf(config, onProgress), options);
}

/** See `compileAgain`. */
export async function compileDataAgain(config: Config, onProgress: OnProgress): Promise<void> {
  await makeHome(config.home);
  await compileAgain(partsOf(config, onProgress));
}

const partsOf = (
  { home, roadDatabase, services }: Config,
  onProgress: OnProgress,
): RenewalParts => ({
  folders: { data: DATA_DIR, home },
  roadDatabase,
  clock,
  usesNetwork: services.route === undefined || services.estimate === undefined,
  onProgress,
});

/**
 * Builds the road network for the facts in force, where that has not been done, and puts it in force. Until then, and
 * after a failure, the network before stays in force.
 */
export async function buildNetwork(
  { home, roadNetwork }: Pick<Config, 'home' | 'roadNetwork'>,
  { osm, ruteplan, ifNewer }: BuildOptions,
  onProgress: OnProgress,
): Promise<BuiltNetwork> {
  await makeHome(home);
  const { facts } = await openFacts({ data: DATA_DIR, home });
  const folders = { data: DATA_DIR, home };
  if (ruteplan === DOWNLOAD) {
    const feed = roadNetwork.feed ?? readBundled(DATA_DIR, 'road-network/ruteplan.json').feed;
    return downloadRuteplan(folders, facts, { feed, ifNewer }, onProgress);
  }
  if (ruteplan !== undefined) {
    const map = { ...(await readMapFile(ruteplan)), form: 'ruteplan' as const };
    return buildCompiled(folders, facts, map, onProgress);
  }
  if (osm !== undefined) return buildCompiled(folders, facts, await readMapFile(osm), onProgress);
  const { version, folder } = await openChosenNetwork(folders, { facts }, onProgress);
  await dropOwnMap(home);
  return { version, folder };
}

/**
 * Builds the network of a map file and puts it in force.
 *
 * @param leastRows a file with fewer rows is refused.
 */
async function buildCompiled(
  folders: NetworkFolders,
  facts: Facts,
  map: OwnMap,
  onProgress: OnProgress,
  leastRows = 0,
): Promise<BuiltNetwork> {
  const { version, folder } = await openChosenNetwork(folders, { map, facts }, onProgress);
  const report = await readReport(folder);
  if (report.rows < leastRows)
    throw new UnusableMap(
      `${map.path} has ${report.rows} links, and the whole country at least ${leastRows}.`,
    );
  await putOwnMapInForce(folders.home, map);
  return { version, folder, [nameForm(map)]: map.path, report };
}

/**
 * Fetches the newest edition of the official network, builds it and puts it in force. Only one process does this at a
 * time.
 */
async function downloadRuteplan(
  folders: NetworkFolders,
  facts: Facts,
  { feed, ifNewer }: { readonly feed: string; readonly ifNewer: boolean },
  onProgress: OnProgress,
): Promise<BuiltNetwork> {
  const upstream = await import('../upstream/ruteplan/download-edition.ts');
  const edition = await upstream.readEdition(feed);
  const inForce = ifNewer ? await readOwnMap(folders.home) : undefined;
  if (inForce?.edition !== undefined && !isNewer(edition.updated, inForce.edition))
    return buildCompiled(folders, facts, inForce, onProgress);
  const kept = join(folders.home, 'network', 'editions');
  await mkdir(kept, { recursive: true });
  const { checkDatabase: check } = await import('../network/ruteplan/unpack-zip.ts');
  return underLock(`${kept}.lock`, COMPILE_LOCK_TIMES, {
    name: 'fetching the official road network',
    onWait: () => onProgress('waiting for another process that fetches the official road network'),
    async run() {
      const fetched = await upstream.downloadEdition(edition, kept, { check, onProgress });
      const { path, sha256, updated } = fetched;
      const map = { path, sha256, edition: updated, form: 'ruteplan' as const };
      const { leastCountryLinks } = readBundled(DATA_DIR, 'road-network/ruteplan.json');
      try {
        const network = await buildCompiled(folders, facts, map, onProgress, leastCountryLinks);
        await upstream.removeOtherEditions(kept, fetched);
        return network;
      } catch (cause) {
        // The publisher may mend the file of the same edition.
        if (cause instanceof UnusableMap) await upstream.refuseEdition(fetched);
        throw cause;
      }
    },
  });
}

const isNewer = (updated: string, edition: string): boolean =>
  Date.parse(updated) > Date.parse(edition);

/** The toll stations in force, in their published form. */
export async function listStations({
  home,
}: Pick<Config, 'home'>): Promise<readonly ListedStation[]> {
  const { facts } = await openFacts({ data: DATA_DIR, home });
  const { stations }: { readonly stations: readonly ListedStation[] } = JSON.parse(
    facts.tollStations.json,
  );
  return stations;
}

/** Checks the place of every station of the facts in force on the road network in force. Builds nothing. */
export async function auditNetwork({ home }: Pick<Config, 'home'>) {
  const { facts } = await openFacts({ data: DATA_DIR, home });
  return auditPlacement(facts.stations, await readPlacement({ data: DATA_DIR, home }, facts));
}

const TOOL = join(PACKAGE_DIR, 'tools/compile-data/main.ts');
const MOST_SAID_BYTES = 1024 * 1024;

/**
 * Compiles `data/` in a process of its own.
 *
 * @param from folder of the source extracts.
 * @throws Error with one line, without a checkout and when the compilation fails.
 */
export async function compileData(from: string): Promise<CompiledData> {
  if (!existsSync(TOOL))
    throw new Error('data/ is compiled in a checkout of the sources, and this is an installation.');
  const args = ['--import', import.meta.resolve('tsx'), TOOL, resolve(from)];
  const options = { maxBuffer: MOST_SAID_BYTES };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return JSON.parse(stdout) as CompiledData;
  } catch (cause) {
    const said = (cause as { readonly stderr?: string }).stderr?.trim();
    throw new Error(said === undefined || said === '' ? 'It did not run.' : said, { cause });
  }
}

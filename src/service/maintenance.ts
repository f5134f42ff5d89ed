/** The renewal of the data as the settings have it: for `veipris data renew` and for the server. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { CompiledData } from '../cli/data-compile.ts';
import { openFacts } from '../facts/open-facts.ts';
import { compileAgain, type RenewalParts } from '../facts/renew/put-in-force.ts';
import { type Renewal, type RenewOptions, renewFacts } from '../facts/renew/renew-facts.ts';
import { auditPlacement } from '../network/audit-placement.ts';
import { openBundledNetwork, placeOnNetwork } from '../network/open-network.ts';
import { PBF_NAME } from '../network/opened-network.ts';
import { dropOwnMap, putOwnMapInForce, readMapFile, readOwnMap } from '../network/osm/own-map.ts';
import { readOwnPlacement } from '../network/osm/read-own-placement.ts';
import type { Placement, StationToPlace } from '../network/place.ts';
import type { Config } from './config.ts';
import { systemClock as clock, DATA_DIR, makeHome, PACKAGE_DIR } from './machine.ts';
import type { OnProgress } from './snapshot.ts';

interface OpenRenewal {
  /** See `renewFacts`. */
  renew(options: RenewOptions): Promise<Renewal>;
  /** See `compileAgain`. */
  compileAgain(): Promise<void>;
}

/** Opens nothing by itself; a home is made where something is to be written. */
export function openRenewal(
  { home, roadDatabase, planner, osrmUrl }: Config,
  onProgress: (step: string) => void,
): OpenRenewal {
  const parts: RenewalParts = {
    folders: { data: DATA_DIR, home },
    roadDatabase,
    clock,
    usesNetwork: planner.kind === 'embedded' || osrmUrl === undefined,
    onProgress,
  };
  return {
    async renew(options) {
      if (!options.dryRun) await makeHome(home);
      return renewFacts(parts, options);
    },
    async compileAgain() {
      await makeHome(home);
      await compileAgain(parts);
    },
  };
}

export interface BuildOptions {
  /** The map to build from; absent: the bundled links. */
  readonly osm?: string;
  /** Leave the map that the tiles are built from beside them; of the bundled links there is none. */
  readonly keepPbf: boolean;
}

/**
 * Builds the road network for the facts in force, where that has not been done, and puts it in
 * force; until then, and when it fails, the one before stays.
 */
export async function buildNetwork(
  { home }: Pick<Config, 'home'>,
  { osm, keepPbf }: BuildOptions,
  onProgress: OnProgress,
) {
  await makeHome(home);
  const { facts } = await openFacts({ data: DATA_DIR, home });
  const { stations } = facts;
  const folders = { data: DATA_DIR, home };
  if (osm === undefined) {
    const { version, folder } = await openBundledNetwork(folders, facts, onProgress);
    await dropOwnMap(home);
    return { version, folder };
  }
  const map = await readMapFile(osm);
  const { openOwnNetwork } = await import('../network/osm/open-own-network.ts');
  const terms = { map, stations, keepPbf };
  const { version, folder } = await openOwnNetwork(folders, terms, onProgress);
  await putOwnMapInForce(home, map);
  const pbf = keepPbf ? { pbf: join(folder, PBF_NAME) } : {};
  return { version, folder, osm: map.path, ...pbf };
}

/** Looks at every station of the facts in force on the road network in force; builds nothing. */
export async function auditNetwork({ home }: Pick<Config, 'home'>) {
  const { stations } = (await openFacts({ data: DATA_DIR, home })).facts;
  return auditPlacement(stations, await placementOf(home, stations));
}

async function placementOf(home: string, stations: readonly StationToPlace[]): Promise<Placement> {
  const map = await readOwnMap(home);
  return map === undefined
    ? (await placeOnNetwork(DATA_DIR, stations)).placement
    : readOwnPlacement({ data: DATA_DIR, home }, map, stations);
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

/** What the commands do with the road network: build it, choose it, and look at its stations. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import { openFacts } from './facts/open-facts.ts';
import { makeHome } from './make-home.ts';
import { auditPlacement } from './network/audit-placement.ts';
import { openBundledNetwork, placeOnNetwork } from './network/open-network.ts';
import { PBF_NAME } from './network/opened-network.ts';
import { dropOwnMap, putOwnMapInForce, readMapFile, readOwnMap } from './network/osm/own-map.ts';
import { readOwnPlacement } from './network/osm/read-own-placement.ts';
import type { Placement, StationToPlace } from './network/place.ts';
import type { OnProgress } from './open-edition.ts';

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
  const { stations } = (await openFacts({ data: DATA_DIR, home })).facts;
  const folders = { data: DATA_DIR, home };
  if (osm === undefined) {
    const { version, folder } = await openBundledNetwork(folders, stations, onProgress);
    await dropOwnMap(home);
    return { version, folder };
  }
  const map = await readMapFile(osm);
  const { openOwnNetwork } = await import('./network/osm/open-own-network.ts');
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

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildTiles } from '../build-tiles.ts';
import { PBF_NAME } from '../opened-network.ts';
import { pathExists } from '../path-exists.ts';
import type { StationToPlace } from '../place.ts';
import type { OwnInputs } from './own-inputs.ts';
import type { OwnMap } from './own-map.ts';
import { prepareMap } from './prepare-map.ts';

export interface OwnBuildTerms {
  readonly map: OwnMap;
  readonly inputs: OwnInputs;
  readonly stations: readonly StationToPlace[];
  /** Leave the map with its gates beside the tiles. */
  readonly keepPbf: boolean;
}

/** A build may take hours, and no other network's build may take its folder for a forgotten one. */
const ASIDE = '.building';

/**
 * Builds the network of a map into a folder: everything is made in a folder aside, which is moved
 * into place as a whole or not at all. Where the network is there, only its map is written anew.
 * Call it under the lock: what killed builds have left is removed first.
 */
export async function buildOwnNetwork(
  folder: string,
  { map, inputs, stations, keepPbf }: OwnBuildTerms,
  onProgress: (step: string) => void,
): Promise<void> {
  await sweep(dirname(folder));
  const aside = `${folder}.${randomUUID()}${ASIDE}`;
  const pbf = join(aside, PBF_NAME);
  await mkdir(join(aside, 'tiles'), { recursive: true });
  try {
    const { gates, placement } = await prepareMap(map.path, pbf, inputs, stations, onProgress);
    if (await pathExists(folder)) return await rename(pbf, join(folder, PBF_NAME));
    await writeFile(join(aside, 'gates.json'), JSON.stringify(gates));
    await writeFile(join(aside, 'placement.json'), JSON.stringify(placement));
    onProgress('building routing tiles, which takes long for a whole country');
    await buildTiles(aside, pbf, inputs.engine);
    if (!keepPbf) await rm(pbf);
    await rename(aside, folder);
    onProgress('the road network is ready');
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Removes what killed builds have left behind. */
async function sweep(root: string): Promise<void> {
  for (const name of (await readdir(root)).filter((entry) => entry.endsWith(ASIDE)))
    await rm(join(root, name), { recursive: true, force: true });
}

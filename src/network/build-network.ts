import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildTiles } from './build-tiles.ts';
import { type NetworkPlace, writeChart } from './chart.ts';
import type { NetworkInputs } from './network-inputs.ts';
import { PBF_NAME } from './opened-network.ts';
import { drawNetwork } from './osm-data.ts';
import { formatOsmPbf } from './osm-pbf.ts';
import { pathExists } from './path-exists.ts';
import type { StationToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';

/** A folder aside of another version that is older is nobody's work any more. */
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Builds the network into a folder that does not exist yet: everything is made in a folder aside,
 * which is moved into place as a whole or not at all. Removes what killed builds have left behind.
 */
export async function buildNetwork(
  folder: string,
  inputs: NetworkInputs,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<void> {
  const aside = `${folder}.${randomUUID()}.part`;
  await mkdir(join(aside, 'tiles'), { recursive: true });
  try {
    await buildAside({ folder: aside, network: basename(folder) }, inputs, stations, onProgress);
    await rename(aside, folder);
    onProgress('the road network is ready');
  } catch (cause) {
    // Another process may have built the same in the meantime; then there is nothing to do.
    if (!(await pathExists(folder))) throw cause;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await sweep(folder);
}

async function buildAside(
  place: NetworkPlace,
  { readLinks, limits, overrides, speeds, engine }: NetworkInputs,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<void> {
  const links = readLinks();
  const { placed } = placeStations(stations, links, { limits, overrides });
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const { osm, gates, roads } = drawNetwork(links, placed, speeds);
  const { folder } = place;
  const pbf = join(folder, PBF_NAME);
  await writeFile(pbf, formatOsmPbf(osm));
  await writeFile(join(folder, 'gates.json'), JSON.stringify(gates));
  await writeChart(place, roads, speeds);
  onProgress(`building routing tiles from ${osm.ways.length} ways`);
  await buildTiles(folder, pbf, engine);
}

/**
 * Removes what killed builds have left behind. Whoever still builds this version, against all
 * expectation, finds it built; one who builds another is left alone for a while.
 */
async function sweep(folder: string): Promise<void> {
  const root = dirname(folder);
  for (const name of (await readdir(root)).filter((entry) => entry.endsWith('.part'))) {
    const path = join(root, name);
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (name.startsWith(`${basename(folder)}.`) || Date.now() - changedMs > LEFT_BEHIND_MS)
      await rm(path, { recursive: true, force: true });
  }
}

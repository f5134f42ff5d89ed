import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type KernelPlace, writeKernelFile } from './kernel-file.ts';
import type { NetworkInputs } from './network-inputs.ts';
import { pathExists } from './path-exists.ts';
import type { FactsToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';
import { prepareNetwork } from './prepare-network.ts';

/** A folder aside of another version that is older belongs to no running process. */
const LEFT_BEHIND_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Builds a network into a folder that does not exist yet: everything is made in a folder aside, which is moved into
 * place as a whole or not at all. Removes what killed builds have left behind.
 *
 * @param make writes into the folder aside.
 */
export async function buildInto(
  folder: string,
  onProgress: (step: string) => void,
  make: (aside: KernelPlace) => Promise<void>,
): Promise<void> {
  const aside = `${folder}.${randomUUID()}.part`;
  await mkdir(aside, { recursive: true });
  try {
    await make({ folder: aside, version: basename(folder) });
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

export async function buildNetwork(
  aside: KernelPlace,
  { readLinks, limits, overrides, speeds }: NetworkInputs,
  { stations, sections = [], services = [] }: FactsToPlace,
  onProgress: (step: string) => void,
): Promise<void> {
  const links = readLinks();
  const { placed } = placeStations(stations, links, { limits, overrides });
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const { gates, unplaced, ...prepared } = prepareNetwork(
    links,
    { placed, sections, services },
    speeds,
  );
  for (const why of unplaced) onProgress(why);
  await writeFile(join(aside.folder, 'gates.json'), JSON.stringify(gates));
  await writeKernelFile(aside, prepared);
}

/**
 * Removes the networks of earlier versions, which have tiles for another engine, once the one in force is a day old:
 * until then a server of such a version may still run over the same home.
 */
export async function removeFormerTiles(inForce: string): Promise<void> {
  if (Date.now() - (await stat(inForce)).mtimeMs < DAY_MS) return;
  for (const folder of await listFormerTiles(dirname(inForce)))
    await rm(folder, { recursive: true, force: true });
}

/** The networks of earlier versions below a folder. */
export async function listFormerTiles(root: string): Promise<readonly string[]> {
  const names = (await readdir(root)).filter((name) => /^(osm-)?[0-9a-f]{16}$/.test(name));
  const folders = names.map((name) => join(root, name));
  const haveTiles = await Promise.all(folders.map((folder) => pathExists(join(folder, 'tiles'))));
  return folders.filter((_, i) => haveTiles[i]);
}

/**
 * Removes what killed builds have left behind. A process that still builds this version, against all
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

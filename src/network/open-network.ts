/**
 * The road network of the embedded engine: placed, drawn and prepared once per version of everything that goes into
 * it, and opened from there ever after.
 */
import { join } from 'node:path';
import { nameIndexForm } from '../routing/snap.ts';
import { type LockTimes, underBuildLock } from './build-lock.ts';
import {
  buildInto,
  buildNetwork,
  makeWritable,
  pathExists,
  removeFormerNetworks,
} from './build-network.ts';
import { keepOwnMap, readOwnMap } from './compile/own-map.ts';
import { readKernelFile } from './kernel-file.ts';
import type { RoadLink } from './link.ts';
import { loadNetworkInputs } from './network-inputs.ts';
import { nameVersion } from './network-version.ts';
import { type NetworkFolders, type OpenNetwork, readGates } from './opened-network.ts';
import type { FactsToPlace, Placement, StationToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';

/** Raised when the same inputs would be drawn or built differently than before. */
const FORMAT = '19';
/** The build takes seconds; placing and drawing hold the process for up to two of them. */
const LOCK_TIMES: LockTimes = { lookMs: 200, silenceMs: 4000, patienceMs: 120_000 };

/** Source: the licence of the links is named in data/README.md. */
const ATTRIBUTION = 'Roads: © Kartverket (CC BY 4.0), converted and completed.';

/**
 * Opens the network in force, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error when the home can not be written or the build fails.
 */
export async function openNetwork(
  folders: NetworkFolders,
  facts: FactsToPlace,
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const map = await readOwnMap(folders.home);
  if (map === undefined) return openBundledNetwork(folders, facts, onProgress);
  const { openCompiled } = await import('./open-compiled.ts');
  const opened = await openCompiled(folders, { map, facts }, onProgress);
  await keepOwnMap(folders.home, map);
  return opened;
}

/** Opens the network of the bundled links, whichever is in force; otherwise as `openNetwork`. */
export async function openBundledNetwork(
  folders: NetworkFolders,
  facts: FactsToPlace,
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const inputs = await loadNetworkInputs(folders.data);
  const made = [FORMAT, nameIndexForm()];
  const version = nameVersion([...made, ...inputs.texts], facts);
  const root = join(folders.home, 'network');
  const folder = join(root, version);
  const isDone = () => pathExists(folder);

  if (!(await isDone())) {
    await makeWritable(root);
    const run = () =>
      buildInto(folder, onProgress, (aside) => buildNetwork(aside, inputs, facts, onProgress));
    const onWait = () => onProgress('waiting for another process that builds the road network');
    await underBuildLock(join(root, 'build.lock'), LOCK_TIMES, { isDone, onWait, run });
  }
  const prepared = await readKernelFile(folder);
  await removeFormerNetworks(folder);
  return {
    source: 'veipris-n1000',
    prepared,
    gates: await readGates(folder),
    attribution: ATTRIBUTION,
    version,
    folder,
  };
}

/** Where every station lies on the bundled network, or why it does not. Builds nothing. */
export async function placeOnNetwork(
  data: string,
  stations: readonly StationToPlace[],
): Promise<{ placement: Placement; links: readonly RoadLink[] }> {
  const { readLinks, limits, overrides } = await loadNetworkInputs(data);
  const links = readLinks();
  return { placement: placeStations(stations, links, { limits, overrides }), links };
}

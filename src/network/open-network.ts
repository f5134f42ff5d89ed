/**
 * The road network of the embedded engine: placed, drawn and built into tiles once per version of
 * everything that goes into it, and opened from there ever after.
 */
import { join } from 'node:path';
import { nameIndexForm } from '../geo/road-finder.ts';
import { type LockTimes, underBuildLock } from './build-lock.ts';
import { buildNetwork } from './build-network.ts';
import { formatEngineSettings, getBuilderVersion } from './build-tiles.ts';
import { readChart } from './chart.ts';
import type { RoadLink } from './link.ts';
import { makeWritable } from './make-writable.ts';
import { loadNetworkInputs } from './network-inputs.ts';
import { nameVersion } from './network-version.ts';
import { type NetworkFolders, type OpenNetwork, readGates } from './opened-network.ts';
import { openOwnNetwork } from './osm/open-own-network.ts';
import { readOwnMap } from './osm/own-map.ts';
import { pathExists } from './path-exists.ts';
import type { Placement, StationToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';

/** Raised when the same inputs would be drawn or built differently than before. */
const FORMAT = '10';
/** The build takes seconds; placing and drawing hold the process for up to two of them. */
const LOCK_TIMES: LockTimes = { lookMs: 200, silenceMs: 4000, patienceMs: 120_000 };

/** Source: the licence of the links is named in data/README.md. */
export const ATTRIBUTION = 'Roads: © Kartverket (CC BY 4.0), converted and completed.';

/** Hears of tiles that stand; reading goes on when it is done. */
type OnTiles = (engineSettings: string) => Promise<void>;

/**
 * Opens the network in force, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @param onTiles is given the settings of the engine as soon as its tiles stand: what is read of the
 * bundled network after that takes as long as the engine's own start.
 * @throws Error when the home can not be written or the build fails.
 */
export async function openNetwork(
  folders: NetworkFolders,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
  onTiles?: OnTiles,
): Promise<OpenNetwork> {
  const map = await readOwnMap(folders.home);
  return map === undefined
    ? openBundledNetwork(folders, stations, onProgress, onTiles)
    : openOwnNetwork(folders, { map, stations, keepPbf: false }, onProgress);
}

/** Opens the network of the bundled links, whichever is in force; otherwise as `openNetwork`. */
export async function openBundledNetwork(
  folders: NetworkFolders,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
  onTiles?: OnTiles,
): Promise<OpenNetwork> {
  const inputs = await loadNetworkInputs(folders.data);
  const made = [FORMAT, nameIndexForm(), await getBuilderVersion()];
  const version = nameVersion([...made, ...inputs.texts], stations);
  const root = join(folders.home, 'network');
  const folder = join(root, version);
  const isDone = () => pathExists(folder);

  if (!(await isDone())) {
    await makeWritable(root);
    const run = () => buildNetwork(folder, inputs, stations, onProgress);
    const onWait = () => onProgress('waiting for another process that builds the road network');
    await underBuildLock(join(root, 'build.lock'), LOCK_TIMES, { isDone, onWait, run });
  }
  const engineSettings = formatEngineSettings(inputs.engine, folder);
  await onTiles?.(engineSettings);
  return {
    engineSettings,
    gates: await readGates(folder),
    chart: await readChart(folder),
    lengthFactor: inputs.speeds.lengthFactor,
    boardingS: inputs.speeds.ferry.boardingMin * 60,
    isSmall: true,
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

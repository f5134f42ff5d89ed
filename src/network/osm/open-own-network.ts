/** The road network of the operator's own map. */
import { join } from 'node:path';
import { type LockTimes, underBuildLock } from '../build-lock.ts';
import { formatEngineSettings, getBuilderVersion } from '../build-tiles.ts';
import { makeWritable } from '../make-writable.ts';
import { nameVersion } from '../network-version.ts';
import { type NetworkFolders, type OpenNetwork, PBF_NAME, readGates } from '../opened-network.ts';
import { pathExists } from '../path-exists.ts';
import type { StationToPlace } from '../place.ts';
import { buildOwnNetwork } from './build-own-network.ts';
import { loadOwnInputs, type OwnInputs } from './own-inputs.ts';
import { type OwnMap, readMapFile } from './own-map.ts';

/** Raised when the same inputs would be drawn or built differently than before. */
const FORMAT = '1';
/** A whole country takes long, and sorting its nodes holds the process for seconds. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, silenceMs: 15_000, patienceMs: 12 * 60 * 60_000 };

export interface OwnNetworkTerms {
  readonly map: OwnMap;
  readonly stations: readonly StationToPlace[];
  /** Leave the map with its gates beside the tiles. */
  readonly keepPbf: boolean;
}

/**
 * Opens the network of a map, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error with one sentence when it has to be built, and the map is gone, has changed or can not be used.
 */
export async function openOwnNetwork(
  { data, home }: NetworkFolders,
  { map, stations, keepPbf }: OwnNetworkTerms,
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const inputs = await loadOwnInputs(data);
  const root = join(home, 'network');
  const { version, folder } = await locateOwnNetwork({ home, inputs, map, stations });
  const isDone = async () =>
    (await pathExists(folder)) && (!keepPbf || (await pathExists(join(folder, PBF_NAME))));

  if (!(await isDone())) {
    await makeWritable(root);
    const run = async () => {
      await checkSame(map);
      await buildOwnNetwork(folder, { map, inputs, stations, keepPbf }, onProgress);
    };
    const onWait = () => onProgress('waiting for another process that builds your road network');
    await underBuildLock(join(root, 'own.lock'), LOCK_TIMES, { isDone, onWait, run });
  }
  return {
    engine: {
      kind: 'tiles',
      settings: formatEngineSettings(inputs.engine, folder),
      lengthFactor: inputs.lengthFactor,
      boardingS: inputs.boardingS,
    },
    gates: await readGates(folder),
    movedWarnM: inputs.movedWarnM,
    attribution: inputs.attribution,
    version,
    folder,
  };
}

export interface OwnNetworkPlace {
  /** The folder that the server writes to. */
  readonly home: string;
  readonly inputs: OwnInputs;
  readonly map: OwnMap;
  readonly stations: readonly StationToPlace[];
}

/** The version that a map and these stations make, and the folder it is in, built or not. */
export async function locateOwnNetwork({ home, inputs, map, stations }: OwnNetworkPlace) {
  const texts = [FORMAT, await getBuilderVersion(), map.sha256, ...inputs.texts];
  const version = `osm-${nameVersion(texts, { stations })}`;
  return { version, folder: join(home, 'network', version) };
}

/** Stations and programs change; the map that they are put on must be the one that was chosen. */
async function checkSame({ path, sha256 }: OwnMap): Promise<void> {
  const again = 'Run "veipris network build --osm FILE", or without --osm for the bundled network.';
  const now = await readMapFile(path).catch((cause: Error) => {
    throw new Error(
      `Your road network must be built anew, and its map is gone: ${cause.message} ${again}`,
      { cause },
    );
  });
  if (now.sha256 !== sha256)
    throw new Error(`Your road network must be built anew, and ${path} has changed. ${again}`);
}

/**
 * The road network of the embedded engine: placed, drawn and built into tiles once per version of
 * everything that goes into it, and opened from there ever after.
 */
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import type { Gate } from '../geo/gate.ts';
import { type LockTimes, underBuildLock } from './build-lock.ts';
import { buildNetwork } from './build-network.ts';
import { formatEngineSettings, getBuilderVersion } from './build-tiles.ts';
import type { RoadLink } from './link.ts';
import { loadNetworkInputs } from './network-inputs.ts';
import { GatesFile } from './network-schema.ts';
import { pathExists } from './path-exists.ts';
import type { Placement, StationToPlace } from './place.ts';
import { placeStations } from './place-stations.ts';

/** Raised when the same inputs would be drawn or built differently than before. */
const FORMAT = '4';
/** The build takes seconds; placing and drawing hold the process for up to two of them. */
const LOCK_TIMES: LockTimes = { lookMs: 200, silenceMs: 4000, patienceMs: 120_000 };

export interface NetworkFolders {
  /** The bundled data. */
  readonly data: string;
  /** Where tiles are kept; made when missing. */
  readonly home: string;
}

export interface OpenNetwork {
  /** Settings for the engine, as JSON. */
  readonly engineSettings: string;
  readonly gates: readonly Gate[];
  /** Factor from drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
}

/**
 * Opens the network, and builds it first where this version has not been built in `home`.
 *
 * @param onProgress is told in a few words what happens, only when something is built or waited for.
 * @throws Error when the home can not be written or the build fails.
 */
export async function openNetwork(
  folders: NetworkFolders,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const inputs = await loadNetworkInputs(folders.data);
  const builder = await getBuilderVersion();
  const version = hashOf([
    FORMAT,
    builder,
    JSON.stringify(stations.map(placingOf)),
    ...inputs.texts,
  ]);
  const root = join(folders.home, 'network');
  const folder = join(root, version);
  const isDone = () => pathExists(folder);

  if (!(await isDone())) {
    await makeWritable(root);
    const run = () => buildNetwork(folder, inputs, stations, onProgress);
    const onWait = () => onProgress('waiting for another process that builds the road network');
    await underBuildLock(join(root, 'build.lock'), LOCK_TIMES, { isDone, onWait, run });
  }
  const gatesPath = join(folder, 'gates.json');
  const gates = parseChecked(await readFile(gatesPath, 'utf8'), GatesFile, gatesPath);
  return {
    engineSettings: formatEngineSettings(inputs.engine, folder),
    gates,
    lengthFactor: inputs.speeds.lengthFactor,
    boardingS: inputs.speeds.ferry.boardingMin * 60,
    version,
    folder,
  };
}

/** What of a station decides where it lies; another name or project needs no other tiles. */
const placingOf = ({ id, road, at, onRamp, charged, chargedBearingDeg }: StationToPlace) => [
  id,
  road,
  at.lat,
  at.lon,
  onRamp,
  charged,
  chargedBearingDeg,
];

/** Where every station lies on the bundled network, or why it does not. Builds nothing. */
export async function placeOnNetwork(
  data: string,
  stations: readonly StationToPlace[],
): Promise<{ placement: Placement; links: readonly RoadLink[] }> {
  const { readLinks, limits, overrides } = await loadNetworkInputs(data);
  const links = readLinks();
  return { placement: placeStations(stations, links, { limits, overrides }), links };
}

/** Makes the folder that tiles are kept in, and tries whether it can be written. */
async function makeWritable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new Error(
      `The road network can not be kept in ${root} (${code}). Set VEIPRIS_HOME to a folder that can be written.`,
      { cause },
    );
  }
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * The road network of the embedded engine: placed, drawn and built into tiles once per version of
 * everything that goes into it, and opened from there ever after.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gate } from '../geo/gate.ts';
import { underBuildLock } from './build-lock.ts';
import { buildTiles, formatEngineSettings } from './build-tiles.ts';
import { parseLink, type RoadLink } from './link.ts';
import { drawNetwork } from './osm-data.ts';
import { formatOsmPbf } from './osm-pbf.ts';
import type { Placement, PlaceOverride, StationToPlace } from './place.ts';
import { type PlacingLimits, placeStations } from './place-stations.ts';
import type { Speeds } from './speeds.ts';

/** Raised when the same inputs would be drawn or built differently than before. */
const FORMAT = '1';
/** A second process waits this long for the first: the build takes seconds. */
const PATIENCE_MS = 120_000;

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
 * @param onProgress is told in a few words what happens, only when something is built.
 */
export async function openNetwork(
  folders: NetworkFolders,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<OpenNetwork> {
  const inputs = await readInputs(folders.data);
  const version = hashOf([FORMAT, JSON.stringify(stations), ...inputs.texts]);
  const root = join(folders.home, 'network');
  const folder = join(root, version);
  const isBuilt = () => exists(folder);

  if (!(await isBuilt())) {
    await mkdir(root, { recursive: true });
    await underBuildLock(join(root, 'build.lock'), PATIENCE_MS, isBuilt, () =>
      build(folder, inputs, stations, onProgress),
    );
  }
  const gates = JSON.parse(await readFile(join(folder, 'gates.json'), 'utf8')) as Gate[];
  return {
    engineSettings: formatEngineSettings(inputs.engine, folder),
    gates,
    lengthFactor: inputs.speeds.lengthFactor,
    boardingS: inputs.speeds.ferry.boardingMin * 60,
    version,
    folder,
  };
}

/** Where every station lies on the bundled network, or why it does not. Builds nothing. */
export async function placeOnNetwork(
  data: string,
  stations: readonly StationToPlace[],
): Promise<{ placement: Placement; links: readonly RoadLink[] }> {
  const { readLinks, limits, overrides } = await readInputs(data);
  const links = readLinks();
  return { placement: placeStations(stations, links, { limits, overrides }), links };
}

/** Everything is made in a folder aside and moved into place as a whole. */
async function build(
  folder: string,
  { readLinks, limits, overrides, speeds, engine }: Inputs,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<void> {
  const aside = `${folder}.${process.pid}.part`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(join(aside, 'tiles'), { recursive: true });
  try {
    const links = readLinks();
    const { placed } = placeStations(stations, links, { limits, overrides });
    onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
    const { osm, gates } = drawNetwork(links, placed, speeds);
    await writeFile(join(aside, 'network.osm.pbf'), formatOsmPbf(osm));
    await writeFile(join(aside, 'gates.json'), JSON.stringify(gates));
    onProgress(`building routing tiles from ${osm.ways.length} ways`);
    await buildTiles(aside, join(aside, 'network.osm.pbf'), engine);
    await rename(aside, folder);
    onProgress('the road network is ready');
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

interface Inputs {
  /** Reading them takes a while, and only a build needs them. */
  readonly readLinks: () => readonly RoadLink[];
  readonly speeds: Speeds;
  readonly limits: PlacingLimits;
  readonly overrides: readonly PlaceOverride[];
  readonly engine: object;
  /** The files as text, for the version. */
  readonly texts: readonly string[];
}

async function readInputs(data: string): Promise<Inputs> {
  const paths = ['links.ndjson', 'speeds.json', 'placing.json', 'engine.json'];
  const texts = await Promise.all([
    ...paths.map((path) => readFile(join(data, 'road-network', path), 'utf8')),
    readFile(join(data, 'curated', 'station-places.json'), 'utf8'),
  ]);
  const [links = '', speeds = '', placing = '', engine = '', places = ''] = texts;
  return {
    readLinks: () => links.trimEnd().split('\n').map(parseLink),
    speeds: JSON.parse(speeds) as Speeds,
    limits: (JSON.parse(placing) as { limits: PlacingLimits }).limits,
    overrides: (JSON.parse(places) as { places: PlaceOverride[] }).places,
    engine: JSON.parse(engine) as object,
    texts,
  };
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

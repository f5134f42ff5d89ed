/** The part of `veipris data compile` that makes the files of stations, ferries and vehicles. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Type from 'typebox';
import { readCurated } from '../curated-schema.ts';
import { readChecked } from '../read-checked.ts';
import { compileDemoVehicles, type SourceVehicle } from './demo-vehicles.ts';
import { readDrawnRoads } from './drawn-roads.ts';
import { compileFerries } from './ferries.ts';
import type {
  SourceConnection,
  SourcePrices,
  SourceQuay,
  SourceZoneTable,
} from './ferry-source.ts';
import { formatDataFile } from './format-data-file.ts';
import { compileNorway, type SourceMunicipality } from './norway.ts';
import { compileSpeedCameras, type SourceCamera } from './speed-cameras.ts';
import type { StationCuration } from './station-curation.ts';
import { type SourceLargeRush, withLargeRush } from './station-large-rush.ts';
import { describeCameras, describeStations } from './station-meta.ts';
import { parseStationRoad, type SourceStation } from './station-source.ts';
import { compileTollStations } from './toll-stations.ts';

/** A file of `data/`, ready to be written. */
export interface CompiledText {
  /** Inside `data/`. */
  readonly path: string;
  readonly text: string;
  readonly records: number;
}

export interface CompiledCatalogue {
  readonly files: readonly CompiledText[];
  /** What a person should look at, one line each. */
  readonly notes: readonly string[];
}

/**
 * Compiles the catalogue.
 *
 * @param from folder of the source extracts.
 * @param data the project's `data/`, for the decisions by hand.
 * @throws Error when an extract is missing, or has a row that no decision covers.
 */
export async function compileCatalogue(from: string, data: string): Promise<CompiledCatalogue> {
  const read = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
  const { stations, contradictions } = compileTollStations({
    stations: withLargeRush(
      await read<SourceStation[]>(join(from, 'toll-stations.json')),
      (await readLines(join(from, LARGE_RUSH))).map((line) => JSON.parse(line) as SourceLargeRush),
    ),
    roads: [
      ...(await readRoadRows(from)).map(parseStationRoad).filter((road) => road !== undefined),
      ...readDrawnRoads(data),
    ],
    curation: readStationCuration(data),
  });
  const cameras = compileSpeedCameras(await read<SourceCamera[]>(join(from, 'speed-cameras.json')));
  const ferries = compileFerries({
    quays: await read<SourceQuay[]>(join(from, 'ferry-quays.json')),
    connections: await read<SourceConnection[]>(join(from, 'ferry-connections.json')),
    prices: await read<SourcePrices>(join(from, 'ferry-prices-published.json')),
    zoneTable: await read<SourceZoneTable>(join(from, 'ferry-zone-table-2026-reconstructed.json')),
    decisions: readCurated(data, 'ferries.json'),
  });
  const vehicles = compileDemoVehicles(
    await read<SourceVehicle[]>(join(from, 'vehicle-records-synthetic.json')),
  );
  const { features } = await read<{ features: SourceMunicipality[] }>(
    join(from, 'map', 'municipalities.geojson'),
  );
  const files = [
    toText('toll-stations.json', { meta: describeStations(stations), stations }),
    toText('speed-cameras.json', { meta: describeCameras(cameras), cameras }),
    toText('ferry-quays.json', ferries.quays),
    toText('ferry-connections.json', ferries.connections),
    toText('ferry-tariffs.json', ferries.tariffs),
    toText('demo-vehicles.json', vehicles),
    toText('norway.json', compileNorway(features)),
  ];
  return { files, notes: contradictions.map(formatContradiction) };
}

const formatContradiction = ([a, b]: readonly [string, string]) =>
  `the stations ${a} and ${b} lie on one road, and their directions run against its metering`;

/** A file of facts, ready to be written. */
export const toText = (path: string, content: object): CompiledText => ({
  path,
  text: formatDataFile(content),
  records: Object.values(content).filter(Array.isArray).flat().length,
});

/** The extract that has the rush tariffs of large vehicles. */
const LARGE_RUSH = 'tolls/nvdb-2026-08-14.ndjson';

const readLines = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8')).trimEnd().split('\n');

async function readRoadRows(from: string): Promise<string[]> {
  const packed = await readFile(join(from, 'road-links.ndjson.gz'));
  return gunzipSync(packed).toString('utf8').trimEnd().split('\n');
}

/** What the compilation reads of `placing.json`. */
const PlacingFile = Type.Object({
  limits: Type.Object({ sameRoadM: Type.Number(), streetM: Type.Number() }),
});

/**
 * Reads the decisions by hand about stations.
 *
 * @throws Error with one line that names the file that is wrong.
 */
export function readStationCuration(data: string): StationCuration {
  const { limits } = readChecked(join(data, 'road-network/placing.json'), PlacingFile).content;
  return {
    operators: readCurated(data, 'toll-stations-operators.json').operators,
    ties: readCurated(data, 'toll-stations-ties.json').ties,
    names: readCurated(data, 'toll-stations-names.json').names,
    keys: readCurated(data, 'toll-stations-keys.json').keys,
    hourGroups: readCurated(data, 'toll-stations-hour-groups.json').hourGroups,
    osloRings: readCurated(data, 'toll-stations-oslo-rings.json').osloRings,
    ramps: readCurated(data, 'toll-stations-ramps.json').ramps,
    rings: readCurated(data, 'toll-stations-rings.json').rings,
    directions: readCurated(data, 'toll-stations-directions.json').directions,
    places: readCurated(data, 'station-places.json').places,
    limits,
  };
}

/** The part of `veipris data compile` that makes the files of stations, ferries and vehicles. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type {
  SourceConnection,
  SourcePrices,
  SourceQuay,
  SourceZoneTable,
} from '../../src/facts/compile/ferry-source.ts';
import { type CompiledText, toText } from '../../src/facts/compile/format-data-file.ts';
import { compileSpeedCameras, type SourceCamera } from '../../src/facts/compile/speed-cameras.ts';
import { readStationCuration } from '../../src/facts/compile/station-curation.ts';
import { describeCameras, describeStations } from '../../src/facts/compile/station-meta.ts';
import type { SourceStation, StationRoad } from '../../src/facts/compile/station-source.ts';
import { compileTollStations } from '../../src/facts/compile/toll-stations.ts';
import { readCurated } from '../../src/facts/curated-schema.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import { compileDemoVehicles, type SourceVehicle } from './demo-vehicles.ts';
import { readDrawnRoads } from './drawn-roads.ts';
import { compileFerries } from './ferries.ts';
import { compileNorway, type SourceMunicipality } from './norway.ts';
import { type SourceLargeRush, withLargeRush } from './station-large-rush.ts';

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

/** The extract that has the rush tariffs of large vehicles. */
const LARGE_RUSH = 'tolls/nvdb-2026-08-14.ndjson';

const readLines = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8')).trimEnd().split('\n');

async function readRoadRows(from: string): Promise<string[]> {
  const packed = await readFile(join(from, 'road-links.ndjson.gz'));
  return gunzipSync(packed).toString('utf8').trimEnd().split('\n');
}

/** Reads one line of the road-link extract; `undefined` for ferries and planned roads. */
function parseStationRoad(text: string): StationRoad | undefined {
  const row = JSON.parse(text) as {
    type: string;
    kat: string;
    nr?: number;
    fase?: string;
    geom: string;
  };
  if (row.type !== 'enkelBilveg' || row.fase === 'P') return undefined;
  return { road: `${row.kat}${row.nr ?? ''}`, line: decodePolyline(row.geom) };
}

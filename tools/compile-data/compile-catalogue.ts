/** The part of `veipris data compile` that makes the files of stations, ferries and vehicles. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeCameras, describeStations } from '../../src/facts/compile/format-data-file.ts';
import { compileSpeedCameras } from '../../src/facts/compile/quays-and-cameras.ts';
import { readStationCuration } from '../../src/facts/compile/station-curation.ts';
import type { StationRoad } from '../../src/facts/compile/station-roads.ts';
import { compileTollStations } from '../../src/facts/compile/toll-stations.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import type { CameraRow, QuayRow } from '../../src/upstream/road-database/parse-objects.ts';
import type { StationRow } from '../../src/upstream/road-database/parse-station.ts';
import { readEdited } from './check-data.ts';
import { CAMERAS_ORIGIN, type CompiledText, STATIONS_ORIGIN, toText } from './compiled-text.ts';
import { findContradictions } from './contradictions.ts';
import { compileDemoVehicles, type SourceVehicle } from './demo-vehicles.ts';
import { compileFerries } from './ferries.ts';
import type { SourceConnection, SourcePrices, SourceZoneTable } from './ferry-source.ts';
import { compileNorway, type SourceMunicipality } from './norway.ts';
import { readRows } from './read-rows.ts';

export interface CompiledCatalogue {
  readonly files: readonly CompiledText[];
  /** Remarks for a person to look at, one line each. */
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
  const { stations, metered } = compileTollStations({
    stations: withLargeRush(
      (await read<StationRow[]>(join(from, 'toll-stations.json'))).map((row) => ({
        ...LACKING,
        ...row,
      })),
      await readRows<SourceLargeRush>(join(from, LARGE_RUSH)),
    ),
    roads: [
      ...(await readRows<RoadRow>(join(from, 'road-links.ndjson.gz'))).flatMap(toStationRoads),
      ...listDrawnRoads(data),
    ],
    curation: readStationCuration((name) => readEdited(data, name)),
  });
  const cameras = compileSpeedCameras(
    await read<Omit<CameraRow, 'metering'>[]>(join(from, 'speed-cameras.json')),
  );
  const ferries = compileFerries({
    quays: await read<QuayRow[]>(join(from, 'ferry-quays.json')),
    connections: await read<SourceConnection[]>(join(from, 'ferry-connections.json')),
    prices: await read<SourcePrices>(join(from, 'ferry-prices-published.json')),
    zoneTable: await read<SourceZoneTable>(join(from, 'ferry-zone-table-2026-reconstructed.json')),
    decisions: readEdited(data, 'curated/ferries.json'),
  });
  const vehicles = compileDemoVehicles(
    await read<SourceVehicle[]>(join(from, 'vehicle-records-synthetic.json')),
  );
  const { features } = await read<{ features: SourceMunicipality[] }>(
    join(from, 'map', 'municipalities.geojson'),
  );
  const files = [
    toText('toll-stations.json', { meta: describeStations(stations, STATIONS_ORIGIN), stations }),
    toText('speed-cameras.json', { meta: describeCameras(cameras, CAMERAS_ORIGIN), cameras }),
    toText('ferry-quays.json', ferries.quays),
    toText('ferry-connections.json', ferries.connections),
    toText('ferry-tariffs.json', ferries.tariffs),
    toText('demo-vehicles.json', vehicles),
    toText('norway.json', compileNorway(features)),
  ];
  return { files, notes: findContradictions(metered).map(formatContradiction) };
}

const formatContradiction = ([a, b]: readonly [string, string]) =>
  `the stations ${a} and ${b} lie on one road, and their directions run against its metering`;

/** The members that the extract of the stations lacks. */
const LACKING = {
  largeRushNok: null,
  hourGroupNo: null,
  operatorId: null,
  stationCode: null,
  positions: [],
  metering: [],
  doubts: [],
} as const satisfies Partial<StationRow>;

/** The roads that we drew for the stations on them. Ramps are left out, because they belong to no road. */
const listDrawnRoads = (data: string): StationRoad[] =>
  readEdited(data, 'curated/added-roads.json')
    .roads.filter(({ ramp }) => ramp !== true)
    .map(({ road, line }) => ({ road, line: line.map(([lat, lon]) => ({ lat, lon })) }));

/** The extract that has the rush tariffs of large vehicles. */
const LARGE_RUSH = 'tolls/nvdb-2026-08-14.ndjson';

/** A row of the road-link extract. */
interface RoadRow {
  readonly type: string;
  readonly kat: string;
  readonly nr?: number;
  readonly fase?: string;
  readonly geom: string;
}

/** `[]` for ferries and planned roads. */
const toStationRoads = ({ type, kat, nr, fase, geom }: RoadRow): StationRoad[] =>
  type !== 'enkelBilveg' || fase === 'P'
    ? []
    : [{ road: `${kat}${nr ?? ''}`, line: decodePolyline(geom) }];

/** A station of the second extract of the road database, which has property 9411. Kroner. */
export interface SourceLargeRush {
  /** NVDB object id, type 45. */
  readonly id: number;
  readonly small: number | null;
  readonly smallRush: number | null;
  readonly large: number | null;
  readonly largeRush: number | null;
}

/**
 * The stations with the rush tariff of large vehicles. The rush tariff belongs to the tariff with which it was read: a
 * station whose other prices differ has another tariff, and gets no rush tariff.
 *
 * Source: NVDB property 9411, extract of 2026-08-14; the extract of the stations leaves it out.
 *
 * @internal Outside this file only its tests use it.
 */
export function withLargeRush(
  stations: readonly StationRow[],
  rows: readonly SourceLargeRush[],
): StationRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return stations.map((station) => {
    const row = byId.get(station.nvdbId);
    const isSameTariff =
      row?.small === station.smallNok &&
      row.smallRush === station.smallRushNok &&
      row.large === station.largeNok;
    return isSameTariff && row.largeRush !== null
      ? { ...station, largeRushNok: row.largeRush }
      : station;
  });
}

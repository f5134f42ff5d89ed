/** The part of `veipris data compile` that makes `data/road-network/links.ndjson`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatLon } from '../../../src/base/point.ts';
import { formatLink, type RoadCategory } from '../../../src/network/link.ts';
import type { QuayRow } from '../../../src/upstream/road-database/parse-objects.ts';
import type { FileContent } from '../all-files.ts';
import { readEdited } from '../check-data.ts';
import type { SourceConnection } from '../ferry-source.ts';
import { readRows } from '../read-rows.ts';
import type { Call, ConnectionToDraw } from './add-ferries.ts';
import { type CompiledNetwork, compileLinks, type SourceLink } from './compile-links.ts';
import type { GeoLine } from './leg-index.ts';

export interface CompiledNetworkFile {
  /** Content of `road-network/links.ndjson`. */
  readonly links: string;
  readonly report: CompiledNetwork['report'];
}

/**
 * Compiles the road network.
 *
 * @param from folder of the source extracts.
 * @param data the project's `data/`, for the decisions by hand.
 */
export async function compileNetwork(from: string, data: string): Promise<CompiledNetworkFile> {
  const read = (path: string) => readFile(join(from, path), 'utf8');
  const decisions = readEdited(data, 'curated/road-network.json');
  const quays = JSON.parse(await read('ferry-quays.json')) as QuayRow[];
  const { links, report } = compileLinks({
    links: await readRows<SourceLink>(join(from, 'road-links.ndjson.gz')),
    builtUpAreas: listRings(JSON.parse(await read('map/urban-areas.geojson')) as Areas),
    coast: (JSON.parse(await read('map/coast.geojson')) as Coast).features.map(
      ({ geometry }) => geometry.coordinates,
    ),
    connections: listConnections(
      JSON.parse(await read('ferry-connections.json')) as SourceConnection[],
      quays,
      new Set(decisions.notSailed.map((leg) => leg.quays.join(' '))),
      new Map(decisions.landings.map(({ quay, road }) => [quay, road])),
    ),
    joinLimits: decisions.joinLimits,
    ferryLimits: decisions.ferryLimits,
    falseRoads: [
      ...decisions.falseRoads.map(({ road, quays: [one, other] }) => ({
        road,
        ends: [placeOf(one, quays), placeOf(other, quays)] as const,
      })),
      ...decisions.carFree.flatMap(listStretches),
    ],
    ferryCorrections: decisions.ferryCorrections,
    addedRoads: readEdited(data, 'curated/added-roads.json'),
    tunnels: { ...decisions.tunnelLimits, places: decisions.tunnelPlaces },
  });
  return { links: `${links.map(formatLink).join('\n')}\n`, report };
}

type CarFreeRoad = FileContent<'curated/road-network.json'>['carFree'][number];

/** A road from place to place, stretch by stretch. */
const listStretches = ({ road, along }: CarFreeRoad) =>
  along.slice(1).map((end, i) => ({ road, ends: [along[i] as LatLon, end] as const }));

function placeOf(id: string, quays: readonly QuayRow[]): LatLon {
  const quay = quays.find(({ nvdbId }) => String(nvdbId) === id);
  if (quay === undefined) throw new Error(`Expected a quay ${id}, which a decision names.`);
  return { lat: quay.lat, lon: quay.lon };
}

interface Areas {
  readonly features: readonly { readonly geometry: { readonly coordinates: readonly GeoLine[] } }[];
}

interface Coast {
  readonly features: readonly { readonly geometry: { readonly coordinates: GeoLine } }[];
}

const listRings = ({ features }: Areas) => features.flatMap(({ geometry }) => geometry.coordinates);

/** The connections. A connection is split between neighbouring quays between which no ferry sails. */
function listConnections(
  rows: readonly SourceConnection[],
  quays: readonly QuayRow[],
  notSailed: ReadonlySet<string>,
  roadOf: ReadonlyMap<string, string | null>,
): ConnectionToDraw[] {
  const quayOf = new Map(quays.map((quay) => [quay.nvdbId, quay]));
  return rows.flatMap(({ name, road, quays: calls, line, crossingMin }) => {
    const runs: Call[][] = [[]];
    let lastForCars: number | undefined;
    for (const { nvdbId } of calls) {
      const quay = quayOf.get(nvdbId);
      if (quay === undefined) continue;
      const call = toCall(quay, roadOf.get(String(nvdbId)));
      if (notSailed.has(`${lastForCars} ${nvdbId}`)) runs.push([]);
      if (call.forCars) lastForCars = nvdbId;
      runs.at(-1)?.push(call);
    }
    return runs.map((run) => ({
      name,
      category: road.charAt(0) as RoadCategory,
      ...(/\d/.test(road) ? { number: Number(road.slice(1)) } : {}),
      calls: run,
      ...(line === null ? {} : { course: line.map(([lon, lat]) => ({ lat, lon })) }),
      ...(crossingMin === null ? {} : { crossingMin }),
    }));
  });
}

/** Some connections of car ferries also name the quays of passenger express boats. */
function toCall({ nvdbId, name, status, lat, lon }: QuayRow, road: Call['road']): Call {
  return {
    quay: name ?? String(nvdbId),
    at: { lat, lon },
    forCars: status === 'Trafikkeres' && !/hurtigbåt/i.test(name ?? ''),
    ...(road === undefined ? {} : { road }),
  };
}

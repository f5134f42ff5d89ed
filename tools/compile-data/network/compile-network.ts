/** The part of `veipris data compile` that makes `data/road-network/links.ndjson`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseChecked } from '../../../src/base/parse-checked.ts';
import type { LatLon } from '../../../src/base/point.ts';
import { formatLink, type RoadCategory } from '../../../src/network/link.ts';
import type { Call, ConnectionToDraw } from './add-ferries.ts';
import { AddedRoadsFile } from './added-roads.ts';
import { type CompiledNetwork, compileLinks, type NetworkSources } from './compile-links.ts';
import type { FerryCorrections } from './correct-ferries.ts';
import type { JoinLimits } from './join-ends.ts';
import type { GeoLine } from './leg-index.ts';
import type { TunnelPlace, TunnelRules } from './pass-under.ts';
import type { SourceLink } from './source-link.ts';

/** `data/curated/road-network.json`. */
interface Decisions {
  readonly joinLimits: JoinLimits;
  readonly ferryLimits: NetworkSources['ferryLimits'];
  /** Neighbouring quays of a connection between which nothing sails. */
  readonly notSailed: readonly {
    readonly quays: readonly [string, string];
    readonly why: string;
  }[];
  /** Quays of which the drawn coast does not tell rightly where they go ashore; null: nowhere. */
  readonly landings: readonly {
    readonly quay: string;
    readonly road: string | null;
    readonly why: string;
  }[];
  /** Stretches between two quays that the source draws as a road. */
  readonly falseRoads: readonly {
    readonly road: string;
    readonly quays: readonly [string, string];
    readonly why: string;
  }[];
  /** Ferry lines of the source that nobody serves, and those that only pass a road. */
  readonly ferryCorrections: FerryCorrections;
  readonly tunnelLimits: Pick<TunnelRules, 'mouthM'>;
  /** Points that a tunnel shares with a road in the open, where their ends do not tell. */
  readonly tunnelPlaces: readonly (TunnelPlace & { readonly why: string })[];
}

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
  const packed = await readFile(join(from, 'road-links.ndjson.gz'));
  const decisions = JSON.parse(
    await readFile(join(data, 'curated', 'road-network.json'), 'utf8'),
  ) as Decisions;
  const addedRoads = parseChecked(
    await readFile(join(data, 'curated', 'added-roads.json'), 'utf8'),
    AddedRoadsFile,
    'added-roads.json',
  );
  const quays = JSON.parse(await read('ferry-quays.json')) as SourceQuay[];
  const { links, report } = compileLinks({
    links: gunzipSync(packed)
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row) as SourceLink),
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
    falseRoads: decisions.falseRoads.map(({ road, quays: [one, other] }) => ({
      road,
      quays: [placeOf(one, quays), placeOf(other, quays)],
    })),
    ferryCorrections: decisions.ferryCorrections,
    addedRoads,
    tunnels: { ...decisions.tunnelLimits, places: decisions.tunnelPlaces },
  });
  return { links: `${links.map(formatLink).join('\n')}\n`, report };
}

function placeOf(id: string, quays: readonly SourceQuay[]): LatLon {
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

interface SourceQuay {
  readonly nvdbId: number;
  readonly name: string | null;
  readonly status: string;
  readonly lat: number;
  readonly lon: number;
}

interface SourceConnection {
  readonly nvdbId: number;
  readonly name: string;
  readonly road: string;
  readonly quays: readonly { readonly nvdbId: number }[];
  readonly line: readonly (readonly [lon: number, lat: number])[] | null;
  readonly crossingMin: number | null;
}

const listRings = ({ features }: Areas) => features.flatMap(({ geometry }) => geometry.coordinates);

/** A connection falls into several where it names neighbours between which nothing sails. */
function listConnections(
  rows: readonly SourceConnection[],
  quays: readonly SourceQuay[],
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
function toCall({ nvdbId, name, status, lat, lon }: SourceQuay, road: Call['road']): Call {
  return {
    quay: name ?? String(nvdbId),
    at: { lat, lon },
    forCars: status === 'Trafikkeres' && !/hurtigbåt/i.test(name ?? ''),
    ...(road === undefined ? {} : { road }),
  };
}

/** The part of `veipris data compile` that makes `data/road-network/links.ndjson`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LatLon } from '../../base/point.ts';
import { formatLink, type RoadCategory } from '../link.ts';
import type { ConnectionToDraw, FerryLimits } from './add-ferries.ts';
import type { CoastLine } from './coast.ts';
import { type CompiledNetwork, compileLinks } from './compile-links.ts';
import type { JoinLimits } from './join-ends.ts';
import type { Ring } from './mark-built-up.ts';
import type { SourceLink } from './source-link.ts';

/** `data/curated/road-network.json`. */
interface Decisions {
  readonly joinLimits: JoinLimits;
  readonly ferryLimits: FerryLimits;
  /** Connections that carry no cars, each with the reason. */
  readonly notCarFerries: readonly { readonly id: string; readonly why: string }[];
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
      JSON.parse(await read('ferry-quays.json')) as SourceQuay[],
      new Set(decisions.notCarFerries.map(({ id }) => id)),
    ),
    joinLimits: decisions.joinLimits,
    ferryLimits: decisions.ferryLimits,
  });
  return { links: `${links.map(formatLink).join('\n')}\n`, report };
}

interface Areas {
  readonly features: readonly { readonly geometry: { readonly coordinates: readonly Ring[] } }[];
}

interface Coast {
  readonly features: readonly { readonly geometry: { readonly coordinates: CoastLine } }[];
}

interface SourceQuay {
  readonly nvdbId: number;
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

/** Rings of all areas, holes included: a point in a hole meets two rings and is outside. */
const listRings = ({ features }: Areas) => features.flatMap(({ geometry }) => geometry.coordinates);

function listConnections(
  rows: readonly SourceConnection[],
  quays: readonly SourceQuay[],
  notCarFerries: ReadonlySet<string>,
): ConnectionToDraw[] {
  const placeOf = new Map<number, LatLon>(
    quays.map(({ nvdbId, lat, lon }) => [nvdbId, { lat, lon }]),
  );
  return rows
    .filter(({ nvdbId }) => !notCarFerries.has(String(nvdbId)))
    .map(({ nvdbId, name, road, quays: calls, line, crossingMin }) => ({
      id: String(nvdbId),
      name,
      category: road.charAt(0) as RoadCategory,
      ...(/\d/.test(road) ? { number: Number(road.slice(1)) } : {}),
      quays: calls.flatMap((call) => placeOf.get(call.nvdbId) ?? []),
      ...(line === null ? {} : { course: line.map(([lon, lat]) => ({ lat, lon })) }),
      ...(crossingMin === null ? {} : { crossingMin }),
    }));
}

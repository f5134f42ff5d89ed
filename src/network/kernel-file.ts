/** A road network for the routing kernel as a file: rows of numbers that a start takes into use as they lie there. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LinkTable } from '../routing/graph.ts';
import { listLowEnds } from '../routing/hierarchy.ts';
import type { RoadNetwork } from '../routing/network.ts';
import { formatRows, parseRows, type RowsLabel } from './number-rows.ts';

/** A network, and the index over its links, see `indexPieces`. */
export interface PreparedNetwork {
  readonly network: RoadNetwork;
  readonly index: Uint8Array;
  /** By link: its road, see `codeRoad`. */
  readonly roads: Int32Array;
  /** Absent: the network knows no names of streets. */
  readonly streets?: StreetNames;
}

export interface StreetNames {
  /** By link: index of its name, 0 where it has none. */
  readonly of: Int32Array;
  readonly texts: readonly string[];
}

const NAME = 'network.bin';
const labelOf = (network: string): RowsLabel => ({ kind: 'road network', network });

/** A change of what these rows mean raises the `FORMAT` of the network, too. */
const ROWS = {
  links: {
    from: Int32Array,
    to: Int32Array,
    flags: Uint8Array,
    firstPoint: Int32Array,
    points: Int32Array,
  },
  graph: {
    firstOut: Int32Array,
    tail: Int32Array,
    head: Int32Array,
    linkOf: Int32Array,
    isBackward: Uint8Array,
    opposite: Int32Array,
    turns: { first: Int32Array, to: Int32Array },
  },
  hierarchy: {
    rankOf: Int32Array,
    edgeAt: Int32Array,
    firstUp: Int32Array,
    upTo: Int32Array,
    parent: Int32Array,
    below: Int32Array,
    arcOfTurn: Int32Array,
  },
  times: { ofEdge: Int32Array, ofTurn: Int32Array },
  turnChoice: Int32Array,
  privateEntryMs: Int32Array,
  measures: { alongM: Float32Array, drivenM: Float64Array },
  gates: { first: Int32Array, station: Int32Array, ids: Int32Array },
  sections: { first: Int32Array, section: Int32Array, ids: Int32Array },
  ferries: {
    first: Int32Array,
    end: Int32Array,
    ownEdge: Int32Array,
    connectionIds: Int32Array,
    quayIds: Int32Array,
    waitMs: Int32Array,
    boardingMs: Int32Array,
  },
  ranges: { classOf: Uint8Array, p10: Float64Array, p90: Float64Array },
  index: Uint8Array,
  roads: Int32Array,
} as const;

/** A folder, and the version of the network in it, which is its name or will be. */
export interface KernelPlace {
  readonly folder: string;
  readonly version: string;
}

export async function writeKernelFile(
  place: KernelPlace,
  { network, index, roads }: PreparedNetwork,
): Promise<void> {
  const { graph, hierarchy, times, turnChoice, measures, gates, sections, ferries, ranges } =
    network;
  const rows = {
    links: graph.links,
    graph,
    hierarchy,
    times,
    turnChoice,
    privateEntryMs: Int32Array.of(network.privateEntryMs),
    measures,
    gates: { ...gates, ids: Int32Array.from(gates.stationIds, Number) },
    sections: { ...sections, ids: Int32Array.from(sections.ids, Number) },
    ferries: {
      ...ferries,
      connectionIds: Int32Array.from(ferries.connectionIds, Number),
      quayIds: Int32Array.from(ferries.quayIds, Number),
      boardingMs: Int32Array.of(ferries.boardingMs),
    },
    ranges,
    index,
    roads,
  };
  await writeFile(join(place.folder, NAME), formatRows(labelOf(place.version), ROWS, rows));
}

/** @throws Error that says what to do when the file is damaged, or that of another network. */
export async function readKernelFile(folder: string): Promise<PreparedNetwork> {
  const path = join(folder, NAME);
  try {
    const rows = parseRows(await readFile(path), labelOf(basename(folder)), ROWS, path);
    const { firstOut, tail } = rows.graph;
    const nodeCount = firstOut.length - 1;
    // Bans are in the turns already.
    const links: LinkTable = { ...rows.links, nodeCount, bans: [] };
    const { ids, ...gates } = rows.gates;
    return {
      network: {
        graph: { ...rows.graph, links, nodeCount, edgeCount: tail.length },
        hierarchy: { ...rows.hierarchy, upFrom: listLowEnds(rows.hierarchy.firstUp) },
        times: rows.times,
        turnChoice: rows.turnChoice,
        privateEntryMs: rows.privateEntryMs[0] ?? Number.POSITIVE_INFINITY,
        measures: rows.measures,
        gates: { ...gates, stationIds: Array.from(ids, String) },
        sections: { ...rows.sections, ids: Array.from(rows.sections.ids, String) },
        ferries: {
          ...rows.ferries,
          connectionIds: Array.from(rows.ferries.connectionIds, String),
          quayIds: Array.from(rows.ferries.quayIds, String),
          boardingMs: rows.ferries.boardingMs[0] ?? 0,
        },
        ranges: rows.ranges,
      },
      index: rows.index,
      roads: rows.roads,
    };
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${message} Remove ${folder}, and the next start builds it again.`, { cause });
  }
}

const STREETS = 'streets.bin';
/** The texts are one JSON list. */
const STREET_ROWS = { of: Int32Array, texts: Uint8Array } as const;
const streetsOf = (network: string): RowsLabel => ({ kind: 'street names', network });

export async function writeStreets(
  { folder, version }: KernelPlace,
  { of, texts }: StreetNames,
): Promise<void> {
  const rows = { of, texts: new TextEncoder().encode(JSON.stringify(texts)) };
  await writeFile(join(folder, STREETS), formatRows(streetsOf(version), STREET_ROWS, rows));
}

/** @throws Error with one sentence when the file is damaged, or that of another network. */
export async function readStreets(folder: string): Promise<StreetNames> {
  const path = join(folder, STREETS);
  const { of, texts } = parseRows(
    await readFile(path),
    streetsOf(basename(folder)),
    STREET_ROWS,
    path,
  );
  return { of, texts: JSON.parse(new TextDecoder().decode(texts)) as readonly string[] };
}

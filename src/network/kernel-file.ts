/** A road network for the routing kernel as a file. Its rows of numbers are used at start as they lie in the file. */
import { open, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LinkTable } from '../routing/graph.ts';
import { directionsOf, type Metric } from '../routing/metric.ts';
import { type RoadNetwork, toChoice } from '../routing/network.ts';
import { formatRows, parseRows, sumUp } from './number-rows.ts';

/** A network, and the index over its links, see `indexPieces`. */
export interface PreparedNetwork {
  readonly network: RoadNetwork;
  readonly index: Uint8Array;
  /** See `fastestMetric`. */
  readonly metric: Metric;
  /** By link: its road, see `codeRoad`. */
  readonly roads: Int32Array;
  /** By link: index of the name of its street, 0: it has none; absent: the network has no street names. */
  readonly streets?: { readonly of: Int32Array; readonly texts: readonly string[] };
}

const NAME = 'network.bin';

/** A change of what these rows mean raises the format of the networks, too. */
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
  arcs: { first: Int32Array, rows: Int32Array },
  times: { ofEdge: Int32Array, ofTurn: Int32Array },
  turnChoice: Int32Array,
  measures: { alongM: Float32Array, drivenM: Float64Array },
  gates: { first: Int32Array, station: Int32Array },
  sections: { first: Int32Array, section: Int32Array },
  ferries: { first: Int32Array, end: Int32Array, ownEdge: Int32Array, waitMs: Int32Array },
  ranges: { classOf: Uint8Array, p10: Float64Array, p90: Float64Array },
  index: Uint8Array,
  roads: Int32Array,
  streetOf: Int32Array,
} as const;

/** The parts of a network that are not rows of numbers. */
interface Rest {
  readonly privateEntryMs: number;
  readonly stationIds: readonly string[];
  readonly sectionIds: readonly string[];
  readonly ferries: Pick<RoadNetwork['ferries'], 'connectionIds' | 'quayIds' | 'boardingMs'>;
  readonly streets?: readonly string[];
}

/** @param version of the network. Its folder gets this name when it is complete. */
export async function writeKernelFile(
  folder: string,
  version: string,
  { network, index, metric, roads, streets }: PreparedNetwork,
): Promise<void> {
  const { graph, privateEntryMs, sections, ferries } = network;
  const { connectionIds, quayIds, boardingMs } = ferries;
  const streetOf = streets?.of ?? new Int32Array();
  const rest: Rest = {
    privateEntryMs,
    stationIds: network.gates.stationIds,
    sectionIds: sections.ids,
    ferries: { connectionIds, quayIds, boardingMs },
    ...(streets && { streets: streets.texts }),
  };
  const rows = { ...network, links: graph.links, index, arcs: metric.forward, roads, streetOf };
  await writeFile(join(folder, NAME), formatRows(version, ROWS, { rows, rest }));
}

/** @throws Error that says what to do when the file is damaged or belongs to another network. */
export async function readKernelFile(folder: string): Promise<PreparedNetwork> {
  const path = join(folder, NAME);
  try {
    const { rows, rest } = parseRows<typeof ROWS, Rest>(
      await readWhole(path),
      basename(folder),
      ROWS,
      path,
    );
    const { links, graph, index, arcs, roads, streetOf, ...tables } = rows;
    const nodeCount = graph.firstOut.length - 1;
    const network: RoadNetwork = {
      ...tables,
      // The turns contain the bans already.
      graph: {
        ...graph,
        links: { ...links, nodeCount, bans: [] } satisfies LinkTable,
        nodeCount,
        edgeCount: graph.head.length,
      },
      privateEntryMs: rest.privateEntryMs,
      gates: { ...rows.gates, stationIds: rest.stationIds },
      sections: { ...rows.sections, ids: rest.sectionIds },
      ferries: { ...rows.ferries, ...rest.ferries },
    };
    const streets = rest.streets && { of: streetOf, texts: rest.streets };
    const metric = { costs: toChoice(network), ...directionsOf(arcs) };
    return { network, index, metric, roads, ...(streets && { streets }) };
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${message} Remove ${folder}, and the next start builds it again.`, { cause });
  }
}

/** Bytes. `readFile` would read hundreds of megabytes in pieces of half a megabyte, and take four times as long. */
const READ_AT_A_TIME = 2 ** 24;

/** Adds each piece to the checksum when it is read, so that other work of the process can run in between. */
async function readWhole(
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly sum: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(size);
    let [at, sum] = [0, 0];
    // A network file system may give fewer bytes than were asked for.
    for (let bytesRead = -1; at < size && bytesRead !== 0; at += bytesRead) {
      ({ bytesRead } = await file.read(bytes, at, Math.min(size - at, READ_AT_A_TIME), at));
      sum = sumUp(bytes.subarray(0, at + bytesRead), at, sum);
    }
    return { bytes: bytes.subarray(0, at), sum };
  } finally {
    await file.close();
  }
}

/** A road network for the routing kernel as a file. Its rows of numbers are used at start as they lie in the file. */
import { open, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LinkTable } from '../routing/graph.ts';
import { directionsOf, type Metric } from '../routing/metric.ts';
import { type RoadNetwork, toChoice } from '../routing/network.ts';

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

/** The type of numbers of each row of a file, by name. Rows may stand in groups. */
interface RowTypes {
  readonly [name: string]: RowType | RowTypes;
}

type RowType = typeof Int32Array | typeof Float32Array | typeof Float64Array | typeof Uint8Array;
type Row = RowType['prototype'];

type NumberRows<Types extends RowTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends RowType
    ? Types[Name]['prototype']
    : Types[Name] extends RowTypes
      ? NumberRows<Types[Name]>
      : never;
};

/** The head of the file as JSON. It stands before the rows. */
interface Head<Rest> {
  /** Version of the network that the rows belong to. */
  readonly network: string;
  /** How many numbers each row has, in their order, by its name and type. */
  readonly lengths: Readonly<Record<string, number>>;
  /** The content of the file that is not a row of numbers. */
  readonly rest: Rest;
}

/** The checksum of everything after it, and the length of the head, stand before the head. Bytes. */
const BEFORE_HEAD = 8;
/** Rows begin at a multiple of the size of the largest numbers. */
const alignUp = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * The head as JSON and the rows in their order. Each number is written as this machine holds it. A machine with another
 * byte order reads another checksum, and refuses the file.
 *
 * @internal Outside this file only its tests use it.
 */
export function formatRows<Types extends RowTypes>(
  network: string,
  types: Types,
  { rows: groups, rest }: { readonly rows: NumberRows<Types>; readonly rest: unknown },
): Uint8Array {
  const named = listRows(types, groups);
  const lengths = Object.fromEntries(named.map(({ name, row }) => [name, row.length]));
  const head = new TextEncoder().encode(JSON.stringify({ network, lengths, rest }));
  let at = alignUp(BEFORE_HEAD + head.length);
  const bytes = new Uint8Array(named.reduce((sum, { row }) => sum + alignUp(row.byteLength), at));
  bytes.set(head, BEFORE_HEAD);
  for (const { buffer, byteOffset, byteLength } of named.map(({ row }) => row)) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignUp(byteLength);
  }
  const before = new Uint32Array(bytes.buffer, 0, 2);
  before[1] = head.length;
  before[0] = sumUp(bytes);
  return bytes;
}

/**
 * The rows of a file, which are views of its bytes, and the rest as it was written.
 *
 * @param file.sum the checksum by `sumUp`; absent: it is calculated here.
 * @param name of the file in the sentence of an error.
 * @throws Error with one sentence when the file is damaged or belongs to another network.
 *
 * @internal Outside this file only its tests use it.
 */
export function parseRows<Types extends RowTypes, Rest>(
  file: { readonly bytes: Uint8Array; readonly sum?: number },
  network: string,
  types: Types,
  name: string,
): { readonly rows: NumberRows<Types>; readonly rest: Rest } {
  const bytes = file.bytes.byteOffset % 8 === 0 ? file.bytes : new Uint8Array(file.bytes);
  if (bytes.length < BEFORE_HEAD) throw new Error(`${name} is damaged.`);
  const [expected, headLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  if (expected !== (file.sum ?? sumUp(bytes))) throw new Error(`${name} is damaged.`);
  const text = new TextDecoder().decode(bytes.subarray(BEFORE_HEAD, BEFORE_HEAD + headLength));
  const head = JSON.parse(text) as Head<Rest>;
  if (head.network !== network)
    throw new Error(`${name} is that of network ${head.network}, not of ${network}.`);

  let at = bytes.byteOffset + alignUp(BEFORE_HEAD + headLength);
  const rows = openRows(types, (rowName, Numbers) => {
    const length = head.lengths[rowName];
    if (length === undefined) throw new Error(`${name} has no row ${rowName}.`);
    const row = new Numbers(bytes.buffer as ArrayBuffer, at, length);
    at += alignUp(row.byteLength);
    return row;
  });
  return { rows, rest: head.rest };
}

/**
 * CRC-32 of everything after the checksum itself. Any change that lies within four consecutive bytes changes it.
 *
 * @param begin index of the first byte that is added to the sum.
 * @param before checksum of the bytes before `begin`.
 *
 * @internal Outside this file only its tests use it.
 */
export const sumUp = (bytes: Uint8Array, begin = 0, before = 0): number =>
  crc32(bytes.subarray(Math.max(4, begin)), before);

const isRowType = (type: RowType | RowTypes): type is RowType => typeof type === 'function';

const nameRow = (path: readonly string[], type: RowType) => `${path.join('.')} ${type.name}`;

function listRows<Types extends RowTypes>(
  types: Types,
  groups: NumberRows<Types>,
  above: readonly string[] = [],
): { readonly name: string; readonly row: Row }[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const path = [...above, name];
    const rows: unknown = groups[name];
    return isRowType(type)
      ? { name: nameRow(path, type), row: rows as Row }
      : listRows(type, rows as NumberRows<RowTypes>, path);
  });
}

/** @param open opens one row after the other, in the order of `listRows`. */
function openRows<Types extends RowTypes>(
  types: Types,
  open: (name: string, type: RowType) => Row,
  above: readonly string[] = [],
): NumberRows<Types> {
  const named = Object.entries(types).map(([name, type]) => {
    const path = [...above, name];
    return [name, isRowType(type) ? open(nameRow(path, type), type) : openRows(type, open, path)];
  });
  return Object.fromEntries(named) as NumberRows<Types>;
}

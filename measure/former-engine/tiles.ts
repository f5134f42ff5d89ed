/**
 * The former engine's tiles as they lie on disk: what it knows of each edge and each turn.
 *
 * Source: valhalla/valhalla, 3.6.1, valhalla/baldr/graphtileheader.h, nodeinfo.h, directededge.h, edgeinfo.h.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Latitude and longitude in millionths of a degree. */
export type Step = readonly [lat: number, lon: number];

/** A road in one direction, from one junction to the next. */
export interface TileEdge {
  /** Its place in the list of all. */
  readonly number: number;
  /** The way that it is a part of, see `drawNetwork`. */
  readonly wayId: number;
  /** In the direction that it is driven. */
  readonly points: readonly Step[];
  readonly from: TileJunction;
  readonly to: TileJunction;
  readonly isDriven: boolean;
  readonly lengthM: number;
  readonly kmh: number;
  /** 0 to 15. */
  readonly density: number;
  /** 0 motorway … 7; see `metric.json`. */
  readonly roadClass: number;
  readonly kind: 'road' | 'ramp' | 'ferry';
  readonly isNamed: boolean;
  /** Its number among the edges of the junction that it leaves, and of its way back at the other end. */
  readonly local: number;
  readonly localBack: number;
  /** By number at the junction ahead: turns into it are forbidden. */
  readonly bannedInto: number;
  /** By number of the edge that one comes from, at the junction behind, in bits. */
  readonly sameName: number;
  readonly edgeToLeft: number;
  readonly edgeToRight: number;
  /** The same, three bits each. */
  readonly turnTypes: number;
  readonly stopImpacts: number;
}

/** A place where edges meet. */
export interface TileJunction {
  readonly at: Step;
  readonly density: number;
  readonly isTollBooth: boolean;
  /** Roads in either direction. */
  readonly roads: number;
  /** Degrees by number of the edge. */
  readonly headings: readonly number[];
  /** The edges that leave it, driven or not, by their number. */
  readonly leaving: TileEdge[];
}

const HEADER_BYTES = 272;
const NODE_BYTES = 32;
const TRANSITION_BYTES = 8;
const EDGE_BYTES = 48;
const TOLL_BOOTH = 3;
const USE = { ramp: 1, ferry: 41 } as const;
const CAR = 1;

/** All edges of all tiles below a folder, shortcuts aside; junctions of several levels are one. */
export function readTiles(folder: string): TileEdge[] {
  const junctions = new Map<string, TileJunction>();
  const edges: TileEdge[] = [];
  const open: { readonly edge: { to: TileJunction | undefined }; readonly end: string }[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.gph')) continue;
    for (const raw of readTile(readFileSync(join(folder, file)))) {
      const [start, end] = [raw.points[0], raw.points.at(-1)].map((at) => `${at}`) as [
        string,
        string,
      ];
      const from = junctions.get(start) ?? {
        ...raw.junction,
        at: raw.points[0] as Step,
        leaving: [],
      };
      junctions.set(start, from);
      const { junction: _, ...facts } = raw;
      const edge = {
        ...facts,
        number: edges.length,
        from,
        to: undefined as TileJunction | undefined,
      };
      open.push({ edge, end });
      edges.push(edge as unknown as TileEdge);
      from.leaving[edge.local] = edge as unknown as TileEdge;
    }
  }
  for (const { edge, end } of open) edge.to = junctions.get(end);
  return edges;
}

type RawEdge = Omit<TileEdge, 'number' | 'from' | 'to'> & {
  readonly junction: Omit<TileJunction, 'at' | 'leaving'>;
};

function* readTile(bytes: Buffer): Generator<RawEdge> {
  const nodes = bitsOf(bytes, 40, 0, 21);
  const transitions = bitsOf(bytes, 48, 0, 22);
  const edgeInfos = bytes.readUInt32LE(104);
  const firstEdge = HEADER_BYTES + nodes * NODE_BYTES + transitions * TRANSITION_BYTES;
  for (let node = 0; node < nodes; node++) {
    const at = HEADER_BYTES + node * NODE_BYTES;
    const junction = readJunction(bytes, at);
    const first = bitsOf(bytes, at + 8, 0, 21);
    for (let i = 0; i < bitsOf(bytes, at + 8, 21, 7); i++) {
      const edgeAt = firstEdge + (first + i) * EDGE_BYTES;
      const isShortcut = bitsOf(bytes, edgeAt + 40, 60, 1) === 1;
      if (!isShortcut) yield { ...readEdge(bytes, edgeAt, edgeInfos), junction };
    }
  }
}

function readJunction(bytes: Buffer, at: number): Omit<TileJunction, 'at' | 'leaving'> {
  return {
    isTollBooth: bitsOf(bytes, at + 8, 53, 4) === TOLL_BOOTH,
    density: bitsOf(bytes, at + 8, 57, 4),
    roads: bitsOf(bytes, at + 16, 40, 3) + 1,
    headings: [...bytes.subarray(at + 24, at + 32)].map((byte) => Math.round((byte * 359) / 255)),
  };
}

function readEdge(bytes: Buffer, at: number, edgeInfos: number): Omit<RawEdge, 'junction'> {
  const bits = (word: number, from: number, count: number) =>
    bitsOf(bytes, at + 8 * word, from, count);
  const info = edgeInfos + bits(1, 0, 25);
  const points = readShape(bytes, info);
  const use = bits(2, 40, 6);
  return {
    wayId: bytes.readUInt32LE(info),
    points: bits(0, 61, 1) === 1 ? points : points.toReversed(),
    isDriven: (bits(3, 0, 12) & CAR) !== 0,
    lengthM: bits(4, 32, 24),
    kmh: bits(2, 0, 8),
    density: bits(2, 50, 4),
    roadClass: bits(2, 54, 3),
    kind: use === USE.ferry ? 'ferry' : use === USE.ramp ? 'ramp' : 'road',
    isNamed: bits(5, 62, 1) === 1,
    local: bits(5, 32, 7),
    localBack: bits(5, 39, 7),
    bannedInto: bits(0, 46, 8),
    sameName: bits(2, 32, 8),
    turnTypes: bits(4, 0, 24),
    edgeToLeft: bits(4, 24, 8),
    stopImpacts: bits(5, 0, 24),
    edgeToRight: bits(5, 24, 8),
  };
}

/** The points of a pair of edges: how many names and bytes there are, then differences in sevens of bits. */
function readShape(bytes: Buffer, info: number): Step[] {
  const counts = bytes.readUInt32LE(info + 8);
  let at = info + 12 + 4 * (counts & 15);
  const end = at + ((counts >> 4) & 0xffff);
  const readDelta = () => {
    let [bits, shift, byte] = [0, 0, 0];
    do {
      byte = bytes[at++] as number;
      bits |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return (bits >>> 1) ^ -(bits & 1);
  };
  const points: Step[] = [];
  let [lat, lon] = [0, 0];
  while (at < end) {
    lat += readDelta();
    lon += readDelta();
    points.push([lat, lon]);
  }
  return points;
}

/** Some bits of the word of eight bytes at a place. */
const bitsOf = (bytes: Buffer, at: number, from: number, count: number): number =>
  Number((bytes.readBigUInt64LE(at) >> BigInt(from)) & ((1n << BigInt(count)) - 1n));

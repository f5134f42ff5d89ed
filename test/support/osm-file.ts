import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { LatLon } from '../../src/base/point.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';

/** A node of a map, a way over nodes, a relation, and a member of one. */
export interface OsmNode {
  readonly id: number;
  readonly at: LatLon;
  readonly tags?: OsmTags;
}

export interface OsmWay {
  readonly id: number;
  readonly nodeIds: readonly number[];
  readonly tags: OsmTags;
}

export interface OsmRelation {
  readonly id: number;
  readonly members: readonly {
    readonly type: 'node' | 'way';
    readonly id: number;
    readonly role: string;
  }[];
  readonly tags: OsmTags;
}

export interface OsmData {
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations?: readonly OsmRelation[];
}

/** The form of a file. The defaults are those of the usual public extracts. */
export interface FileForm {
  /**
   * `lz4` is only named in the file: the blocks are not really packed with it, because our reader can not unpack it.
   */
  readonly packing?: 'zlib' | 'raw' | 'lz4';
  /** Nodes one by one, as older programs write them. */
  readonly plainNodes?: boolean;
  /** Nodes, ways and relations in one block. */
  readonly oneBlock?: boolean;
  /** The unit of coordinates in nanodegrees, and their offset. */
  readonly granularity?: number;
  readonly offset?: { readonly lat: number; readonly lon: number };
  /** Entities in one block. */
  readonly blockSize?: number;
  readonly features?: readonly string[];
}

type Entities =
  | { readonly kind: 'nodes'; readonly list: readonly OsmNode[] }
  | { readonly kind: 'ways'; readonly list: readonly OsmWay[] }
  | { readonly kind: 'relations'; readonly list: readonly OsmRelation[] };

/**
 * A file in OpenStreetMap's binary format in the form of the usual programs, with authors and times of change. Entities
 * stay in the given order.
 */
export const formatOsmFile = (data: OsmData, form: FileForm = {}): Buffer =>
  Buffer.concat([formatOsmHeader(form), formatOsmBlocks(data, form)]);

/** The first block of a file. */
export const formatOsmHeader = (form: FileForm = {}): Buffer =>
  fileBlock('OSMHeader', header(form), form);

/** The blocks after the first, or some of them, because a large file is written piece by piece. */
export function formatOsmBlocks(
  { nodes, ways, relations = [] }: OsmData,
  form: FileForm = {},
): Buffer {
  const { blockSize = 8000, oneBlock = false } = form;
  const all: readonly Entities[] = [
    ...inBlocks(nodes, blockSize).map((list) => ({ kind: 'nodes', list }) as const),
    ...inBlocks(ways, blockSize).map((list) => ({ kind: 'ways', list }) as const),
    ...inBlocks(relations, blockSize).map((list) => ({ kind: 'relations', list }) as const),
  ];
  const blocks = oneBlock ? [all] : all.map((entities) => [entities]);
  return Buffer.concat(blocks.map((groups) => fileBlock('OSMData', dataBlock(groups, form), form)));
}

const inBlocks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );

function header({ features = ['OsmSchema-V0.6', 'DenseNodes'] }: FileForm): Uint8Array {
  const pbf = new PbfWriter();
  for (const feature of features) pbf.writeStringField(4, feature);
  pbf.writeStringField(5, 'Sort.Type_then_ID');
  pbf.writeStringField(16, 'osmium/1.16.0');
  // 2026-11-18T21:20:00Z
  pbf.writeVarintField(32, 1_795_036_800);
  return pbf.finish();
}

const PACKINGS = { raw: 1, zlib: 3, lz4: 6 } as const;

function fileBlock(type: string, body: Uint8Array, { packing = 'zlib' }: FileForm): Buffer {
  const blob = new PbfWriter();
  blob.writeBytesField(PACKINGS[packing], packing === 'zlib' ? deflateSync(body) : body);
  if (packing !== 'raw') blob.writeVarintField(2, body.length);
  const blobBytes = blob.finish();
  const head = new PbfWriter();
  head.writeStringField(1, type);
  head.writeVarintField(3, blobBytes.length);
  const headBytes = head.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headBytes.length);
  return Buffer.concat([length, headBytes, blobBytes]);
}

function dataBlock(groups: readonly Entities[], form: FileForm): Uint8Array {
  const { granularity = 100, offset = { lat: 0, lon: 0 } } = form;
  const texts = [''];
  const known = new Map<string, number>();
  const indexOf = (text: string) => {
    const index = known.get(text) ?? texts.push(text) - 1;
    known.set(text, index);
    return index;
  };
  const toUnits = (deg: number, from: number) => Math.round((deg * 1e9 - from) / granularity);
  const place = (node: OsmNode): OsmNode => ({
    ...node,
    at: { lat: toUnits(node.at.lat, offset.lat), lon: toUnits(node.at.lon, offset.lon) },
  });
  const messages = groups.map((group) => {
    const placed = group.kind === 'nodes' ? { ...group, list: group.list.map(place) } : group;
    const pbf = new PbfWriter();
    writeGroup(placed, pbf, indexOf, form);
    return pbf.finish();
  });
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (list: readonly string[], table: PbfWriter) => {
      for (const text of list) table.writeStringField(1, text);
    },
    texts,
  );
  for (const message of messages) pbf.writeBytesField(2, message);
  pbf.writeVarintField(17, granularity);
  pbf.writeVarintField(19, offset.lat);
  pbf.writeVarintField(20, offset.lon);
  return pbf.finish();
}

type IndexOf = (text: string) => number;

const keysOf = (tags: OsmTags, indexOf: IndexOf) => Object.keys(tags).map(indexOf);
const valuesOf = (tags: OsmTags, indexOf: IndexOf) => Object.values(tags).map(indexOf);
const deltas = (values: readonly number[]) =>
  values.map((value, i) => value - (values[i - 1] ?? 0));

function writeInfo(entity: PbfWriter, indexOf: IndexOf): void {
  entity.writeMessage(
    4,
    (user: number, info: PbfWriter) => {
      info.writeVarintField(1, 7);
      info.writeVarintField(2, 1_700_000_000);
      info.writeVarintField(5, user);
    },
    indexOf('mapper'),
  );
}

/** Writes a group of entities. Coordinates are whole units here. */
function writeGroup(
  { kind, list }: Entities,
  pbf: PbfWriter,
  indexOf: IndexOf,
  { plainNodes = false }: FileForm,
): void {
  if (kind === 'ways') for (const way of list) writeWay(way, pbf, indexOf);
  else if (kind === 'relations') for (const relation of list) writeRelation(relation, pbf, indexOf);
  else if (plainNodes) for (const node of list) writeNode(node, pbf, indexOf);
  else writeDense(list, pbf, indexOf);
}

function writeNode({ id, at, tags = {} }: OsmNode, group: PbfWriter, indexOf: IndexOf): void {
  const node = new PbfWriter();
  node.writeSVarintField(1, id);
  node.writePackedVarint(2, keysOf(tags, indexOf));
  node.writePackedVarint(3, valuesOf(tags, indexOf));
  writeInfo(node, indexOf);
  node.writeSVarintField(8, at.lat);
  node.writeSVarintField(9, at.lon);
  group.writeBytesField(1, node.finish());
}

function writeDense(nodes: readonly OsmNode[], group: PbfWriter, indexOf: IndexOf): void {
  const dense = new PbfWriter();
  dense.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)));
  const info = new PbfWriter();
  info.writePackedVarint(
    1,
    nodes.map(() => 3),
  );
  info.writePackedSVarint(2, deltas(nodes.map((_, i) => 1_700_000_000 + i)));
  info.writePackedSVarint(3, deltas(nodes.map(() => 0)));
  info.writePackedSVarint(4, deltas(nodes.map(() => 0)));
  info.writePackedSVarint(5, deltas(nodes.map(() => indexOf('mapper'))));
  dense.writeBytesField(5, info.finish());
  dense.writePackedSVarint(8, deltas(nodes.map(({ at }) => at.lat)));
  dense.writePackedSVarint(9, deltas(nodes.map(({ at }) => at.lon)));
  // The list is left out of a block in which no node has a tag.
  if (nodes.some(({ tags }) => tags !== undefined))
    dense.writePackedVarint(
      10,
      nodes.flatMap(({ tags = {} }) => [
        ...Object.entries(tags).flatMap(([key, value]) => [indexOf(key), indexOf(value)]),
        0,
      ]),
    );
  group.writeBytesField(2, dense.finish());
}

function writeWay({ id, nodeIds, tags }: OsmWay, group: PbfWriter, indexOf: IndexOf): void {
  const way = new PbfWriter();
  way.writeVarintField(1, id);
  way.writePackedVarint(2, keysOf(tags, indexOf));
  way.writePackedVarint(3, valuesOf(tags, indexOf));
  writeInfo(way, indexOf);
  way.writePackedSVarint(8, deltas(nodeIds));
  group.writeBytesField(3, way.finish());
}

function writeRelation(relation: OsmRelation, group: PbfWriter, indexOf: IndexOf): void {
  const { id, tags, members } = relation;
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, id);
  pbf.writePackedVarint(2, keysOf(tags, indexOf));
  pbf.writePackedVarint(3, valuesOf(tags, indexOf));
  writeInfo(pbf, indexOf);
  pbf.writePackedVarint(
    8,
    members.map(({ role }) => indexOf(role)),
  );
  pbf.writePackedSVarint(9, deltas(members.map((member) => member.id)));
  pbf.writePackedVarint(
    10,
    members.map(({ type }) => (type === 'node' ? 0 : 1)),
  );
  group.writeBytesField(4, pbf.finish());
}

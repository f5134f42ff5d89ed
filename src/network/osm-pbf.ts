/**
 * Writes OpenStreetMap's binary format, as far as the tile builder needs it.
 *
 * Source: wiki.openstreetmap.org/wiki/PBF_Format; fileformat.proto and osmformat.proto of OSM-binary.
 */
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { LatLon } from '../base/point.ts';

export type OsmTags = Readonly<Record<string, string>>;

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
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags;
}

/** A part of a relation, and what it is in it. */
export interface OsmMember {
  readonly type: 'node' | 'way';
  readonly id: number;
  readonly role: string;
}

export interface OsmData {
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations?: readonly OsmRelation[];
}

/** Entities in one block; the format allows 8 000 and recommends to stay below. */
const BLOCK_SIZE = 8000;
/** Coordinates are written in units of 100 nanodegrees. */
const UNITS_PER_DEG = 1e7;
const MEMBER_TYPES: Record<OsmMember['type'], number> = { node: 0, way: 1 };

/** The bytes of an `.osm.pbf` file. Everything is sorted by id, as readers expect. */
export function formatOsmPbf({ nodes, ways, relations = [] }: OsmData): Buffer {
  return Buffer.concat([
    packBlock('OSMHeader', header()),
    ...packNodes(nodes),
    ...packWays(ways),
    ...inBlocks(relations).map((some) => packBlock('OSMData', primitives(writeRelations, some))),
  ]);
}

/** Nodes as blocks of a file. */
export const packNodes = (nodes: readonly OsmNode[]): Buffer[] =>
  inBlocks(nodes).map((some) => packBlock('OSMData', primitives(writeDenseNodes, some)));

/** Ways as blocks of a file. */
export const packWays = (ways: readonly OsmWay[]): Buffer[] =>
  inBlocks(ways).map((some) => packBlock('OSMData', primitives(writeWays, some)));

function inBlocks<Entity extends { readonly id: number }>(entities: readonly Entity[]): Entity[][] {
  const sorted = entities.toSorted((a, b) => a.id - b.id);
  return Array.from({ length: Math.ceil(sorted.length / BLOCK_SIZE) }, (_, i) =>
    sorted.slice(i * BLOCK_SIZE, (i + 1) * BLOCK_SIZE),
  );
}

function header(): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeStringField(4, 'OsmSchema-V0.6');
  pbf.writeStringField(4, 'DenseNodes');
  pbf.writeStringField(16, 'veipris');
  return pbf.finish();
}

/** One file block: length of its header, header, zlib-compressed body. */
export function packBlock(type: 'OSMHeader' | 'OSMData', body: Uint8Array): Buffer {
  const blob = new PbfWriter();
  blob.writeVarintField(2, body.length);
  blob.writeBytesField(3, deflateSync(body));
  const blobBytes = blob.finish();

  const head = new PbfWriter();
  head.writeStringField(1, type);
  head.writeVarintField(3, blobBytes.length);
  const headBytes = head.finish();

  const length = Buffer.alloc(4);
  length.writeUInt32BE(headBytes.length);
  return Buffer.concat([length, headBytes, blobBytes]);
}

type GroupWriter<Entity> = (entities: readonly Entity[], group: PbfWriter, texts: Texts) => void;

/** A primitive block: the table of all texts, then one group of entities. */
function primitives<Entity>(write: GroupWriter<Entity>, entities: readonly Entity[]): Uint8Array {
  const texts = openTexts();
  const group = new PbfWriter();
  write(entities, group, texts);
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (list: readonly string[], table: PbfWriter) => {
      for (const text of list) table.writeStringField(1, text);
    },
    texts.list,
  );
  pbf.writeBytesField(2, group.finish());
  return pbf.finish();
}

interface Texts {
  readonly list: readonly string[];
  indexOf(text: string): number;
}

/** Texts are referred to by their index; index 0 is reserved as a delimiter. */
function openTexts(): Texts {
  const list = [''];
  const indices = new Map<string, number>();
  return {
    list,
    indexOf(text) {
      const known = indices.get(text);
      if (known !== undefined) return known;
      indices.set(text, list.length);
      list.push(text);
      return list.length - 1;
    },
  };
}

function writeDenseNodes(nodes: readonly OsmNode[], group: PbfWriter, texts: Texts): void {
  const keysAndValues = nodes.flatMap(({ tags = {} }) => [
    ...Object.entries(tags).flatMap(([key, value]) => [texts.indexOf(key), texts.indexOf(value)]),
    0,
  ]);
  const dense = new PbfWriter();
  dense.writePackedSVarint(1, toDeltas(nodes.map(({ id }) => id)));
  dense.writePackedSVarint(8, toDeltas(nodes.map(({ at }) => Math.round(at.lat * UNITS_PER_DEG))));
  dense.writePackedSVarint(9, toDeltas(nodes.map(({ at }) => Math.round(at.lon * UNITS_PER_DEG))));
  dense.writePackedVarint(10, keysAndValues);
  group.writeBytesField(2, dense.finish());
}

function writeWays(ways: readonly OsmWay[], group: PbfWriter, texts: Texts): void {
  for (const { id, nodeIds, tags } of ways) {
    const way = new PbfWriter();
    way.writeVarintField(1, id);
    writeTags(way, tags, texts);
    way.writePackedSVarint(8, toDeltas(nodeIds));
    group.writeBytesField(3, way.finish());
  }
}

function writeRelations(relations: readonly OsmRelation[], group: PbfWriter, texts: Texts): void {
  for (const { id, members, tags } of relations) {
    const relation = new PbfWriter();
    relation.writeVarintField(1, id);
    writeTags(relation, tags, texts);
    relation.writePackedVarint(
      8,
      members.map(({ role }) => texts.indexOf(role)),
    );
    relation.writePackedSVarint(9, toDeltas(members.map((member) => member.id)));
    relation.writePackedVarint(
      10,
      members.map(({ type }) => MEMBER_TYPES[type]),
    );
    group.writeBytesField(4, relation.finish());
  }
}

function writeTags(entity: PbfWriter, tags: OsmTags, texts: Texts): void {
  entity.writePackedVarint(2, Object.keys(tags).map(texts.indexOf));
  entity.writePackedVarint(3, Object.values(tags).map(texts.indexOf));
}

const toDeltas = (values: readonly number[]) =>
  values.map((value, i) => value - (values[i - 1] ?? 0));

import { inflateSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import type { OsmNode, OsmRelation, OsmWay } from '../../src/network/osm-pbf.ts';

/** What a file of OpenStreetMap's binary format holds, in the order of the file. */
export interface ReadPbf {
  /** Type and entity count of each block. */
  readonly blocks: readonly { readonly type: string; readonly entities: number }[];
  readonly features: readonly string[];
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
}

/** Reads a file by the format's own description, as far as our files use it. */
export function readPbf(file: Uint8Array): ReadPbf {
  const blocks: { type: string; entities: number }[] = [];
  const read = {
    features: [] as string[],
    nodes: [] as OsmNode[],
    ways: [] as OsmWay[],
    relations: [] as OsmRelation[],
  };
  const count = () => read.nodes.length + read.ways.length + read.relations.length;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at < file.length; ) {
    const headLength = view.getUint32(at);
    const head = fieldsOf(file.subarray(at + 4, at + 4 + headLength));
    const type = text(head.get(1)?.[0]);
    const start = at + 4 + headLength;
    at = start + number(head.get(3)?.[0]);
    const blob = fieldsOf(file.subarray(start, at));
    const body = inflateSync(bytes(blob.get(3)?.[0]));
    if (body.length !== number(blob.get(2)?.[0])) throw new Error('The raw size is wrong.');
    const before = count();
    if (type === 'OSMHeader') read.features.push(...(fieldsOf(body).get(4) ?? []).map(text));
    else readPrimitives(fieldsOf(body), read);
    blocks.push({ type, entities: count() - before });
  }
  return { blocks, ...read };
}

function readPrimitives(
  block: Fields,
  into: { nodes: OsmNode[]; ways: OsmWay[]; relations: OsmRelation[] },
): void {
  const texts = (fieldsOf(bytes(block.get(1)?.[0])).get(1) ?? []).map(text);
  for (const group of messages(block, 2)) {
    into.nodes.push(...messages(group, 1).map((node) => readNode(node, texts)));
    into.nodes.push(...messages(group, 2).flatMap((dense) => readDense(dense, texts)));
    into.ways.push(...messages(group, 3).map((way) => readWay(way, texts)));
    into.relations.push(...messages(group, 4).map((relation) => readRelation(relation, texts)));
  }
}

const readWay = (way: Fields, texts: readonly string[]): OsmWay => ({
  id: number(way.get(1)?.[0]),
  nodeIds: sum(signed(way.get(8)?.[0])),
  tags: tagsOf(way, texts),
});

function readRelation(relation: Fields, texts: readonly string[]): OsmRelation {
  const roles = unsigned(relation.get(8)?.[0]);
  const types = unsigned(relation.get(10)?.[0]);
  return {
    id: number(relation.get(1)?.[0]),
    members: sum(signed(relation.get(9)?.[0])).map((id, i) => ({
      type: types[i] === 0 ? 'node' : 'way',
      id,
      role: texts[roles[i] ?? -1] ?? '',
    })),
    tags: tagsOf(relation, texts),
  };
}

/** A single node is written with zigzag numbers, which a plain reader does not undo. */
function readNode(node: Fields, texts: readonly string[]): OsmNode {
  const [id = 0, lat = 0, lon = 0] = [1, 8, 9].map((tag) => {
    const zigzag = number(node.get(tag)?.[0]);
    return zigzag % 2 === 1 ? (zigzag + 1) / -2 : zigzag / 2;
  });
  const [tags, at] = [tagsOf(node, texts), { lat: lat / 1e7, lon: lon / 1e7 }];
  return Object.keys(tags).length === 0 ? { id, at } : { id, at, tags };
}

function readDense(dense: Fields, texts: readonly string[]): OsmNode[] {
  const [ids, lats, lons] = [1, 8, 9].map((tag) => sum(signed(dense.get(tag)?.[0])));
  const keysAndValues = unsigned(dense.get(10)?.[0]);
  return (ids ?? []).map((id, i) => {
    const tags: Record<string, string> = {};
    for (let key = keysAndValues.shift(); key; key = keysAndValues.shift())
      tags[texts[key] ?? ''] = texts[keysAndValues.shift() ?? -1] ?? '';
    const at = { lat: (lats?.[i] ?? 0) / 1e7, lon: (lons?.[i] ?? 0) / 1e7 };
    return Object.keys(tags).length === 0 ? { id, at } : { id, at, tags };
  });
}

function tagsOf(entity: Fields, texts: readonly string[]): Record<string, string> {
  const [keys, values] = [2, 3].map((tag) => unsigned(entity.get(tag)?.[0]));
  return Object.fromEntries(
    (keys ?? []).map((key, i) => [texts[key] ?? '', texts[values?.[i] ?? -1] ?? '']),
  );
}

type Field = Uint8Array | number;
type Fields = Map<number, Field[]>;

/** The fields of a message by number; lengths of bytes are kept, everything else is a number. */
function fieldsOf(message: Uint8Array): Fields {
  const pbf = new PbfReader(message);
  return pbf.readFields((tag: number, fields: Fields, reader: PbfReader) => {
    const field = reader.type === 2 ? reader.readBytes() : reader.readVarint();
    fields.set(tag, [...(fields.get(tag) ?? []), field]);
  }, new Map<number, Field[]>());
}

/** The messages under a number. */
const messages = (fields: Fields, tag: number) => (fields.get(tag) ?? []).map(bytes).map(fieldsOf);

function bytes(field: Field | undefined): Uint8Array {
  if (typeof field === 'number') throw new Error(`Expected bytes; got ${field}.`);
  return field ?? new Uint8Array();
}

function number(field: Field | undefined): number {
  if (typeof field !== 'number') throw new Error('Expected a number; got bytes or nothing.');
  return field;
}

const text = (field: Field | undefined) => new TextDecoder().decode(bytes(field));
const unsigned = (field: Field | undefined) => readAll(field, (pbf) => pbf.readVarint());
const signed = (field: Field | undefined) => readAll(field, (pbf) => pbf.readSVarint());

function readAll(field: Field | undefined, next: (pbf: PbfReader) => number): number[] {
  const pbf = new PbfReader(bytes(field));
  const values: number[] = [];
  while (pbf.pos < pbf.length) values.push(next(pbf));
  return values;
}

/** Undoes writing each value as its distance from the one before. */
function sum(deltas: readonly number[]): number[] {
  let value = 0;
  return deltas.map((delta) => {
    value += delta;
    return value;
  });
}

/**
 * The content of a data block: texts, and groups of entities that refer to them.
 *
 * Source: osmformat.proto of OSM-binary.
 */
import { PbfReader } from 'pbf';

export interface OsmBlock {
  /** Keys, values and roles, by their index. */
  readonly texts: readonly string[];
  /** Messages `PrimitiveGroup`; each holds entities of one kind. */
  readonly groups: readonly OsmGroup[];
  /** Convert numbers of the block to units of 100 nanodegrees. */
  readonly toUnits: { lat(value: number): number; lon(value: number): number };
}

export interface OsmGroup {
  readonly kind: 'nodes' | 'ways' | 'relations' | 'other';
  readonly message: Uint8Array;
}

/** Fields of `PrimitiveBlock`. */
const BLOCK = { texts: 1, group: 2, granularity: 17, latOffset: 19, lonOffset: 20 } as const;
/** Fields of `PrimitiveGroup`. */
export const GROUP = { node: 1, dense: 2, way: 3, relation: 4 } as const;

const KINDS: Readonly<Record<number, OsmGroup['kind']>> = {
  [GROUP.node]: 'nodes',
  [GROUP.dense]: 'nodes',
  [GROUP.way]: 'ways',
  [GROUP.relation]: 'relations',
};
const NANODEGREES_PER_UNIT = 100;

export function parseBlock(content: Uint8Array): OsmBlock {
  const texts: string[] = [];
  const groups: OsmGroup[] = [];
  let granularity = 100;
  const offset = { lat: 0, lon: 0 };
  new PbfReader(content).readFields((field, _, reader) => {
    if (field === BLOCK.texts) readTexts(reader, texts);
    else if (field === BLOCK.group) groups.push(toGroup(reader.readBytes()));
    else if (field === BLOCK.granularity) granularity = reader.readVarint();
    else if (field === BLOCK.latOffset) offset.lat = reader.readVarint(true);
    else if (field === BLOCK.lonOffset) offset.lon = reader.readVarint(true);
  }, undefined);
  const toUnits = (offsetNano: number) => (value: number) =>
    Math.round((offsetNano + granularity * value) / NANODEGREES_PER_UNIT);
  return { texts, groups, toUnits: { lat: toUnits(offset.lat), lon: toUnits(offset.lon) } };
}

function readTexts(reader: PbfReader, texts: string[]): void {
  reader.readMessage((field, _, table) => {
    if (field === 1) texts.push(table.readString());
  }, undefined);
}

function toGroup(message: Uint8Array): OsmGroup {
  const first = new PbfReader(message).nextField();
  return { kind: KINDS[first] ?? 'other', message };
}

/** Keys and values of a node, a way or a relation. */
export type OsmTags = Readonly<Record<string, string>>;

/** Visits the messages in some fields of a group, in order. */
export function visitMessages(
  group: Uint8Array,
  fields: readonly number[],
  visit: (message: Uint8Array, field: number) => void,
): void {
  new PbfReader(group).readFields((field, _, reader) => {
    if (fields.includes(field)) visit(reader.readBytes(), field);
  }, undefined);
}

/** Reads the numbers of a field in the way in which they are written. */
type Written = (reader: PbfReader) => number[];
export const packed: Written = (reader) => reader.readPackedVarint();
export const signed: Written = (reader) => [reader.readSVarint()];
/** Each number is written as its difference from the previous number. */
export const deltas: Written = (reader) => {
  const end = reader.readVarint() + reader.pos;
  const values: number[] = [];
  let value = 0;
  while (reader.pos < end) {
    value += reader.readSVarint();
    values.push(value);
  }
  return values;
};

/** The numbers in some fields of a message; `[]`: the message lacks the field. */
export function readLists<Name extends string>(
  message: Uint8Array,
  fields: Readonly<Record<Name, readonly [field: number, written: Written]>>,
): Readonly<Record<Name, readonly number[]>> {
  const names = Object.keys(fields) as Name[];
  const lists = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  new PbfReader(message).readFields((at, _, reader) => {
    for (const name of names) {
      const [field, written] = fields[name];
      if (field === at) lists[name] = written(reader);
    }
  }, undefined);
  return lists as Record<Name, number[]>;
}

/** The tags of an entity, as texts. @param keys indices into the texts of the block, pairwise with `values`. */
export const toTags = (
  { keys, values }: { readonly keys: readonly number[]; readonly values: readonly number[] },
  texts: readonly string[],
): OsmTags =>
  Object.fromEntries(keys.map((key, i) => [texts[key] ?? '', texts[values[i] ?? -1] ?? '']));

/**
 * Reads the content of a data block: texts, and groups of entities that refer to them. The entities are nodes, ways, and
 * the relations of turn restrictions and ferries.
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
/**
 * Fields of `PrimitiveGroup`.
 *
 * @internal Outside this file only tests use it.
 */
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

/**
 * Visits the messages in some fields of a group, in order.
 *
 * @internal Outside this file only tests use it.
 */
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
/** @internal Outside this file only tests use it. */
export const packed: Written = (reader) => reader.readPackedVarint();
const signed: Written = (reader) => [reader.readSVarint()];
/**
 * Each number is written as its difference from the previous number.
 *
 * @internal Outside this file only tests use it.
 */
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

/**
 * The numbers in some fields of a message; `[]`: the message lacks the field.
 *
 * @internal Outside this file only tests use it.
 */
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

/** A node, in units of 100 nanodegrees. @param tags undefined: it has none, or tags are not asked for. */
type VisitNode = (id: number, lat: number, lon: number, tags: OsmTags | undefined) => void;

/** Fields of `Node` and of `DenseNodes`. */
const NODE = { ids: [1, signed], lats: [8, signed], lons: [9, signed] } as const;
const NODE_TAGS = { keys: [2, packed], values: [3, packed] } as const;
const DENSE = { ids: [1, deltas], lats: [8, deltas], lons: [9, deltas] } as const;
const DENSE_TAGS = { keysAndValues: [10, packed] } as const;

/** Visits the nodes of a group in order. @param withTags whether tags are read, too. */
export function visitNodes(
  group: Uint8Array,
  { toUnits, texts }: Pick<OsmBlock, 'toUnits' | 'texts'>,
  withTags: boolean,
  visit: VisitNode,
): void {
  visitMessages(group, [GROUP.node, GROUP.dense], (message, field) => {
    const isDense = field === GROUP.dense;
    const { ids, lats, lons } = readLists(message, isDense ? DENSE : NODE);
    const tags = withTags ? readTags(message, isDense) : undefined;
    for (let i = 0; i < ids.length; i++) {
      const own = tags?.get(i);
      visit(
        ids[i] as number,
        toUnits.lat(lats[i] as number),
        toUnits.lon(lons[i] as number),
        own && toTags(own, texts),
      );
    }
  });
}

interface Pairs {
  readonly keys: readonly number[];
  readonly values: readonly number[];
}

/** Texts of keys and values, by the place of the node in its message. Nodes without tags are absent. */
function readTags(message: Uint8Array, isDense: boolean): ReadonlyMap<number, Pairs> {
  if (isDense) return splitTags(readLists(message, DENSE_TAGS).keysAndValues);
  const pairs = readLists(message, NODE_TAGS);
  return new Map(pairs.keys.length > 0 ? [[0, pairs]] : []);
}

/** Keys and values of all nodes stand in one list, with a 0 behind those of each node. */
function splitTags(texts: readonly number[]): ReadonlyMap<number, Pairs> {
  const tags = new Map<number, { readonly keys: number[]; readonly values: number[] }>();
  let node = 0;
  for (let i = 0; i < texts.length; ) {
    if (texts[i] === 0) {
      node++;
      i++;
      continue;
    }
    const { keys, values } = tags.get(node) ?? { keys: [], values: [] };
    keys.push(texts[i] ?? 0);
    values.push(texts[i + 1] ?? 0);
    tags.set(node, { keys, values });
    i += 2;
  }
  return tags;
}

/** A way in its group. Its nodes are read only when asked for. */
export interface PbfWay {
  readonly id: number;
  /** Indices into the texts of the block, pairwise. */
  readonly keys: readonly number[];
  readonly values: readonly number[];
  nodeIds(): number[];
}

/** Fields of `Way`. */
const WAY = { id: 1, keys: 2, values: 3, nodes: 8 } as const;

/** Visits the ways of a group in order. */
export function visitWays(group: Uint8Array, visit: (way: PbfWay) => void): void {
  const reader = new PbfReader(group);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field !== GROUP.way) continue;
    const end = reader.readVarint() + reader.pos;
    visit(readWay(reader, group, end));
    reader.pos = end;
  }
}

function readWay(reader: PbfReader, group: Uint8Array, end: number): PbfWay {
  let [id, nodesAt] = [0, -1];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === WAY.id) id = reader.readVarint(true);
    else if (field === WAY.keys) keys = reader.readPackedVarint();
    else if (field === WAY.values) values = reader.readPackedVarint();
    else if (field === WAY.nodes) nodesAt = reader.pos;
  }
  return { id, keys, values, nodeIds: () => (nodesAt < 0 ? [] : readNodeIds(group, nodesAt)) };
}

function readNodeIds(group: Uint8Array, at: number): number[] {
  const reader = new PbfReader(group);
  reader.pos = at;
  return deltas(reader);
}

/** A turn from ways into ways, over a node or over other ways. It is banned, or it is the only allowed turn. */
export interface TurnRestriction {
  readonly isOnly: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly via: { readonly node: number } | { readonly ways: readonly number[] };
}

/** A relation, with the members that are nodes or ways. */
export interface OsmRelation {
  readonly tags: OsmTags;
  readonly members: readonly {
    readonly id: number;
    readonly type: 'node' | 'way' | 'other';
    readonly role: string;
  }[];
}

/** Fields of `Relation`, and its kinds of members. */
const RELATION = {
  keys: [2, packed],
  values: [3, packed],
  roles: [8, packed],
  ids: [9, deltas],
  types: [10, packed],
} as const;
const MEMBERS = ['node', 'way'] as const;

/** Visits the relations of a group that may be turn restrictions or ferries. */
export function visitRelations(
  group: Uint8Array,
  texts: readonly string[],
  visit: (relation: OsmRelation) => void,
): void {
  if (!texts.includes('restriction') && !texts.includes('ferry')) return;
  visitMessages(group, [GROUP.relation], (message) => visit(readRelation(message, texts)));
}

/**
 * The turns of a relation that are banned or prescribed for cars at any time. `conditional`: a restriction that holds at
 * certain times only. Undefined: the relation restricts nothing for cars.
 *
 * Source: wiki.openstreetmap.org/wiki/Relation:restriction.
 */
export function readRestriction({
  tags,
  members,
}: OsmRelation): TurnRestriction | 'conditional' | undefined {
  const kind = kindOf(tags);
  if (kind === undefined || kind === 'conditional') return kind;
  const idsOf = (role: string, type: 'node' | 'way') =>
    members.filter((one) => one.role === role && one.type === type).map(({ id }) => id);
  const [[node], ways] = [idsOf('via', 'node'), idsOf('via', 'way')];
  return {
    isOnly: kind.startsWith('only_'),
    from: idsOf('from', 'way'),
    to: idsOf('to', 'way'),
    via: node === undefined ? { ways } : { node },
  };
}

const CONDITIONAL = ['restriction:motorcar', 'restriction:motor_vehicle', 'restriction'].map(
  (key) => `${key}:conditional`,
);
const EXCEPTED = /\b(motorcar|motor_vehicle|vehicle)\b/;

const isTurn = (kind: string): kind is `${'no' | 'only'}_${string}` => /^(no|only)_/.test(kind);

/** The kind of a restriction, such as `no_left_turn`; undefined: it does not hold for cars. */
function kindOf(tags: OsmTags): 'conditional' | `${'no' | 'only'}_${string}` | undefined {
  const { type = '', except = '' } = tags;
  if (type !== 'restriction' && type !== 'restriction:motorcar') return undefined;
  if (EXCEPTED.test(except)) return undefined;
  const kind =
    tags['restriction:motorcar'] ?? tags['restriction:motor_vehicle'] ?? tags.restriction;
  if (!kind) return CONDITIONAL.some((key) => tags[key]) ? 'conditional' : undefined;
  if (tags.day_on !== undefined || tags.hour_on !== undefined) return 'conditional';
  return isTurn(kind) ? kind : undefined;
}

function readRelation(message: Uint8Array, texts: readonly string[]): OsmRelation {
  const { keys, values, roles, ids, types } = readLists(message, RELATION);
  const members = ids.map((id, i) => ({
    id,
    type: MEMBERS[types[i] ?? -1] ?? ('other' as const),
    role: texts[roles[i] ?? -1] ?? '',
  }));
  return { tags: toTags({ keys, values }, texts), members };
}

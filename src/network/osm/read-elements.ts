/** Reads the nodes, the ways, and the relations of turn restrictions and ferries in the groups of a block. */
import { PbfReader } from 'pbf';
import {
  deltas,
  GROUP,
  type OsmBlock,
  type OsmTags,
  packed,
  readLists,
  signed,
  toTags,
  visitMessages,
} from './parse-block.ts';

/** A node, in units of 100 nanodegrees. @param tags undefined: it has none, or tags are not asked for. */
type VisitNode = (id: number, lat: number, lon: number, tags: OsmTags | undefined) => void;

/** Fields of `Node` and of `DenseNodes`. Source: osmformat.proto of OSM-binary. */
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

/** Fields of `Way`. Source: osmformat.proto of OSM-binary. */
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

/** Fields of `Relation`, and its kinds of members. Source: osmformat.proto of OSM-binary. */
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

/** Turns that relations of a map ban or prescribe. Source: wiki.openstreetmap.org/wiki/Relation:restriction. */
import { PbfReader } from 'pbf';
import type { OsmTags } from './parse-block.ts';
import { GROUP } from './parse-block.ts';
import { readDeltas, toTags } from './read-ways.ts';

/** A turn from ways over a node, or over ways, into ways: banned, or the only one that is allowed. */
export interface TurnRestriction {
  readonly isOnly: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly via: { readonly node: number } | { readonly ways: readonly number[] };
}

/** Fields of `Relation`, and its kinds of members. Source: osmformat.proto of OSM-binary. */
const RELATION = { keys: 2, values: 3, roles: 8, members: 9, types: 10 } as const;
const MEMBER_NODE = 0;
const MEMBER_WAY = 1;

/**
 * Visits the restrictions of a group that hold for cars at any time.
 *
 * @param onConditional hears of one that holds at times, which is not used.
 */
export function visitRestrictions(
  group: Uint8Array,
  texts: readonly string[],
  visit: (restriction: TurnRestriction) => void,
  onConditional: () => void,
): void {
  if (!texts.includes('restriction')) return;
  const reader = new PbfReader(group);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field !== GROUP.relation) continue;
    const { tags, members } = readRelation(reader.readBytes(), texts);
    const kind = kindOf(tags);
    if (kind === 'conditional') onConditional();
    if (kind === undefined || kind === 'conditional') continue;
    const idsOf = (role: string, type: number) =>
      members.filter((one) => one.role === role && one.type === type).map(({ id }) => id);
    const [[node], ways] = [idsOf('via', MEMBER_NODE), idsOf('via', MEMBER_WAY)];
    visit({
      isOnly: kind.startsWith('only_'),
      from: idsOf('from', MEMBER_WAY),
      to: idsOf('to', MEMBER_WAY),
      via: node === undefined ? { ways } : { node },
    });
  }
}

const CONDITIONAL = ['restriction:motorcar', 'restriction:motor_vehicle', 'restriction'].map(
  (key) => `${key}:conditional`,
);
const EXCEPTED = /\b(motorcar|motor_vehicle|vehicle)\b/;

/** `no_left_turn` and the like; undefined where it is none for cars. */
function kindOf(tags: OsmTags): string | undefined {
  const { type = '', except = '' } = tags;
  if (type !== 'restriction' && type !== 'restriction:motorcar') return undefined;
  if (EXCEPTED.test(except)) return undefined;
  const kind =
    tags['restriction:motorcar'] ?? tags['restriction:motor_vehicle'] ?? tags.restriction;
  if (!kind) return CONDITIONAL.some((key) => tags[key]) ? 'conditional' : undefined;
  if (tags.day_on !== undefined || tags.hour_on !== undefined) return 'conditional';
  return /^(no|only)_/.test(kind) ? kind : undefined;
}

interface Member {
  readonly id: number;
  readonly type: number;
  readonly role: string;
}

function readRelation(message: Uint8Array, texts: readonly string[]) {
  const reader = new PbfReader(message);
  let [keys, values, roles, ids, types]: number[][] = [[], [], [], [], []];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === RELATION.keys) keys = reader.readPackedVarint();
    else if (field === RELATION.values) values = reader.readPackedVarint();
    else if (field === RELATION.roles) roles = reader.readPackedVarint();
    else if (field === RELATION.members) ids = readDeltas(message, reader.pos);
    else if (field === RELATION.types) types = reader.readPackedVarint();
  }
  const members = (ids ?? []).map(
    (id, i): Member => ({ id, type: types?.[i] ?? -1, role: texts[roles?.[i] ?? -1] ?? '' }),
  );
  return { tags: toTags({ keys: keys ?? [], values: values ?? [] }, texts), members };
}

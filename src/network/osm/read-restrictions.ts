/** Turns that relations of a map ban or prescribe. Source: wiki.openstreetmap.org/wiki/Relation:restriction. */
import {
  deltas,
  GROUP,
  type OsmTags,
  packed,
  readLists,
  toTags,
  visitMessages,
} from './parse-block.ts';

/** A turn from ways over a node, or over ways, into ways: banned, or the only one that is allowed. */
export interface TurnRestriction {
  readonly isOnly: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly via: { readonly node: number } | { readonly ways: readonly number[] };
}

/** Fields of `Relation`, and its kinds of members. Source: osmformat.proto of OSM-binary. */
const RELATION = {
  keys: [2, packed],
  values: [3, packed],
  roles: [8, packed],
  ids: [9, deltas],
  types: [10, packed],
} as const;
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
  visitMessages(group, [GROUP.relation], (message) => {
    const { tags, members } = readRelation(message, texts);
    const kind = kindOf(tags);
    if (kind === 'conditional') onConditional();
    if (kind === undefined || kind === 'conditional') return;
    const idsOf = (role: string, type: number) =>
      members.filter((one) => one.role === role && one.type === type).map(({ id }) => id);
    const [[node], ways] = [idsOf('via', MEMBER_NODE), idsOf('via', MEMBER_WAY)];
    visit({
      isOnly: kind.startsWith('only_'),
      from: idsOf('from', MEMBER_WAY),
      to: idsOf('to', MEMBER_WAY),
      via: node === undefined ? { ways } : { node },
    });
  });
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

function readRelation(message: Uint8Array, texts: readonly string[]) {
  const { keys, values, roles, ids, types } = readLists(message, RELATION);
  const members = ids.map((id, i) => ({
    id,
    type: types[i] ?? -1,
    role: texts[roles[i] ?? -1] ?? '',
  }));
  return { tags: toTags({ keys, values }, texts), members };
}

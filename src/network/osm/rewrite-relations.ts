/**
 * Relations name ways by their ids: where a way has become several, they must name those.
 *
 * Source: osmformat.proto of OSM-binary; wiki.openstreetmap.org/wiki/Relation:restriction.
 */
import { PbfReader } from 'pbf';
import { GROUP } from './parse-block.ts';
import { packDeltas, packVarints, rewriteMessage, unpackDeltas } from './rewrite-message.ts';

/** A way that has become several: its parts in order, the first with the id of the whole. */
export type WayParts = readonly WayPart[];

export interface WayPart {
  readonly id: number;
  /** In the order of driving where it is one-way. */
  readonly nodeIds: readonly number[];
  readonly oneWay: boolean;
}

const RELATION = { keys: 2, values: 3, roles: 8, members: 9, types: 10 } as const;
const [NODE_MEMBER, WAY_MEMBER] = [0, 1];

interface Member {
  readonly type: number;
  readonly id: number;
  /** Index of the role's text. */
  readonly role: number;
}

/** The group with its relations naming the parts instead of the ways that became them. */
export function rewriteRelations(
  group: Uint8Array,
  texts: readonly string[],
  partsOf: ReadonlyMap<number, WayParts>,
): Uint8Array {
  return rewriteMessage(group, {
    [GROUP.relation]: (relation) => {
      const { members, type } = readRelation(relation, texts);
      if (!members.some((member) => isWayIn(member, partsOf))) return relation;
      const changed = type.startsWith('restriction')
        ? renameRestricted(members, texts, partsOf)
        : members.flatMap((member) => expand(member, partsOf));
      return rewriteMessage(relation, {
        [RELATION.roles]: () => packVarints(changed.map(({ role }) => role)),
        [RELATION.members]: () => packDeltas(changed.map(({ id }) => id)),
        [RELATION.types]: () => packVarints(changed.map((member) => member.type)),
      });
    },
  });
}

function readRelation(relation: Uint8Array, texts: readonly string[]) {
  const columns: Record<number, number[]> = {};
  let ids: number[] = [];
  new PbfReader(relation).readFields((field, _, reader) => {
    if (field === RELATION.members) ids = unpackDeltas(reader.readBytes());
    else if (Object.values<number>(RELATION).includes(field))
      columns[field] = reader.readPackedVarint();
  }, undefined);
  const column = (field: number) => columns[field] ?? [];
  const typeAt = column(RELATION.keys).findIndex((key) => texts[key] === 'type');
  return {
    type: texts[column(RELATION.values)[typeAt] ?? -1] ?? '',
    members: ids.map((id, i) => ({
      type: column(RELATION.types)[i] ?? -1,
      id,
      role: column(RELATION.roles)[i] ?? 0,
    })),
  };
}

const isWayIn = ({ type, id }: Member, partsOf: ReadonlyMap<number, WayParts>) =>
  type === WAY_MEMBER && partsOf.has(id);

const expand = (member: Member, partsOf: ReadonlyMap<number, WayParts>): Member[] =>
  isWayIn(member, partsOf)
    ? (partsOf.get(member.id) ?? []).map(({ id }) => ({ ...member, id }))
    : [member];

/** A turn leads from and into the part that touches the node between. */
function renameRestricted(
  members: readonly Member[],
  texts: readonly string[],
  partsOf: ReadonlyMap<number, WayParts>,
): Member[] {
  const roleOf = ({ role }: Member) => texts[role] ?? '';
  const via = members.find((member) => roleOf(member) === 'via' && member.type === NODE_MEMBER);
  return members.map((member) => {
    if (!isWayIn(member, partsOf) || via === undefined) return member;
    const touches = ({ nodeIds, oneWay }: WayPart) => {
      if (!oneWay) return nodeIds.includes(via.id);
      return nodeIds.at(roleOf(member) === 'from' ? -1 : 0) === via.id;
    };
    const part = partsOf.get(member.id)?.find(touches);
    return part === undefined ? member : { ...member, id: part.id };
  });
}

/**
 * Reads a whole map of OpenStreetMap with all its tags into memory, for small maps that a test examines or writes anew.
 */

import { visitDataBlocks } from '../../src/network/osm/read-blocks.ts';
import {
  deltas,
  GROUP,
  packed,
  readLists,
  toTags,
  visitMessages,
  visitNodes,
  visitWays,
} from '../../src/network/osm/read-elements.ts';
import type { OsmData, OsmNode, OsmRelation, OsmWay } from './osm-file.ts';

/**
 * Fields of `Relation`, and its kinds of members.
 *
 * Source: osmformat.proto of OSM-binary.
 */
const RELATION = {
  keys: [2, packed],
  values: [3, packed],
  roles: [8, packed],
  members: [9, deltas],
  types: [10, packed],
} as const;
const MEMBERS = ['node', 'way'] as const;
const UNITS_PER_DEG = 1e7;

/** Reads a map. Relations get only those members that are nodes or ways. */
export async function readOsm(path: string): Promise<Required<OsmData>> {
  const [nodes, ways, relations]: [OsmNode[], OsmWay[], OsmRelation[]] = [[], [], []];
  await visitDataBlocks(path, (block) => {
    for (const { message } of block.groups) {
      visitNodes(message, block, true, (id, lat, lon, tags) =>
        nodes.push({
          id,
          at: { lat: lat / UNITS_PER_DEG, lon: lon / UNITS_PER_DEG },
          ...(tags && { tags }),
        }),
      );
      visitWays(message, (way) =>
        ways.push({ id: way.id, nodeIds: way.nodeIds(), tags: toTags(way, block.texts) }),
      );
      visitMessages(message, [GROUP.relation], (relation) => {
        const { keys, values, roles, members, types } = readLists(relation, RELATION);
        relations.push({
          id: relations.length + 1,
          tags: toTags({ keys, values }, block.texts),
          members: members.flatMap((id, i) => {
            const type = MEMBERS[types[i] ?? -1];
            return type ? [{ type, id, role: block.texts[roles[i] ?? -1] ?? '' }] : [];
          }),
        });
      });
    }
  });
  return { nodes, ways, relations };
}

import { PbfReader } from 'pbf';
import type { OsmTags } from '../osm-pbf.ts';
import { GROUP } from './parse-block.ts';
import { WAY } from './read-ways.ts';
import { packDeltas, packVarints, rewriteMessage } from './rewrite-message.ts';

/** What becomes of a way; what is absent stays. */
export interface WayChange {
  readonly tags?: OsmTags;
  /** In the order of the file. */
  readonly nodeIds?: readonly number[];
}

/** Gives the index of a text in the block, which has it from now on. */
export type TextIndex = (text: string) => number;

/** The group with some of its ways changed. */
export function rewriteWays(
  group: Uint8Array,
  changes: ReadonlyMap<number, WayChange>,
  indexOf: TextIndex,
): Uint8Array {
  return rewriteMessage(group, {
    [GROUP.way]: (way) => {
      const change = changes.get(readId(way));
      return change === undefined ? way : rewriteWay(way, change, indexOf);
    },
  });
}

function readId(way: Uint8Array): number {
  const reader = new PbfReader(way);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField())
    if (field === WAY.id) return reader.readVarint();
  return 0;
}

function rewriteWay(way: Uint8Array, { tags, nodeIds }: WayChange, indexOf: TextIndex) {
  const drop = () => undefined;
  const dropped = {
    ...(tags && { [WAY.keys]: drop, [WAY.values]: drop }),
    // Some files repeat the places of the nodes here; they would not fit any more.
    ...(nodeIds && { [WAY.nodes]: drop, [WAY.lats]: drop, [WAY.lons]: drop }),
  };
  return rewriteMessage(way, dropped, (writer) => {
    if (tags !== undefined) {
      writer.writeBytesField(WAY.keys, packVarints(Object.keys(tags).map(indexOf)));
      writer.writeBytesField(WAY.values, packVarints(Object.values(tags).map(indexOf)));
    }
    if (nodeIds !== undefined) writer.writeBytesField(WAY.nodes, packDeltas(nodeIds));
  });
}

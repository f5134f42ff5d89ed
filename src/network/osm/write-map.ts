/** The last look at a map: copies it with the changes that gates need. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { packBlock, packNodes, packWays } from '../osm-pbf.ts';
import type { MapChanges } from './draw-gates.ts';
import type { OsmGroup } from './parse-block.ts';
import { type FileBlock, readBlocks } from './read-blocks.ts';
import { rewriteBlock } from './rewrite-block.ts';

export interface MapToWrite {
  readonly from: string;
  /** What the data blocks of the file hold, by their place in it. */
  readonly kinds: ReadonlyMap<number, readonly OsmGroup['kind'][]>;
  readonly changes: MapChanges;
  /** The blocks in which nodes or ways change. */
  readonly touched: ReadonlySet<number>;
}

/**
 * Writes the changed map. Blocks of which nothing changes are copied as they stand; new nodes and
 * ways have the greatest ids and come behind all others of their kind, so that the file stays sorted.
 */
export async function writeMap(to: string, map: MapToWrite): Promise<void> {
  await pipeline(listBlocks(map), createWriteStream(to));
}

async function* listBlocks(map: MapToWrite): AsyncGenerator<Uint8Array> {
  const newNodes = packNodes(map.changes.newNodes);
  const newWays = packWays(map.changes.newWays);
  for await (const block of readBlocks(map.from)) {
    const held = map.kinds.get(block.index) ?? [];
    if (held.length === 0) yield block.bytes;
    for (const kind of held) {
      if (kind !== 'nodes') yield* newNodes.splice(0);
      if (kind === 'relations') yield* newWays.splice(0);
      yield changed(block, kind, map);
    }
  }
  yield* [...newNodes, ...newWays];
}

/** The part of a block that is of one kind: new entities may have to come before the next. */
function changed(
  block: FileBlock,
  kind: OsmGroup['kind'],
  { kinds, changes, touched }: MapToWrite,
): Uint8Array {
  // Which relations name a changed way is not known before.
  const isTouched = touched.has(block.index) || (kind === 'relations' && changes.parts.size > 0);
  return !isTouched && kinds.get(block.index)?.length === 1
    ? block.bytes
    : packBlock('OSMData', rewriteBlock(block.unpack(), kind, changes));
}

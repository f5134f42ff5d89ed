import { type OsmBlock, parseBlock } from './parse-block.ts';
import { readBlocks } from './read-blocks.ts';

/**
 * Visits the blocks of a file that hold nodes, ways and relations, in order.
 *
 * @param visit is given each block with its place in the file.
 * @param isWanted blocks by their place that are visited; the others are not unpacked.
 * @throws Error with one sentence that names the file, when it is damaged.
 */
export async function visitDataBlocks(
  path: string,
  visit: (block: OsmBlock, index: number) => void,
  isWanted: (index: number) => boolean = () => true,
): Promise<void> {
  for await (const block of readBlocks(path)) {
    if (block.type !== 'OSMData' || !isWanted(block.index)) continue;
    const content = block.unpack();
    try {
      visit(parseBlock(content), block.index);
    } catch (cause) {
      throw new Error(`${path} is damaged.`, { cause });
    }
  }
}

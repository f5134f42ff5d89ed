import type { LatLon } from '../../base/point.ts';
import { visitDataBlocks } from './data-blocks.ts';
import type { NodePlaces } from './node-places.ts';
import { visitNodes } from './read-nodes.ts';
import { listTollBooths } from './toll-booths.ts';

export interface LocatedNodes {
  /** No node of the file has a greater id. */
  readonly maxNodeId: number;
  /** The toll booths of the map on roads. */
  readonly booths: readonly TollBooth[];
}

export interface TollBooth {
  readonly id: number;
  readonly at: LatLon;
  /** Place of its block in the file. */
  readonly block: number;
}

/** The second look at a map: where the nodes of its roads lie. */
export async function locateNodes(path: string, places: NodePlaces): Promise<LocatedNodes> {
  let maxNodeId = 0;
  const booths: TollBooth[] = [];
  await visitDataBlocks(path, (block, index) => {
    for (const group of block.groups) {
      if (group.kind !== 'nodes') continue;
      visitNodes(group.message, block, (id, lat, lon) => {
        maxNodeId = Math.max(maxNodeId, id);
        places.put(id, lat, lon);
      });
      for (const id of listTollBooths(group, block.texts)) {
        const at = places.find(id);
        if (at !== undefined) booths.push({ id, at, block: index });
      }
    }
  });
  return { maxNodeId, booths };
}

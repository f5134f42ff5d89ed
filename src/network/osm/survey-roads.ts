/** The first look at a map: whether it is one that we can use, and which nodes its roads run over. */
import { visitDataBlocks } from './data-blocks.ts';
import { type NodePlaces, openNodeList } from './node-places.ts';
import type { OsmGroup } from './parse-block.ts';
import { visitWays } from './read-ways.ts';
import { openWayFilter } from './roadway.ts';

export interface RoadSurvey {
  /** The nodes of roads and ferries, whose places are not known yet. */
  readonly nodes: NodePlaces;
  /** No way of the file has a greater id. */
  readonly maxWayId: number;
  /** What the data blocks hold, by their place in the file. */
  readonly kinds: ReadonlyMap<number, readonly OsmGroup['kind'][]>;
}

/** Kinds of entities in the order that readers expect. */
const ORDER: readonly OsmGroup['kind'][] = ['nodes', 'ways', 'relations'];

/** @throws Error with one sentence that names the file, when it has no roads or is not in order. */
export async function surveyRoads(path: string): Promise<RoadSurvey> {
  const list = openNodeList();
  const kinds = new Map<number, readonly OsmGroup['kind'][]>();
  let maxWayId = 0;
  await visitDataBlocks(path, ({ texts, groups }, index) => {
    kinds.set(index, [...new Set(groups.map(({ kind }) => kind))]);
    const mayBeRoad = openWayFilter(texts);
    for (const { kind, message } of groups)
      if (kind === 'ways')
        visitWays(message, (way) => {
          maxWayId = Math.max(maxWayId, way.id);
          if (mayBeRoad(way)) list.add(way.nodeIds());
        });
  });
  if (!isInOrder([...kinds.values()].flat()))
    throw new Error(`${path} is not in order: sort it with "osmium sort".`);
  const nodes = list.close();
  if (nodes.wanted === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  return { nodes, maxWayId, kinds };
}

/** Nodes come first, then ways, then relations. */
function isInOrder(kinds: readonly OsmGroup['kind'][]): boolean {
  const steps = kinds.map((kind) => ORDER.indexOf(kind)).filter((step) => step !== -1);
  return steps.every((step, i) => step >= (steps[i - 1] ?? 0));
}

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
}

/** Kinds of entities in the order that readers expect. */
const ORDER: readonly OsmGroup['kind'][] = ['nodes', 'ways', 'relations'];

/** @throws Error with one sentence that names the file, when it has no roads or is not in order. */
export async function surveyRoads(path: string): Promise<RoadSurvey> {
  const list = openNodeList();
  let maxWayId = 0;
  let reached = 0;
  let isInOrder = true;
  await visitDataBlocks(path, ({ texts, groups }) => {
    const mayBeRoad = openWayFilter(texts);
    for (const { kind, message } of groups) {
      const step = ORDER.indexOf(kind);
      isInOrder &&= step === -1 || step >= reached;
      reached = Math.max(reached, step);
      if (kind !== 'ways') continue;
      visitWays(message, (way) => {
        maxWayId = Math.max(maxWayId, way.id);
        if (mayBeRoad(way)) list.add(way.nodeIds());
      });
    }
  });
  if (!isInOrder)
    throw new Error(`${path} is not in order: sort it with "osmium sort".`);
  const nodes = list.close();
  if (nodes.wanted === 0) throw new Error(`${path} holds no road that cars may drive on.`);
  return { nodes, maxWayId };
}

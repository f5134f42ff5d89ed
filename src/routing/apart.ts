/** Which stops lie where no road or ferry leads to the rest of the network. */
import type { RoadGraph } from './graph.ts';
import type { SnappedStop } from './snap.ts';

/** A part of the network with more edges is no island alone. No fact: it ends the search early. */
const MOST_EDGES = 5000;

/** Tells of a stop whether all that can be driven from it is a small part of the network. */
export const openApart =
  ({ edgeCount, turns }: Pick<RoadGraph, 'edgeCount' | 'turns'>) =>
  ({ places }: Pick<SnappedStop, 'places'>): boolean => {
    const mostEdges = Math.min(MOST_EDGES, edgeCount / 2);
    const reached = new Set(places.map(({ edge }) => edge));
    // Edges that are added on the way are visited, too.
    for (const edge of reached) {
      if (reached.size > mostEdges) return false;
      const end = turns.first[edge + 1] as number;
      for (let turn = turns.first[edge] as number; turn < end; turn++)
        reached.add(turns.to[turn] as number);
    }
    return reached.size <= mostEdges;
  };

/** Finds the stops from which no road or ferry leads to the rest of the network. */
import type { RoadGraph } from './graph.ts';
import type { SnappedStop } from './snap.ts';

/** A part of the network with more edges is not cut off. The number is no fact: it ends the search early. */
const MOST_EDGES = 5000;

/** Tells whether all that can be driven from a stop is only a small part of the network. */
export const openApart =
  ({ edgeCount, turns }: Pick<RoadGraph, 'edgeCount' | 'turns'>) =>
  ({ places }: Pick<SnappedStop, 'places'>): boolean => {
    const mostEdges = Math.min(MOST_EDGES, edgeCount / 2);
    const reached = new Set(places.map(({ edge }) => edge));
    // The loop also visits the edges that it adds to the set.
    for (const edge of reached) {
      if (reached.size > mostEdges) return false;
      const end = turns.first[edge + 1] as number;
      for (let turn = turns.first[edge] as number; turn < end; turn++)
        reached.add(turns.to[turn] as number);
    }
    return reached.size <= mostEdges;
  };

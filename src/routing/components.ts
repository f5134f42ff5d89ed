/**
 * The parts of a graph inside which every edge leads to every other one, over the turns that are allowed.
 *
 * Source: R. Tarjan, Depth-First Search and Linear Graph Algorithms (1972), without recursion.
 */
import { LINK, type RoadGraph } from './graph.ts';
import type { SnappedStop } from './snap.ts';

export interface Components {
  readonly count: number;
  /** By edge: its part. */
  readonly of: Int32Array;
  /** The part with the most edges, of equally large ones the part with the lowest number; -1 without edges. */
  readonly largest: number;
  /** Number of edges in the largest part. */
  readonly edges: number;
}

export function findComponents({ edgeCount, turns }: RoadGraph): Components {
  const of = new Int32Array(edgeCount).fill(-1);
  /** `seen`: order of discovery, from 1; 0: not seen. `low`: the least `seen` that is reached from the edge. */
  const [seen, low] = [new Int32Array(edgeCount), new Int32Array(edgeCount)];
  const [stack, path] = [new Int32Array(edgeCount), new Int32Array(edgeCount)];
  const next = turns.first.slice(0, edgeCount);
  let [clock, stacked, count] = [0, 0, 0];
  const enter = (edge: number) => {
    clock++;
    seen[edge] = clock;
    low[edge] = clock;
    stack[stacked++] = edge;
  };
  const leave = (edge: number) => {
    if (low[edge] !== seen[edge]) return;
    for (;;) {
      const member = stack[--stacked] as number;
      of[member] = count;
      if (member === edge) break;
    }
    count++;
  };
  const lower = (edge: number, to: number) => {
    if (to < (low[edge] as number)) low[edge] = to;
  };
  for (let root = 0; root < edgeCount; root++) {
    if (seen[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    enter(root);
    while (depth >= 0) {
      const edge = path[depth] as number;
      const turn = next[edge] as number;
      if (turn < (turns.first[edge + 1] as number)) {
        next[edge] = turn + 1;
        const to = turns.to[turn] as number;
        if (seen[to] === 0) {
          enter(to);
          path[++depth] = to;
        } else if (of[to] === -1) lower(edge, seen[to] as number);
        continue;
      }
      leave(edge);
      depth--;
      if (depth >= 0) lower(path[depth] as number, low[edge] as number);
    }
  }
  return { count, of, ...findLargest(of, count) };
}

function findLargest(of: Int32Array, count: number): Pick<Components, 'largest' | 'edges'> {
  const size = new Int32Array(count);
  for (const part of of) (size[part] as number)++;
  let largest = -1;
  for (let part = 0; part < count; part++)
    if (largest === -1 || (size[part] as number) > (size[largest] as number)) largest = part;
  return { largest, edges: size[largest] ?? 0 };
}

/** The graph with the flag `isolated` added to each link that has no edge in the largest part. */
export function flagApart(graph: RoadGraph, { of, largest }: Components): RoadGraph {
  const { links, edgeCount, linkOf } = graph;
  const isWithin = new Uint8Array(links.from.length);
  for (let edge = 0; edge < edgeCount; edge++)
    if (of[edge] === largest) isWithin[linkOf[edge] as number] = 1;
  const flags = links.flags.map((flag, link) => (isWithin[link] ? flag : flag | LINK.isolated));
  return { ...graph, links: { ...links, flags } };
}

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

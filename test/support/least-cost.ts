/** The oracle of the routing tests: Dijkstra over the edges of a graph, with nothing prepared. */
import { findTurn, type RoadGraph } from '../../src/routing/graph.ts';
import { type Costs, UNREACHABLE } from '../../src/routing/metric.ts';
import type { EdgePlace, Path } from '../../src/routing/query.ts';

/** The least cost from any of the first places to any of the second; infinite if there is no way. */
export function leastCost(
  graph: RoadGraph,
  costs: Costs,
  from: readonly EdgePlace[],
  to: readonly EdgePlace[],
): number {
  const begins = costsToBegins(graph, costs, from);
  const upTo = ({ edge, share }: EdgePlace) => Math.round(at(costs.ofEdge, edge) * share);
  const isOpen = ({ edge }: EdgePlace) => at(costs.ofEdge, edge) < UNREACHABLE;
  const ends = to
    .filter(isOpen)
    .flatMap((end) => [
      (begins[end.edge] as number) + upTo(end),
      ...from
        .filter(({ edge, share }) => edge === end.edge && share <= end.share)
        .map((start) => upTo(end) - upTo(start)),
    ]);
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** For each edge, the least cost from places to its beginning, over a turn; infinite if there is no way. */
export function costsToBegins(
  { edgeCount, turns }: RoadGraph,
  { ofEdge, ofTurn }: Costs,
  from: readonly EdgePlace[],
): Float64Array {
  const begins = new Float64Array(edgeCount).fill(Number.POSITIVE_INFINITY);
  const queue = openQueue();
  const leave = (edge: number, cost: number) => {
    if (at(ofEdge, edge) >= UNREACHABLE) return;
    for (let turn = at(turns.first, edge); turn < at(turns.first, edge + 1); turn++) {
      const next = at(turns.to, turn);
      const there = cost + at(ofTurn, turn);
      if (at(ofTurn, turn) >= UNREACHABLE || there >= (begins[next] as number)) continue;
      begins[next] = there;
      queue.push(next, there);
    }
  };
  for (const { edge, share } of from)
    leave(edge, at(ofEdge, edge) - Math.round(at(ofEdge, edge) * share));
  for (let top = queue.pop(); top !== undefined; top = queue.pop())
    if (top.cost === begins[top.edge]) leave(top.edge, top.cost + at(ofEdge, top.edge));
  return begins;
}

/**
 * The cost of a path, added up edge by edge.
 *
 * @throws Error if a turn of the path is not in the graph.
 */
export function addUp(graph: RoadGraph, { ofEdge, ofTurn }: Costs, path: Path): number {
  const { edges, fromShare, toShare } = path;
  const [first, last] = [edges[0] as number, edges.at(-1) as number];
  const upTo = (edge: number, share: number) => Math.round(at(ofEdge, edge) * share);
  let cost = upTo(last, toShare) - upTo(first, fromShare);
  for (let i = 0; i + 1 < edges.length; i++) {
    const [edge, next] = [edges[i] as number, edges[i + 1] as number];
    cost += at(ofEdge, edge) + at(ofTurn, findTurn(graph, edge, next));
  }
  return cost;
}
const at = (numbers: Int32Array, index: number): number => numbers[index] as number;

interface Queued {
  readonly edge: number;
  readonly cost: number;
}

/** A queue as a binary heap, the cheapest entry first. */
function openQueue() {
  const heap: Queued[] = [];
  const costAt = (i: number) => heap[i]?.cost ?? Number.POSITIVE_INFINITY;
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j] as Queued, heap[i] as Queued];
  };
  return {
    push(edge: number, cost: number) {
      let i = heap.push({ edge, cost }) - 1;
      for (let up = (i - 1) >> 1; i > 0 && costAt(up) > cost; up = (i - 1) >> 1) {
        swap(i, up);
        i = up;
      }
    },
    pop(): Queued | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (last === undefined || top === last) return top;
      heap[0] = last;
      for (let i = 0; ; ) {
        const child = costAt(2 * i + 2) < costAt(2 * i + 1) ? 2 * i + 2 : 2 * i + 1;
        if (costAt(child) >= last.cost) return top;
        swap(i, child);
        i = child;
      }
    },
  };
}

/** Checks the conditions of another way from its edges alone. */
import { findTurn, type RoadGraph } from '../../src/routing/graph.ts';
import type { Costs } from '../../src/routing/metric.ts';
import type { EdgePlace, Path } from '../../src/routing/query.ts';

/**
 * For each edge of a path, the cost from the start of the path to the beginning of the edge. The path starts on its
 * first edge, so the cost of that edge is 0 or less.
 */
function costsAlong(graph: RoadGraph, { ofEdge, ofTurn }: Costs, path: Path): number[] {
  const { edges, fromShare } = path;
  const costs = [-Math.round((ofEdge[edges[0] as number] as number) * fromShare)];
  for (let i = 0; i + 1 < edges.length; i++) {
    const [edge, next] = [edges[i] as number, edges[i + 1] as number];
    const turn = ofTurn[findTurn(graph, edge, next)] as number;
    costs.push((costs[i] as number) + (ofEdge[edge] as number) + turn);
  }
  return costs;
}

/**
 * The worst detour among the parts of a path that cost no more than `limit`: the cost of the part above that of the
 * lightest way between its ends. 0: all these parts are lightest ways.
 *
 * @param least the least cost between two places.
 */
export function worstDetour(
  graph: RoadGraph,
  costs: Costs,
  path: Path,
  limit: number,
  least: (from: EdgePlace, to: EdgePlace) => number,
): number {
  const { edges, fromShare, toShare } = path;
  const along = costsAlong(graph, costs, path);
  const last = edges.length - 1;
  const startOf = (i: number): EdgePlace => ({
    edge: edges[i] as number,
    share: i === 0 ? fromShare : 0,
  });
  const lastCost = costs.ofEdge[edges[last] as number] as number;
  const costTo = (i: number) =>
    i > last
      ? (along[last] as number) + Math.round(lastCost * toShare)
      : Math.max(0, along[i] as number);
  const endOf = (i: number): EdgePlace =>
    i > last
      ? { edge: edges[last] as number, share: toShare }
      : { edge: edges[i] as number, share: 0 };
  let worst = 0;
  for (let i = 0, j = 1, asked = 0; i <= last; i++) {
    j = Math.max(j, i + 1);
    while (j <= last && costTo(j + 1) - costTo(i) <= limit) j++;
    const cost = costTo(j) - costTo(i);
    // A part within a part that was checked already can not be worse.
    if (j === asked || cost > limit) continue;
    asked = j;
    worst = Math.max(worst, cost - least(startOf(i), endOf(j)));
  }
  return worst;
}

/** The cost of the edges that two paths share, including the parts of their first and last edges. */
export function sharedCost({ ofEdge }: Costs, one: Path, other: Path): number {
  const shares = driven(other);
  let sum = 0;
  for (const [edge, [from, to]] of driven(one)) {
    const [otherFrom, otherTo] = shares.get(edge) ?? [1, 0];
    const common = Math.min(to, otherTo) - Math.max(from, otherFrom);
    if (common > 0) sum += common * (ofEdge[edge] as number);
  }
  return sum;
}

const driven = ({ edges, fromShare, toShare }: Path): Map<number, readonly [number, number]> =>
  new Map(
    edges.map((edge, i) => [
      edge,
      [i === 0 ? fromShare : 0, i === edges.length - 1 ? toShare : 1] as const,
    ]),
  );

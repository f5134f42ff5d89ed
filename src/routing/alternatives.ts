/**
 * Other ways that a driver would consider: they share little with the best one, are hardly longer, and no part of
 * them can be cut short.
 *
 * A *plateau* is a chain of edges that lie both on the tree of lightest paths from the start and on the tree to the
 * end. The path along it is the lightest one up to its end, and the lightest one from its beginning: each part of the
 * path that is no longer than the plateau lies within one of them, so it is a lightest path, too.
 *
 * Sources: I. Abraham, D. Delling, A. Goldberg and R. Werneck, Alternative Routes in Road Networks (JEA 2013), for
 * what is admissible, and for the order of candidates; Cambridge Vehicle Information
 * Technology, Choice Routing (2005), for plateaus.
 */
import { findTurn, type RoadGraph } from './graph.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Costs, Metric } from './metric.ts';
import { type EdgePlace, listSeeds, openSearch, type Path, type Query } from './query.ts';
import { openSweep, type Sweep } from './sweep.ts';

/**
 * What is admissible, by what the best path costs without penalties. Source: Abraham et al., section 3, with the
 * values of their experiments.
 */
export interface AlternativeLimits {
  /**
   * Share of the best path that another may have in common with it, or with one before it; and of the length of
   * both, as a driver sees it on the map.
   */
  readonly sharing: number;
  /** How many times as heavy as the best path it may be. */
  readonly stretch: number;
  /** Its parts up to this share of the best path are lightest paths. */
  readonly optimality: number;
}

/** @internal Its tests hold the paths to them. */
export const ALTERNATIVE_LIMITS: AlternativeLimits = {
  sharing: 0.8,
  stretch: 1.25,
  optimality: 0.2,
};

export interface AlternativeFinder {
  /**
   * Up to `most` other paths, the most worthy first: the first ones are the same for every number of them.
   *
   * @param best the path that the query has just found between these places.
   */
  find(best: Path, from: readonly EdgePlace[], to: readonly EdgePlace[], most: number): Path[];
}

interface AlternativeParts {
  readonly query: Query;
  /** The costs of the metric without the penalties that it puts on some turns: limits are shares of these. */
  readonly plain: Costs;
  /** Of each edge. */
  readonly lengthM: ArrayLike<number>;
}

export function openAlternatives(
  graph: RoadGraph,
  hierarchy: Hierarchy,
  metric: Metric,
  { query, plain, lengthM }: AlternativeParts,
  limits = ALTERNATIVE_LIMITS,
): AlternativeFinder {
  const forward = openSearch(hierarchy, metric.forward);
  const backward = openSearch(hierarchy, metric.backward);
  const sweep = openSweep(hierarchy, metric);
  const listPlateaus = openPlateaus(graph, hierarchy, { metric, plain, sweep });
  const { ofEdge } = metric.costs;

  /** The lightest path along all of a plateau. */
  const findAlong = (
    { edges, cost }: Plateau,
    from: readonly EdgePlace[],
    to: readonly EdgePlace[],
  ): Path | undefined => {
    const first = edges[0] as number;
    const fromCost = sweep.fromStart[hierarchy.rankOf[first] as number];
    const start = from.find(
      ({ edge, share }) =>
        edge === first && fromCost === -Math.round((ofEdge[edge] as number) * share),
    );
    const before = start
      ? { edges: [first], fromShare: start.share }
      : query.find(from, [{ edge: first, share: 0 }]);
    const after = before && query.find([{ edge: edges.at(-1) as number, share: 0 }], to);
    return (
      after && {
        cost,
        edges: [...before.edges, ...edges.slice(1), ...after.edges.slice(1)],
        fromShare: before.fromShare,
        toShare: after.toShare,
      }
    );
  };
  const isOther = (path: Path, known: Path, bestCost: number): boolean => {
    const sharedM = shared(path, known, lengthM);
    const shorterM = Math.min(shared(path, path, lengthM), shared(known, known, lengthM));
    return (
      shared(path, known, ofEdge) <= limits.sharing * bestCost &&
      sharedM <= limits.sharing * shorterM
    );
  };
  const comesBack = ({ edges }: Path) =>
    new Set(edges.map((edge) => graph.head[edge])).size < edges.length;

  return {
    find(best, from, to, most) {
      const seeds = listSeeds(graph, hierarchy, metric, { from, to });
      forward.run(seeds.from);
      // The search of the query ends early, and does not come to what lies beyond the best path.
      backward.run(seeds.to);
      const cost = shared(best, best, ofEdge) + weighTurns(graph, best.edges, plain.ofTurn);
      const bound = Math.floor(best.cost + (limits.stretch - 1) * cost);
      const near = sweep.run(forward, backward, bound);
      const taken = [best];
      for (const plateau of listPlateaus(near, limits.optimality * cost)) {
        if (taken.length > most) break;
        const path = findAlong(plateau, from, to);
        if (path === undefined || comesBack(path)) continue;
        if (taken.every((known) => isOther(path, known, cost))) taken.push(path);
      }
      return taken.slice(1);
    },
  };
}

/** What two paths have in common, in the measure of edges; of the first and the last one only the part that is driven. */
function shared(one: Path, other: Path, ofEdge: ArrayLike<number>): number {
  const isOnOther = new Set(other.edges);
  const shareOf = ({ edges, fromShare, toShare }: Path, edge: number) =>
    (edge === edges.at(-1) ? toShare : 1) - (edge === edges[0] ? fromShare : 0);
  let cost = 0;
  for (const edge of one.edges)
    if (isOnOther.has(edge))
      cost += (ofEdge[edge] as number) * Math.min(shareOf(one, edge), shareOf(other, edge));
  return cost;
}

/** What the turns between some edges cost. */
const weighTurns = (graph: RoadGraph, edges: readonly number[], ofTurn: Int32Array): number =>
  edges.reduce(
    (sum, edge, i) =>
      i === 0 ? 0 : sum + (ofTurn[findTurn(graph, edges[i - 1] as number, edge)] as number),
    0,
  );

/** A chain of edges on both trees. */
interface Plateau {
  /** In travel order. */
  readonly edges: readonly number[];
  /** Of the lightest path along it. */
  readonly cost: number;
  /** What its edges and the turns between them cost, without penalties. */
  readonly length: number;
}

/** The order in which plateaus are tried. Source: Abraham et al., section 6. */
const compareWorth = (a: Plateau, b: Plateau): number =>
  2 * a.cost - a.length - (2 * b.cost - b.length) ||
  (a.edges[0] as number) - (b.edges[0] as number);

/** Opens working space that lists the plateaus along some ranks of at least a length, the best first. */
function openPlateaus(
  graph: RoadGraph,
  { rankOf, edgeAt }: Hierarchy,
  { metric, plain, sweep }: { metric: Metric; plain: Costs; sweep: Sweep },
): (near: Int32Array, least: number) => Plateau[] {
  const { turns } = graph;
  const { ofEdge, ofTurn } = metric.costs;
  const { fromStart: there, toEnd: back } = sweep;
  const next = new Int32Array(edgeAt.length).fill(-1);
  const hasBefore = new Uint8Array(edgeAt.length);

  /** Joins a rank with the one that follows it on both trees, if there is one. */
  const join = (rank: number) => {
    const edge = edgeAt[rank] as number;
    const end = turns.first[edge + 1] as number;
    for (let turn = turns.first[edge] as number; turn < end; turn++) {
      const after = rankOf[turns.to[turn] as number] as number;
      const cost = (ofEdge[edge] as number) + (ofTurn[turn] as number);
      const isOnBoth =
        there[after] === (there[rank] as number) + cost &&
        back[rank] === (back[after] as number) + cost;
      if (!isOnBoth || hasBefore[after] === 1) continue;
      next[rank] = after;
      hasBefore[after] = 1;
      return;
    }
  };
  const listFrom = (first: number): number[] => {
    const edges: number[] = [];
    for (let rank = first; rank !== -1; rank = next[rank] as number)
      edges.push(edgeAt[rank] as number);
    return edges;
  };
  const follow = (first: number, least: number): Plateau | undefined => {
    let last = first;
    while (next[last] !== -1) last = next[last] as number;
    const begin = there[first] as number;
    const penalized = (there[last] as number) + (ofEdge[edgeAt[last] as number] as number) - begin;
    if (penalized < least) return undefined;
    const edges = listFrom(first);
    const length =
      edges.reduce((sum, edge) => sum + (ofEdge[edge] as number), 0) +
      weighTurns(graph, edges, plain.ofTurn);
    return length < least ? undefined : { edges, cost: begin + (back[first] as number), length };
  };

  return (near, least) => {
    for (const rank of near) join(rank);
    const plateaus: Plateau[] = [];
    for (const rank of near) {
      if (next[rank] === -1 || hasBefore[rank] === 1) continue;
      const plateau = follow(rank, least);
      if (plateau !== undefined) plateaus.push(plateau);
    }
    for (const rank of near) {
      next[rank] = -1;
      hasBefore[rank] = 0;
    }
    return plateaus.sort(compareWorth);
  };
}

/**
 * The lightest path from one of several places on edges to one of several others, over a metric.
 *
 * Both searches run up the elimination tree. All ranks that are reached upwards from a rank are its ancestors, so no
 * queue is needed. The searches meet on their common way to the root.
 *
 * Source: J. Dibbelt, B. Strasser and D. Wagner, Customizable Contraction Hierarchies (JEA 2016), section 8.
 */
import { findTurn, type RoadGraph } from './graph.ts';
import { growTo, type Hierarchy } from './hierarchy.ts';
import { type Costs, findRow, type Metric, ROW, UNREACHABLE, type UpwardArcs } from './metric.ts';
import { firstFrom } from './rows.ts';

/** A place on an edge. */
export interface EdgePlace {
  readonly edge: number;
  /** Share of the edge that lies before the place, 0 to 1. */
  readonly share: number;
}

/** Places on edges, one list for each stop. */
export type Stops = readonly (readonly EdgePlace[])[];

/** A path from a place on its first edge to a place on its last one. */
export interface Path {
  /** What it costs by the metric, the parts of the first and last edge included. */
  readonly cost: number;
  /** In travel order, at least one. */
  readonly edges: readonly number[];
  /** Share of the first edge that lies before the start, and of the last one before the end. */
  readonly fromShare: number;
  readonly toShare: number;
}

/** Where a search begins, and at what cost. */
export interface Seed {
  readonly rank: number;
  readonly cost: number;
  readonly place: EdgePlace;
  /** The edge that was left before the search began; absent: it begins on the edge of the rank. */
  readonly left?: number;
}

export interface Query {
  /** Undefined where no path leads from any of the places to any of the others. */
  find(from: readonly EdgePlace[], to: readonly EdgePlace[]): Path | undefined;
  /** The searches of the last call of `find`. */
  readonly forward: Search;
  readonly backward: Search;
}

/** Opens working space for the queries of one metric, which serves one query after the other. */
export function openQuery(graph: RoadGraph, hierarchy: Hierarchy, metric: Metric): Query {
  const forward = openSearch(hierarchy, metric.forward);
  const backward = openSearch(hierarchy, metric.backward);
  const unpack = openUnpacker(hierarchy, metric);

  return {
    forward,
    backward,
    find(from, to) {
      const seeds = listSeeds(graph, hierarchy, metric, { from, to });
      forward.run(seeds.from);
      const met = backward.run(seeds.to, forward);
      if (met === -1) return undefined;
      const [start, up] = forward.trace(met);
      const [end, down] = backward.trace(met);
      const edges = unpack.begin(start);
      unpack.add(up.toReversed(), edges);
      unpack.add(down, edges);
      return {
        cost: (forward.cost[met] as number) + (backward.cost[met] as number),
        edges,
        fromShare: start.place.share,
        toShare: end.place.share,
      };
    },
  };
}

/**
 * The seeds of both searches. A path from the end of an edge to its beginning has to leave the edge and come back:
 * there the search begins behind the turns of the edge.
 */
export function listSeeds(
  { turns }: RoadGraph,
  { rankOf }: Hierarchy,
  { costs: { ofEdge, ofTurn } }: Metric,
  { from, to }: { readonly from: readonly EdgePlace[]; readonly to: readonly EdgePlace[] },
): { readonly from: Seed[]; readonly to: Seed[] } {
  const costUpTo = ({ edge, share }: EdgePlace) => Math.round((ofEdge[edge] as number) * share);
  const isOpen = ({ edge }: EdgePlace) => (ofEdge[edge] as number) < UNREACHABLE;
  const seeds: Seed[] = [];
  for (const place of from.filter(isOpen)) {
    const { edge: left, share } = place;
    const cost = -costUpTo(place);
    if (!to.some((end) => end.edge === left && end.share < share)) {
      seeds.push({ rank: rankOf[left] as number, cost, place });
      continue;
    }
    const end = turns.first[left + 1] as number;
    for (let turn = turns.first[left] as number; turn < end; turn++) {
      const behind = cost + (ofEdge[left] as number) + (ofTurn[turn] as number);
      const rank = rankOf[turns.to[turn] as number] as number;
      if (behind < UNREACHABLE) seeds.push({ rank, cost: behind, place, left });
    }
  }
  return {
    from: seeds,
    to: to
      .filter(isOpen)
      .map((place) => ({ rank: rankOf[place.edge] as number, cost: costUpTo(place), place })),
  };
}

/** The search upwards of one side. */
export interface Search {
  /** By rank: what it costs to get there from the seeds; `UNREACHABLE` for all that are not reached. */
  readonly cost: Int32Array;
  /** The ranks that the last run came through, ascending. */
  reached(): Int32Array;
  /** The lowest cost of its seeds: no rank is reached for less. */
  least(): number;
  /**
   * Searches from seeds; what an earlier run left is forgotten.
   *
   * @param other the finished search of the other side; absent: no path is looked for.
   * @returns the rank at which both meet on the lightest path; -1 without one.
   */
  run(seeds: readonly Seed[], other?: Search): number;
  /** The rank that a rank is reached from; -1 where the search begins there. */
  before(rank: number): number;
  trace(rank: number): Trace;
  /** A copy of the last run, which the next run does not change. */
  keep(): KeptSearch;
}

/** A way of a search: the seed that it begins at, and its ranks. The rank of the seed is the last one. */
export type Trace = readonly [seed: Seed, ranks: readonly number[]];

/** A search that is over. */
export interface KeptSearch {
  /** The ranks that it came to, ascending, and what each costs. */
  readonly ranks: Int32Array;
  readonly cost: Int32Array;
  trace(rank: number): Trace;
}

/** @param arcs of a metric: `forward` for the search from the start, `backward` for that from the end. */
export function openSearch(
  { parent }: Pick<Hierarchy, 'parent'>,
  { first, rows, side }: UpwardArcs,
): Search {
  const cost = new Int32Array(parent.length).fill(UNREACHABLE);
  /** By rank: the rank it is reached from, or -1 - the index of its seed. */
  const reachedBy = new Int32Array(parent.length);
  /** It grows where needed: the tree is not high. */
  let visited = new Int32Array(1024);
  let visits = 0;
  let least = 0;
  let seeds: readonly Seed[] = [];

  const plant = (newSeeds: readonly Seed[]) => {
    for (let i = 0; i < visits; i++) cost[visited[i] as number] = UNREACHABLE;
    visits = 0;
    seeds = newSeeds;
    least = seeds.reduce((low, seed) => Math.min(low, seed.cost), 0);
    for (let i = 0; i < seeds.length; i++) {
      const seed = seeds[i] as Seed;
      if (seed.cost >= (cost[seed.rank] as number)) continue;
      cost[seed.rank] = seed.cost;
      reachedBy[seed.rank] = -1 - i;
    }
  };
  const traceBy = (
    reached: (rank: number) => number,
    from: readonly Seed[],
    rank: number,
  ): Trace => {
    const ranks = [rank];
    let by = reached(rank);
    for (; by >= 0; by = reached(by)) ranks.push(by);
    return [from[-1 - by] as Seed, ranks];
  };
  const relax = (rank: number, here: number) => {
    const end = ROW.width * (first[2 * rank + side + 1] as number);
    for (let row = ROW.width * (first[2 * rank + side] as number); row < end; row += ROW.width) {
      const there = here + (rows[row + ROW.weight] as number);
      const above = rows[row + ROW.to] as number;
      if (there >= (cost[above] as number)) continue;
      cost[above] = there;
      reachedBy[above] = rank;
    }
  };

  return {
    cost,
    reached: () => visited.subarray(0, visits),
    least: () => least,
    run(newSeeds, other) {
      plant(newSeeds);
      const cursors = seeds.map(({ rank }) => rank);
      let met = -1;
      let best = UNREACHABLE;
      while (cursors.length > 0) {
        const rank = takeLowest(cursors, parent);
        if (visits === visited.length) visited = growTo(visited, 2 * visits);
        visited[visits++] = rank;
        const here = cost[rank] as number;
        if (here >= UNREACHABLE || (other !== undefined && here + other.least() >= best)) continue;
        relax(rank, here);
        if (other === undefined) continue;
        const whole = here + (other.cost[rank] as number);
        if (whole < best) {
          best = whole;
          met = rank;
        }
      }
      return met;
    },
    before: (rank) => Math.max(-1, reachedBy[rank] as number),
    trace: (rank) => traceBy((at) => reachedBy[at] as number, seeds, rank),
    keep() {
      const ranks = visited.slice(0, visits).filter((rank) => (cost[rank] as number) < UNREACHABLE);
      const by = ranks.map((rank) => reachedBy[rank] as number);
      const planted = seeds;
      return {
        ranks,
        cost: ranks.map((rank) => cost[rank] as number),
        trace: (rank) => traceBy((at) => by[firstFrom(ranks, at)] as number, planted, rank),
      };
    },
  };
}

/**
 * Takes the lowest of some ranks, and moves it on to its parent. Ways to the root that have met go on as one.
 *
 * @param cursors is changed; empty once the root is taken.
 */
function takeLowest(cursors: number[], parent: Int32Array): number {
  let lowest = cursors[0] as number;
  for (let i = 1; i < cursors.length; i++) lowest = Math.min(lowest, cursors[i] as number);
  const next = parent[lowest] as number;
  let kept = 0;
  let isNextKept = next === -1;
  for (let i = 0; i < cursors.length; i++) {
    const cursor = cursors[i] as number;
    if (cursor !== lowest) cursors[kept++] = cursor;
    else if (!isNextKept) {
      cursors[kept++] = next;
      isNextKept = true;
    }
  }
  cursors.length = kept;
  return lowest;
}

/** Turns arcs back into the edges below them. */
export interface Unpacker {
  /** The edges that a path from a seed begins with. */
  begin(seed: Seed): number[];
  /** Adds the edges of a path over ranks, without that of the first rank. An arc leads from each rank to the next. */
  add(ranks: readonly number[], edges: number[]): void;
  /** The rank over which the arc from one rank to another leads; -1 where it is a turn. */
  middleOf(from: number, to: number): number;
}

/** By the row of an arc: the part of a path that it was unpacked into, so that other paths take it from there. */
export type UnpackedArcs = Map<
  number,
  { readonly edges: readonly number[]; readonly begin: number; readonly end: number }
>;

/** Shorter parts are unpacked again faster than they are looked up. */
const WORTH_KEEPING = 8;

/**
 * Opens what unpacks the arcs of a metric.
 *
 * @param known takes what is unpacked; absent: nothing is kept.
 */
export function openUnpacker(
  { edgeAt }: Pick<Hierarchy, 'edgeAt'>,
  { forward, backward }: Pick<Metric, 'forward' | 'backward'>,
  known?: UnpackedArcs,
): Unpacker {
  // Both directions are in one table.
  const { rows } = forward;
  const rowOf = (from: number, to: number): number =>
    from < to ? findRow(forward, from, to) : findRow(backward, to, from);
  const addArc = (from: number, to: number, edges: number[]): void => {
    const row = rowOf(from, to);
    const middle = rows[row + ROW.middle] as number;
    if (middle === -1) {
      edges.push(edgeAt[to] as number);
      return;
    }
    const before = known?.get(row);
    if (before !== undefined) {
      for (let i = before.begin; i < before.end; i++) edges.push(before.edges[i] as number);
      return;
    }
    const begin = edges.length;
    addArc(from, middle, edges);
    addArc(middle, to, edges);
    const end = edges.length;
    if (end - begin >= WORTH_KEEPING) known?.set(row, { edges, begin, end });
  };
  return {
    middleOf: (from, to) => rows[rowOf(from, to) + ROW.middle] as number,
    begin: ({ left, rank }) => [...(left === undefined ? [] : [left]), edgeAt[rank] as number],
    add(ranks, edges) {
      for (let i = 1; i < ranks.length; i++)
        addArc(ranks[i - 1] as number, ranks[i] as number, edges);
    },
  };
}

/** The cost of a path. Only the driven parts of its first and last edge count. */
export function weighPath(
  graph: RoadGraph,
  { ofEdge, ofTurn }: Costs,
  { edges, fromShare, toShare }: Path,
): number {
  const costOf = (i: number) => ofEdge[edges[i] as number] as number;
  let cost = 0;
  for (let i = 0; i < edges.length; i++) {
    cost += costOf(i);
    if (i > 0)
      cost += ofTurn[findTurn(graph, edges[i - 1] as number, edges[i] as number)] as number;
  }
  return cost - fromShare * costOf(0) - (1 - toShare) * costOf(edges.length - 1);
}

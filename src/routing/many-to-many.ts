/**
 * The lightest paths from each of several stops to each of several others, with one search for each stop. They are
 * the paths that `Query` finds for each pair. A search of a destination leaves in a bucket at each rank the cost from
 * there. A search of an origin looks into the buckets on its way up.
 *
 * Source: S. Knopp, P. Sanders, D. Schultes, F. Schulz and D. Wagner, Computing Many-to-Many Shortest Paths Using
 * Highway Hierarchies (ALENEX 2007).
 */
import type { Steps } from '../base/steps.ts';
import type { RoadGraph } from './graph.ts';
import type { Hierarchy } from './hierarchy.ts';
import { type Metric, UNREACHABLE } from './metric.ts';
import {
  type EdgePlace,
  type KeptSearch,
  listSeeds,
  openUnpacker,
  type Path,
  type Query,
  type Seed,
  type Stops,
} from './query.ts';

/** The paths between some stops, by their indexes. */
export interface PathTable {
  /** Undefined where no path leads from the one to the other. */
  find(from: number, to: number): Path | undefined;
}

export interface TableParts {
  readonly graph: RoadGraph;
  readonly hierarchy: Hierarchy;
  readonly metric: Metric;
  /** The query of the same metric. Its space is used within a step, and it finds the few pairs that a table does not have. */
  readonly query: Query;
}

/** Works out a table in steps, one for each stop, between which other work may be done. */
export function* stepTable(parts: TableParts, from: Stops, to: Stops): Steps<PathTable> {
  const { graph, hierarchy, metric } = parts;
  const { forward, backward } = parts.query;
  const buckets = new Map<number, number[]>();
  const downs: KeptSearch[] = [];
  for (const [i, places] of to.entries()) {
    backward.run(listSeeds(graph, hierarchy, metric, { from: [], to: places }).to);
    const kept = backward.keep();
    fillBuckets(buckets, kept, i);
    downs.push(kept);
    yield;
  }
  const ups: KeptSearch[] = [];
  const met: Meetings[] = [];
  for (const places of from) {
    forward.run(listSeeds(graph, hierarchy, metric, { from: places, to: [] }).from);
    const kept = forward.keep();
    met.push(meet(buckets, kept, to.length));
    ups.push(kept);
    yield;
  }
  return openTable({ ...parts, ups, downs, met }, from, to);
}

/** A bucket holds the indexes of destinations, and behind each what it costs to get there. */
function fillBuckets(
  buckets: Map<number, number[]>,
  { ranks, cost }: KeptSearch,
  to: number,
): void {
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i] as number;
    const bucket = buckets.get(rank);
    if (bucket === undefined) buckets.set(rank, [to, cost[i] as number]);
    else bucket.push(to, cost[i] as number);
  }
}

/** By destination: the lowest rank at which the lightest path meets its search, -1 without a path; and its cost. */
interface Meetings {
  readonly rank: Int32Array;
  readonly cost: Int32Array;
}

function meet(
  buckets: Map<number, number[]>,
  { ranks, cost }: KeptSearch,
  count: number,
): Meetings {
  const met = new Int32Array(count).fill(-1);
  const best = new Int32Array(count).fill(UNREACHABLE);
  for (let i = 0; i < ranks.length; i++) {
    const bucket = buckets.get(ranks[i] as number) ?? [];
    const here = cost[i] as number;
    for (let entry = 0; entry < bucket.length; entry += 2) {
      const to = bucket[entry] as number;
      const whole = here + (bucket[entry + 1] as number);
      if (whole >= (best[to] as number)) continue;
      best[to] = whole;
      met[to] = ranks[i] as number;
    }
  }
  return { rank: met, cost: best };
}

interface FilledTable extends TableParts {
  /** The searches of the origins and of the destinations. */
  readonly ups: readonly KeptSearch[];
  readonly downs: readonly KeptSearch[];
  /** The meetings of each origin. */
  readonly met: readonly Meetings[];
}

/** The part of a path on one side of the rank where the searches meet. */
interface Half {
  readonly end: Seed;
  readonly edges: readonly number[];
}

/** Paths from one origin share ways up, and paths to one destination ways down: each half is unpacked once. */
function openTable(
  { hierarchy, metric, query, ups, downs, met }: FilledTable,
  from: Stops,
  to: Stops,
): PathTable {
  const unpack = openUnpacker(hierarchy, metric);
  const unpackUp = (search: KeptSearch, rank: number): Half => {
    const [end, ranks] = search.trace(rank);
    const edges = unpack.begin(end);
    unpack.add(ranks.toReversed(), edges);
    return { end, edges };
  };
  const unpackDown = (search: KeptSearch, rank: number): Half => {
    const [end, ranks] = search.trace(rank);
    const edges: number[] = [];
    unpack.add(ranks, edges);
    return { end, edges };
  };
  const upOf = keepHalves(ups, unpackUp);
  const downOf = keepHalves(downs, unpackDown);
  return {
    find(i, j) {
      const [start, goal] = [from[i] ?? [], to[j] ?? []];
      // A path that comes back to its first edge begins behind the turns of that edge: only the search of the pair
      // allows for that.
      if (isBehind(start, goal)) return query.find(start, goal);
      const rank = met[i]?.rank[j] ?? -1;
      if (rank === -1) return undefined;
      const [up, down] = [upOf(i, rank), downOf(j, rank)];
      return {
        cost: met[i]?.cost[j] as number,
        edges: [...up.edges, ...down.edges],
        fromShare: up.end.place.share,
        toShare: down.end.place.share,
      };
    },
  };
}

function keepHalves(
  searches: readonly KeptSearch[],
  unpack: (search: KeptSearch, rank: number) => Half,
) {
  const known = searches.map(() => new Map<number, Half>());
  return (stop: number, rank: number): Half => {
    const ofStop = known[stop] as Map<number, Half>;
    const half = ofStop.get(rank) ?? unpack(searches[stop] as KeptSearch, rank);
    ofStop.set(rank, half);
    return half;
  };
}

const isBehind = (from: readonly EdgePlace[], to: readonly EdgePlace[]): boolean =>
  from.some(({ edge, share }) => to.some((end) => end.edge === edge && end.share < share));

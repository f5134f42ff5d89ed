/**
 * What it costs from a start to the edges of a graph, and from them to an end: one pass down the hierarchy behind
 * the upward searches of both.
 *
 * A part of the elimination tree is entered and left over its root and the ranks that its root is joined with. Where
 * no way over these is light enough, the part is passed over.
 *
 * Source: D. Delling, A. Goldberg, A. Nowatzyk and R. Werneck, PHAST: Hardware-Accelerated Shortest Path Trees
 * (JPDC 2013).
 */
import type { Steps } from '../base/steps.ts';
import type { Hierarchy } from './hierarchy.ts';
import { type Metric, ROW, UNREACHABLE, type UpwardArcs } from './metric.ts';
import type { Search } from './query.ts';

export interface Sweep {
  /** By rank, of all that lie on a path within the bound of the last run; `UNREACHABLE` for others. */
  readonly fromStart: Int32Array;
  readonly toEnd: Int32Array;
  /**
   * @param forward has just searched upwards from the start, `backward` from the end.
   * @returns the ranks over which a path leads that costs no more than the bound, from the top.
   */
  run(forward: Search, backward: Search, bound: number): Steps<Int32Array>;
}

/** After so many ranks other work may come between. */
const RANKS_AT_A_TIME = 5000;
/** Smaller parts of the tree are not worth the look. */
export const WORTH_A_LOOK = 16;

export function openSweep(hierarchy: Hierarchy, metric: Metric): Sweep {
  const { below, firstUp, upTo } = hierarchy;
  const fromStart = new Int32Array(below.length);
  const toEnd = new Int32Array(below.length);
  const near = new Int32Array(below.length);
  const comeDown = openStep(metric.backward, fromStart);
  const goUp = openStep(metric.forward, toEnd);

  const isWorthwhile = (rank: number, bound: number): boolean => {
    let [there, back] = [fromStart[rank] as number, toEnd[rank] as number];
    const end = firstUp[rank + 1] as number;
    for (let arc = firstUp[rank] as number; arc < end; arc++) {
      const above = upTo[arc] as number;
      there = Math.min(there, fromStart[above] as number);
      back = Math.min(back, toEnd[above] as number);
    }
    return there + back <= bound;
  };

  return {
    fromStart,
    toEnd,
    *run(forward, backward, bound) {
      const [holdsStart, holdsEnd] = [
        openHolder(forward.reached()),
        openHolder(backward.reached()),
      ];
      let [count, looked] = [0, 0];
      for (let rank = below.length - 1; rank >= 0; rank--) {
        if (++looked % RANKS_AT_A_TIME === 0) yield;
        const there = comeDown(rank, forward.cost[rank] as number);
        const back = there > bound ? UNREACHABLE : goUp(rank, backward.cost[rank] as number);
        // No path within the bound leads over it: it is passed over by what lies below, too.
        const isNear = there + back <= bound;
        fromStart[rank] = isNear ? there : UNREACHABLE;
        toEnd[rank] = isNear ? back : UNREACHABLE;
        if (isNear) near[count++] = rank;
        const size = below[rank] as number;
        if (size < WORTH_A_LOOK || holdsStart(rank, size) || holdsEnd(rank, size)) continue;
        if (isWorthwhile(rank, bound)) continue;
        fromStart.fill(UNREACHABLE, rank - size, rank);
        toEnd.fill(UNREACHABLE, rank - size, rank);
        rank -= size;
      }
      return near.subarray(0, count);
    },
  };
}

/** The cost at a rank, by what is known of the ranks above it. @param cost by rank, of those above. */
function openStep({ first, rows }: UpwardArcs, cost: Int32Array) {
  return (rank: number, known: number): number => {
    let least = known;
    const end = ROW.width * (first[rank + 1] as number);
    for (let row = ROW.width * (first[rank] as number); row < end; row += ROW.width) {
      const sum =
        (cost[rows[row + ROW.to] as number] as number) + (rows[row + ROW.weight] as number);
      if (sum < least) least = sum;
    }
    return least;
  };
}

/** Tells, from the top down, whether any of some ascending ranks is one of the `size` ranks right below a rank. */
export function openHolder(ranks: Int32Array) {
  let next = ranks.length - 1;
  return (rank: number, size: number): boolean => {
    while (next >= 0 && (ranks[next] as number) >= rank) next--;
    return (ranks[next] ?? -1) >= rank - size;
  };
}

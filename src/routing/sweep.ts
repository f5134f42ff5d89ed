/**
 * The edges on paths within a bound, and what these cost: one pass down the hierarchy over the trees of lightest paths
 * from a start and to an end.
 *
 * A part of the elimination tree is entered and left over its root and the ranks that its root is joined with. If no
 * path over these ranks is light enough, the part is skipped.
 *
 * Source: D. Delling, A. Goldberg, A. Nowatzyk and R. Werneck, PHAST: Hardware-Accelerated Shortest Path Trees
 * (JPDC 2013).
 */
import type { Steps } from '../base/steps.ts';
import { growTo, type Hierarchy } from './hierarchy.ts';
import type { Metric } from './metric.ts';
import { openPathTree, type PathTree } from './path-tree.ts';
import type { Search } from './query.ts';

/** Both trees of a trip. */
export interface Trees {
  readonly start: PathTree;
  readonly end: PathTree;
}

export interface Sweep {
  /** The trees of the last run. */
  readonly trees: Trees;
  /**
   * @param forward has just searched upwards from the start, `backward` from the end.
   * @returns the ranks over which a path leads that costs no more than the bound, from the top; valid until the next
   * run.
   */
  run(forward: Search, backward: Search, limits: SweepLimits): Steps<Int32Array>;
}

export interface SweepLimits {
  readonly bound: number;
  /** Only paths that cost at least this much between two ranks of one part are wanted; see `reach`. */
  readonly least: number;
}

/** Ranks after which other work may be done. */
const RANKS_AT_A_TIME = 5000;
/** Smaller parts of the tree are not worth the look. */
const WORTH_A_LOOK = 16;

/** What the lightest path over a rank costs. */
export const costOver = ({ start, end }: Trees, rank: number): number =>
  start.cost(rank) + end.cost(rank);

/** @param reach by rank: the most that a path costs within its part; absent: all parts are swept. */
export function openSweep(hierarchy: Hierarchy, metric: Metric, reach?: Int32Array): Sweep {
  const { below, firstUp, upTo } = hierarchy;
  const start = openPathTree(metric, 'start');
  const end = openPathTree(metric, 'end');
  const trees = { start, end };
  /** It grows where needed: most trips lead over few ranks. */
  let near = new Int32Array(1024);

  /** May a path that costs no more than `most` enter the part below a rank, and leave it? */
  const mayPassBelow = (rank: number, most: number): boolean => {
    let there = start.cost(rank);
    let back = end.cost(rank);
    const last = firstUp[rank + 1] as number;
    for (let arc = firstUp[rank] as number; arc < last && there + back > most; arc++) {
      const above = upTo[arc] as number;
      there = Math.min(there, start.cost(above));
      back = Math.min(back, end.cost(above));
    }
    return there + back <= most;
  };
  /** Does a path within the bound lead over the rank? If not, the paths of lower ranks lead round it, too. */
  const isNear = (rank: number, bound: number): boolean => {
    // To the end it costs no less than 0.
    const there = start.settle(rank);
    if (there <= bound && there + end.settle(rank) <= bound) return true;
    start.close(rank);
    end.close(rank);
    return false;
  };

  return {
    trees,
    *run(forward, backward, { bound, least }) {
      start.plant(forward);
      end.plant(backward);
      const holdsStart = openHolder(forward.reached());
      const holdsEnd = openHolder(backward.reached());
      const isWorthwhile = (rank: number, size: number): boolean =>
        size < WORTH_A_LOOK ||
        holdsStart(rank, size) ||
        holdsEnd(rank, size) ||
        mayPassBelow(rank, bound - least);
      let [count, looked] = [0, 0];
      for (let rank = below.length - 1; rank >= 0; rank--) {
        if (++looked % RANKS_AT_A_TIME === 0) yield;
        const size = below[rank] as number;
        const isHigh = reach === undefined || (reach[rank] as number) >= least;
        if (isHigh && isNear(rank, bound)) {
          if (count === near.length) near = growTo(near, 2 * count);
          near[count++] = rank;
        }
        if (!isHigh || !isWorthwhile(rank, size)) rank -= size;
      }
      return near.subarray(0, count);
    },
  };
}

/** Tells, from the top down, whether any of some ascending ranks is one of the `size` ranks right below a rank. */
function openHolder(ranks: Int32Array) {
  let next = ranks.length - 1;
  return (rank: number, size: number): boolean => {
    while (next >= 0 && (ranks[next] as number) >= rank) next--;
    return (ranks[next] ?? -1) >= rank - size;
  };
}

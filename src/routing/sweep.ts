/**
 * What it costs from a start to every edge, or from every edge to an end: one pass down the hierarchy behind an
 * upward search. Parts of the elimination tree that nothing reaches within a bound are passed over.
 *
 * Source: D. Delling, A. Goldberg, A. Nowatzyk and R. Werneck, PHAST: Hardware-Accelerated Shortest Path Trees
 * (JPDC 2013).
 */
import type { Hierarchy } from './hierarchy.ts';
import { ROW, UNREACHABLE, type UpwardArcs } from './metric.ts';
import type { Search } from './query.ts';

export interface Sweep {
  /** By rank; `UNREACHABLE`, or more than the bound of the last run, for all that lie farther. */
  readonly cost: Int32Array;
  /** @param search that has just run upwards from the seeds. */
  run(search: Search, bound: number): void;
  /** Visits the ranks that the last run found within its bound, from the top. */
  eachWithin(visit: (rank: number) => void): void;
}

/** Smaller parts of the tree are not worth the look. */
const WORTH_A_LOOK = 32;

/** @param arcs of the other direction than those of the search: `backward` of a metric behind a search forwards. */
export function openSweep(hierarchy: Hierarchy, { first, rows }: UpwardArcs): Sweep {
  const { below, firstUp, upTo } = hierarchy;
  const cost = new Int32Array(below.length);

  const isWithin = (rank: number, bound: number): boolean => {
    if ((cost[rank] as number) <= bound) return true;
    for (let arc = firstUp[rank] as number; arc < (firstUp[rank + 1] as number); arc++)
      if ((cost[upTo[arc] as number] as number) <= bound) return true;
    return false;
  };

  let within = new Int32Array(1024);
  let count = 0;
  const note = (rank: number) => {
    if (count === within.length) {
      const longer = new Int32Array(2 * count);
      longer.set(within);
      within = longer;
    }
    within[count++] = rank;
  };

  return {
    cost,
    eachWithin(visit) {
      for (let i = 0; i < count; i++) visit(within[i] as number);
    },
    run(search, bound) {
      count = 0;
      const reached = search.reached();
      let next = reached.length - 1;
      for (let rank = cost.length - 1; rank >= 0; rank--) {
        let least = search.cost[rank] as number;
        const end = ROW.width * (first[rank + 1] as number);
        for (let row = ROW.width * (first[rank] as number); row < end; row += ROW.width) {
          const sum =
            (cost[rows[row + ROW.to] as number] as number) + (rows[row + ROW.weight] as number);
          if (sum < least) least = sum;
        }
        cost[rank] = least;
        if (least <= bound) note(rank);
        while (next >= 0 && (reached[next] as number) >= rank) next--;
        const size = below[rank] as number;
        if (size < WORTH_A_LOOK || (reached[next] ?? -1) >= rank - size) continue;
        if (isWithin(rank, bound)) continue;
        cost.fill(UNREACHABLE, rank - size, rank);
        rank -= size;
      }
    },
  };
}

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
import { type Metric, ROW, UNREACHABLE, type UpwardArcs } from './metric.ts';
import type { Search, Trace } from './query.ts';

/**
 * The tree of lightest paths from a start, or to an end, to all ranks of a hierarchy: each rank is worked out when it
 * is first asked for, from those above it.
 *
 * Source: B. Strasser and T. Zeitz, A Fast and Tight Heuristic for A* in Road Networks (SEA 2021), section 3.
 */
export interface PathTree {
  /** Forgets everything, and starts again from a finished search upwards. */
  plant(search: Search): void;
  /** The cost from the start to the beginning of a rank's edge, or from there to the end. */
  cost(rank: number): number;
  /** The cost of a rank that is not known yet. All ranks above it must be known. */
  settle(rank: number): number;
  /** Takes a rank out: paths that are asked for later lead round it. */
  close(rank: number): void;
  /** Visits each higher rank that comes right before a rank on lightest paths, as seen from the root of the tree. */
  eachAbove(rank: number, visit: (rank: number, above: number) => void): void;
  /** The rank that comes right before a rank on the path, as seen from the root of the tree; -1 at the root. */
  next(rank: number): number;
  /** The path between a rank and the root. */
  trace(rank: number): Trace;
}

/** Opens working space for trees from a start, or to an end, one after the other. */
function openPathTree({ forward, backward }: Metric, root: 'start' | 'end'): PathTree {
  const arcs = root === 'start' ? backward : forward;
  const { first, rows, side } = arcs;
  const { plant, cost, settle, close, over } = openCosts(arcs);
  let search: Search | undefined;
  const searched = (): Search => {
    if (search === undefined) throw new Error('Expected a tree that is planted.');
    return search;
  };
  /** The rank above on the path; -1 where the search has come to the rank itself. */
  const above = (rank: number): number => {
    const here = cost(rank);
    if (searched().cost[rank] === here) return -1;
    const led = over(rank);
    return led >= NONE ? led : SEVERAL - led;
  };

  return {
    cost,
    settle,
    close,
    plant(found) {
      search = found;
      plant(found.cost);
    },
    eachAbove(rank, visit) {
      const here = cost(rank);
      const led = over(rank);
      if (led >= 0) visit(rank, led);
      if (led > SEVERAL) return;
      const end = ROW.width * (first[2 * rank + side + 1] as number);
      for (let row = ROW.width * (first[2 * rank + side] as number); row < end; row += ROW.width) {
        const to = rows[row + ROW.to] as number;
        if (cost(to) + (rows[row + ROW.weight] as number) === here) visit(rank, to);
      }
    },
    next(rank) {
      const up = above(rank);
      return up === -1 ? searched().before(rank) : up;
    },
    trace(rank) {
      const ranks: number[] = [];
      let at = rank;
      for (let up = above(at); up !== -1; up = above(at)) {
        ranks.push(at);
        at = up;
      }
      const [seed, own] = searched().trace(at);
      return [seed, [...ranks, ...own]];
    },
  };
}

/** Marks a rank whose cost is not known: no path costs this. */
const UNKNOWN = -(2 ** 31);
/** If more than one rank in this many is known, all are forgotten at once. */
const FEW_KNOWN = 16;

/** No lightest path leads over a higher rank. */
const NONE = -1;
/** Lightest paths lead over several higher ranks: this value less the lowest of them. */
const SEVERAL = -2;

/** Two numbers for each rank: its cost, and the higher rank that lightest paths lead over. */
const KNOWN = { cost: 0, over: 1, width: 2 } as const;

/** Works out costs by rank over the arcs from above, beginning with the costs that a search has found. */
function openCosts({ first, rows, side }: UpwardArcs) {
  const size = (first.length - 1) / 2;
  const known = new Int32Array(KNOWN.width * size).fill(UNKNOWN);
  const noted = new Int32Array(Math.ceil(size / FEW_KNOWN));
  let count = 0;
  let found: Int32Array = new Int32Array();
  const note = (rank: number, least: number, over: number): void => {
    known[KNOWN.width * rank] = least;
    known[KNOWN.width * rank + KNOWN.over] = over;
    if (count < noted.length) noted[count] = rank;
    count++;
  };
  const settle = (rank: number): number => {
    let least = found[rank] as number;
    let over: number = NONE;
    const end = ROW.width * (first[2 * rank + side + 1] as number);
    for (let row = ROW.width * (first[2 * rank + side] as number); row < end; row += ROW.width) {
      const above = rows[row] as number;
      const sum = (known[KNOWN.width * above] as number) + (rows[row + ROW.weight] as number);
      if (sum > least) continue;
      if (sum < least || over === NONE) over = above;
      else if (over >= 0) over = SEVERAL - over;
      least = sum;
    }
    note(rank, least, over);
    return least;
  };
  const cost = (rank: number): number => {
    const before = known[KNOWN.width * rank] as number;
    if (before !== UNKNOWN) return before;
    const end = ROW.width * (first[2 * rank + side + 1] as number);
    for (let row = ROW.width * (first[2 * rank + side] as number); row < end; row += ROW.width)
      cost(rows[row] as number);
    return settle(rank);
  };
  return {
    cost,
    settle,
    /** The higher rank or mark of a rank whose cost is known. */
    over: (rank: number) => known[KNOWN.width * rank + KNOWN.over] as number,
    close: (rank: number) => note(rank, UNREACHABLE, NONE),
    plant(searched: Int32Array) {
      if (count > noted.length) known.fill(UNKNOWN);
      else for (let i = 0; i < count; i++) known[KNOWN.width * (noted[i] as number)] = UNKNOWN;
      count = 0;
      found = searched;
    },
  };
}

/** Both trees of a trip. */
export interface Trees {
  readonly start: PathTree;
  readonly end: PathTree;
}

interface Sweep {
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

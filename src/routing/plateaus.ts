/**
 * Plateaus: chains of edges that lie both on the tree of lightest paths from a start and on the tree to an end.
 *
 * A plateau lies below its highest rank in the elimination tree. So the part of the tree below that rank reaches at
 * least as far as the plateau is long. A part whose arcs reach less far is taken to hold no plateau. So only high
 * ranks are swept: of the whole country a few in a thousand. They show where plateaus run. The beginning and the end
 * of each are then found inside single arcs.
 *
 * Sources: D. Delling, A. Goldberg, A. Nowatzyk and R. Werneck, PHAST: Hardware-Accelerated Shortest Path Trees (JPDC
 * 2013), for the sweep; Cambridge Vehicle Information Technology, Choice Routing (2005), for plateaus.
 */
import { atOnce } from '../base/steps.ts';
import type { Hierarchy } from './hierarchy.ts';
import { type Metric, ROW, type UpwardArcs } from './metric.ts';
import { openUnpacker, type Path, type Search, type UnpackedArcs, type Unpacker } from './query.ts';
import { costOver, openSweep, type PathTree, type SweepLimits, type Trees } from './sweep.ts';

/** A chain of edges on both trees, by the ranks of the first and the last. */
export interface Plateau {
  readonly first: number;
  readonly last: number;
  /** Cost of the lightest path along it. */
  readonly cost: number;
  /** Cost of its edges and the turns between them. Only the driven parts of the first and the last edge count. */
  readonly length: number;
}

export interface PlateauFinder {
  /**
   * Lists chains whose plateaus may be `least` long or longer, on paths that cost no more than the bound.
   *
   * @param forward has just searched upwards from the start, `backward` from the end.
   */
  list(
    searches: { readonly forward: Search; readonly backward: Search },
    limits: SweepLimits,
  ): Chain[];
  /** The plateau along a chain of the last list; undefined where it is shorter than `least`. */
  measure(chain: Chain, least: number): Plateau | undefined;
  /** A plateau of the last list as a path of its own. */
  unpack(plateau: Plateau): Path;
  /** The lightest path along it. */
  follow(plateau: Plateau): Path;
}

/**
 * Ranks that follow each other on both trees, from the first to the last. A plateau runs along them. Its own ends are
 * not looked for yet: `length` is an upper bound of its length.
 */
export type Chain = Plateau;

interface PlateauParts {
  readonly trees: Trees;
  readonly unpacker: Unpacker;
}

/** Gives the length of a plateau by its ends. */
type Weigh = (first: number, last: number) => number;

/** Opens working space for the plateaus of one trip after the other. */
export function openPlateaus(hierarchy: Hierarchy, metric: Metric): PlateauFinder {
  const { edgeAt } = hierarchy;
  const sweep = openSweep(hierarchy, metric, listReach(hierarchy, metric));
  const { trees } = sweep;
  const { start, end } = trees;
  /** The arcs of one trip: its paths have most of their arcs in common. */
  const unpacked: UnpackedArcs = new Map();
  const unpacker = openUnpacker(hierarchy, metric, unpacked);
  const weigh: Weigh = (first, last) => {
    const ofLast = metric.costs.ofEdge[edgeAt[last] as number] as number;
    return start.cost(last) + Math.min(ofLast, end.cost(last)) - Math.max(0, start.cost(first));
  };
  const parts = { trees, unpacker };
  const listChains = openChains(hierarchy.below.length, trees, weigh);

  return {
    list({ forward, backward }, limits) {
      unpacked.clear();
      return listChains(atOnce(sweep.run(forward, backward, limits)), limits.least);
    },
    measure({ cost, ...chain }, least) {
      const first = findEnd(parts, start, chain.first);
      if (weigh(first, chain.last) + stepCost(chain.last, end) < least) return undefined;
      const last = findEnd(parts, end, first);
      const length = weigh(first, last);
      return length < least ? undefined : { first, last, cost, length };
    },
    unpack({ first, last, length }) {
      const [from, before] = start.trace(first);
      const [to, after] = end.trace(first);
      const edges = [edgeAt[first] as number];
      let steps = 0;
      for (; !edges.includes(edgeAt[last] as number); steps++)
        unpacker.add(after.slice(steps, steps + 2), edges);
      const count = edges.indexOf(edgeAt[last] as number) + 1;
      const isFirst = before.length === 1 && from.left === undefined;
      const isLast = steps === after.length - 1 && count === edges.length;
      return {
        cost: length,
        edges: edges.slice(0, count),
        fromShare: isFirst ? from.place.share : 0,
        toShare: isLast ? to.place.share : 1,
      };
    },
    follow({ first, cost }) {
      const [from, before] = start.trace(first);
      const [to, after] = end.trace(first);
      const edges = unpacker.begin(from);
      unpacker.add(before.toReversed(), edges);
      unpacker.add(after, edges);
      return { cost, edges, fromShare: from.place.share, toShare: to.place.share };
    },
  };
}

/** By rank: the weight of its heaviest arcs in both directions, or of those of any rank below it if that is more. */
function listReach({ parent }: Hierarchy, { forward, backward }: Metric): Int32Array {
  const heaviest = ({ first, rows, side }: UpwardArcs, rank: number): number => {
    let most = 0;
    const end = first[2 * rank + side + 1] as number;
    for (let row = first[2 * rank + side] as number; row < end; row++)
      most = Math.max(most, rows[ROW.width * row + ROW.weight] as number);
    return most;
  };
  const reach = new Int32Array(parent.length);
  for (let rank = 0; rank < parent.length; rank++) {
    const own = heaviest(forward, rank) + heaviest(backward, rank);
    reach[rank] = Math.max(reach[rank] as number, own);
    const above = parent[rank] as number;
    if (above !== -1) reach[above] = Math.max(reach[above] as number, reach[rank] as number);
  }
  return reach;
}

/** What the next step of a chain costs, towards the root of a tree. */
const stepCost = (rank: number, tree: PathTree): number => {
  const there = tree.next(rank);
  return there === -1 ? 0 : tree.cost(rank) - tree.cost(there);
};

/** Opens what joins ranks to chains on both trees, and lists each chain whose plateau may be long enough. */
function openChains(ranks: number, trees: Trees, weigh: Weigh) {
  const { start, end } = trees;
  const placeOf = new Int32Array(ranks).fill(-1);
  /** By place of a rank: the place of the next one on both trees, and of the one before; -1 where there is none. */
  const join = (near: Int32Array) => {
    const next = new Int32Array(near.length).fill(-1);
    const before = new Int32Array(near.length).fill(-1);
    const costAt = (place: number) => start.cost(near[place] as number);
    const follow = (rank: number, after: number) => {
      const i = placeOf[rank] as number;
      const j = placeOf[after] as number;
      if (i === -1 || j === -1 || costOver(trees, rank) !== costOver(trees, after)) return;
      if (next[i] === -1 || costAt(j) < costAt(next[i] as number)) next[i] = j;
      if (before[j] === -1 || costAt(i) > costAt(before[j] as number)) before[j] = i;
    };
    const precede = (rank: number, earlier: number) => follow(earlier, rank);
    for (const rank of near) {
      end.eachAbove(rank, follow);
      start.eachAbove(rank, precede);
    }
    return { next, before };
  };
  return (near: Int32Array, least: number): Chain[] => {
    near.forEach((rank, place) => {
      placeOf[rank] = place;
    });
    const { next, before } = join(near);
    for (const rank of near) placeOf[rank] = -1;
    const listed: Chain[] = [];
    near.forEach((first, place) => {
      if (before[place] !== -1) return;
      let at = place;
      for (let after = next[at] as number; before[after] === at; after = next[at] as number)
        at = after;
      const last = near[at] as number;
      // Beyond its ranks a chain goes on for less than a step.
      if (weigh(first, last) + stepCost(first, start) + stepCost(last, end) < least) return;
      // Ranks that only the searches came to may follow.
      const [begin, finish] = [walkOn(trees, start, first), walkOn(trees, end, first)];
      const length = weigh(begin, finish) + stepCost(begin, start) + stepCost(finish, end);
      listed.push({ first, last, cost: costOver(trees, first), length });
    });
    return listed;
  };
}

/** The last rank along the plateau over a rank that arcs lead to, towards the root of a tree. */
function walkOn(trees: Trees, tree: PathTree, rank: number): number {
  const cost = costOver(trees, rank);
  let at = rank;
  for (let on = tree.next(at); on !== -1 && costOver(trees, on) === cost; on = tree.next(at))
    at = on;
  return at;
}

/**
 * The rank at which the plateau over a rank ends, towards the root of a tree.
 *
 * The arc that leaves the plateau is halved until one edge of it is left.
 */
function findEnd({ trees, unpacker }: PlateauParts, tree: PathTree, rank: number): number {
  const cost = costOver(trees, rank);
  let at = walkOn(trees, tree, rank);
  let off = tree.next(at);
  if (off === -1) return at;
  const isAhead = tree === trees.end;
  const halve = (here: number, there: number) =>
    isAhead ? unpacker.middleOf(here, there) : unpacker.middleOf(there, here);
  for (let middle = halve(at, off); middle !== -1; middle = halve(at, off))
    if (costOver(trees, middle) === cost) at = middle;
    else off = middle;
  return at;
}

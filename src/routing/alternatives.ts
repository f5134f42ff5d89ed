/**
 * Other ways that a driver would consider: they share little with the best one, are hardly longer, and no part of
 * them can be cut short.
 *
 * The path along a plateau is a lightest path up to the end of the plateau, and a lightest path from its beginning on.
 * A part of the path that is no longer than the plateau lies within one of these two, so it is a lightest path as well.
 *
 * Source: I. Abraham, D. Delling, A. Goldberg and R. Werneck, Alternative Routes in Road Networks (JEA 2013), for what
 * is admissible, and for the order of candidates.
 */
import type { RoadGraph } from './graph.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Costs, Metric } from './metric.ts';
import { isSailed } from './network.ts';
import { type Chain, openPlateaus, type Plateau, type PlateauFinder } from './plateaus.ts';
import { type EdgePlace, listSeeds, type Path, type Query, weighPath } from './query.ts';

/**
 * Limits that other paths keep. Costs are shares of what the best path costs without penalties. Source: Abraham et
 * al., section 3, with the values of their experiments.
 */
export interface AlternativeLimits {
  /**
   * The most that a path may have in common with the best path, or with another path before it: in cost as a share of
   * the best path, and in length, as a driver sees it on the map, as a share of the shorter one of both.
   */
  readonly sharing: number;
  /** How many times as heavy as the best path it may be. */
  readonly stretch: number;
  /** Parts of a path that cost up to this share of the best path are lightest paths. */
  readonly optimality: number;
}

export const ALTERNATIVE_LIMITS: AlternativeLimits = {
  sharing: 0.8,
  stretch: 1.25,
  optimality: 0.2,
};

/**
 * Gives up to `most` other paths, the most worthy first. A greater `most` only adds paths behind the same first ones.
 *
 * @param best the path that the query has just found between these places.
 */
export type FindOthers = (
  best: Path,
  from: readonly EdgePlace[],
  to: readonly EdgePlace[],
  most: number,
) => Path[];

interface AlternativeParts {
  /** The query of the same metric: its searches are used here. */
  readonly query: Query;
  /** The costs of the metric without the penalties that it puts on some turns: limits are shares of these. */
  readonly plain: Costs;
  /** Metres of each edge. */
  readonly lengthM: ArrayLike<number>;
}

export function openAlternatives(
  graph: RoadGraph,
  hierarchy: Hierarchy,
  metric: Metric,
  { query: { forward, backward }, plain, lengthM }: AlternativeParts,
  limits = ALTERNATIVE_LIMITS,
): FindOthers {
  const plateaus = openPlateaus(hierarchy, metric);
  const compare = openComparison(graph, metric.costs.ofEdge, lengthM);
  const weigh = (path: Path) => weighPath(graph, plain, path);

  return (best, from, to, most) => {
    const cost = weigh(best);
    // A trip that stays where it is has no other way.
    if (cost <= 0) return [];
    // The query's search from the start is complete. Its search from the end stopped early, short of what lies beyond
    // the best path.
    backward.run(listSeeds(graph, hierarchy, metric, { from, to }).to);
    const bound = Math.floor(best.cost + (limits.stretch - 1) * cost);
    const least = limits.optimality * cost;
    const found = plateaus.list({ forward, backward }, { bound, least });
    const others: Path[] = [];
    for (const path of inOrder(found, least, plateaus, weigh)) {
      if (others.length === most) break;
      const isOther = (known: Path) => {
        const { ofCost, ofLength } = compare.shared(path, known);
        const isApart = ofCost <= limits.sharing * cost && ofLength <= limits.sharing;
        return isApart && !compare.drivesSame(path, known);
      };
      if (!compare.comesBack(path) && [best, ...others].every(isOther)) others.push(path);
    }
    return others;
  };
}

/**
 * A candidate in one of three states: its chain is known, then its plateau, then the length of the plateau without
 * penalties. A later state never makes it more worthy.
 */
interface Candidate extends Plateau {
  /** Absent: its plateau is not measured yet. */
  readonly plateau?: Plateau;
  /** `length` is without penalties. */
  readonly isWeighed?: true;
}

/** The order in which plateaus are tried. Source: Abraham et al., section 6. */
const compareWorth = (a: Candidate, b: Candidate): number =>
  2 * a.cost - a.length - (2 * b.cost - b.length) || a.first - b.first;

/** The paths along plateaus that are long enough without penalties, the most worthy first. */
function* inOrder(
  chains: readonly Chain[],
  least: number,
  { measure, unpack, follow }: Pick<PlateauFinder, 'measure' | 'unpack' | 'follow'>,
  weigh: (path: Path) => number,
): Generator<Path, void> {
  const learn = (known: Candidate): Candidate | undefined => {
    if (known.plateau === undefined) {
      const plateau = measure(known, least);
      return plateau && { ...plateau, plateau };
    }
    const length = weigh(unpack(known.plateau));
    return length < least ? undefined : { ...known, length, isWeighed: true };
  };
  const waiting: Candidate[] = chains.toSorted(compareWorth);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.isWeighed && next.plateau) {
      yield follow(next.plateau);
      continue;
    }
    const learned = learn(next);
    if (learned === undefined) continue;
    waiting.push(learned);
    waiting.sort(compareWorth);
  }
}

/** Opens working space that compares one pair of paths after the other. */
function openComparison(graph: RoadGraph, ofEdge: Int32Array, lengthM: ArrayLike<number>) {
  const { head, edgeCount, nodeCount } = graph;
  const marks = new Uint8Array(Math.max(edgeCount, nodeCount));
  const shareOf = ({ edges, fromShare, toShare }: Path, edge: number): number =>
    (edge === edges.at(-1) ? toShare : 1) - (edge === edges[0] ? fromShare : 0);
  const lengthOf = (path: Path): number =>
    path.edges.reduce((sum, edge) => sum + (lengthM[edge] as number) * shareOf(path, edge), 0);
  const ashore = ({ edges }: Path) => edges.filter((edge) => !isSailed(graph, edge));
  return {
    /** Do two paths drive the same roads? Edges of ferries do not count: a driver does not choose how a ferry sails. */
    drivesSame(one: Path, other: Path): boolean {
      const [roads, others] = [ashore(one), ashore(other)];
      return roads.length === others.length && roads.every((edge, i) => edge === others[i]);
    },
    /** What two paths have in common: by cost, and as a share of the length of the shorter one. */
    shared(one: Path, other: Path): { readonly ofCost: number; readonly ofLength: number } {
      let [ofCost, commonM] = [0, 0];
      for (const edge of other.edges) marks[edge] = 1;
      for (const edge of one.edges) {
        if (marks[edge] === 0) continue;
        const share = Math.min(shareOf(one, edge), shareOf(other, edge));
        ofCost += (ofEdge[edge] as number) * share;
        commonM += (lengthM[edge] as number) * share;
      }
      for (const edge of other.edges) marks[edge] = 0;
      const shorterM = Math.min(lengthOf(one), lengthOf(other));
      return { ofCost, ofLength: commonM === 0 ? 0 : commonM / shorterM };
    },
    /** Does a path come to a node twice? */
    comesBack({ edges }: Path): boolean {
      const isBack = edges.some((edge) => {
        const node = head[edge] as number;
        const isMarked = marks[node] === 1;
        marks[node] = 1;
        return isMarked;
      });
      for (const edge of edges) marks[head[edge] as number] = 0;
      return isBack;
    },
  };
}

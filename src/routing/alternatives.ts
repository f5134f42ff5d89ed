/**
 * Other ways that a driver would consider: they share little with the best one, are hardly longer, and no part of
 * them can be cut short.
 *
 * A *plateau* is a chain of edges that lie both on the tree of lightest paths from the start and on the tree to the
 * end. The path over it is the lightest one up to its end, and the lightest one from its beginning: each part of the
 * path that is no longer than the plateau lies within one of them, so it is a lightest path, too.
 *
 * Sources: I. Abraham, D. Delling, A. Goldberg and R. Werneck, Alternative Routes in Road Networks (JEA 2013), for
 * what is admissible, and for the order of candidates; Cambridge Vehicle Information
 * Technology, Choice Routing (2005), for plateaus.
 */
import type { RoadGraph } from './graph.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Metric } from './metric.ts';
import type { EdgePlace, Path, Query } from './query.ts';
import { openSweep, type Sweep } from './sweep.ts';

/** What is admissible. Source: Abraham et al., section 3, with the values of their experiments. */
export interface AlternativeLimits {
  /** Share of the best path's cost that another may have in common with it, or with one before it. */
  readonly sharing: number;
  /** How many times as heavy as the best path it may be. */
  readonly stretch: number;
  /** Its parts up to this share of the best path's cost are lightest paths. */
  readonly optimality: number;
}

export const ALTERNATIVE_LIMITS: AlternativeLimits = {
  sharing: 0.8,
  stretch: 1.25,
  optimality: 0.2,
};

export interface AlternativeFinder {
  /**
   * Up to `most` other paths, the lightest first.
   *
   * @param best the path that the query has just found between these places.
   */
  find(best: Path, from: readonly EdgePlace[], to: readonly EdgePlace[], most: number): Path[];
}

export function openAlternatives(
  graph: RoadGraph,
  hierarchy: Hierarchy,
  metric: Metric,
  query: Query,
  limits = ALTERNATIVE_LIMITS,
): AlternativeFinder {
  const sweep = openSweep(hierarchy, metric);
  const listPlateaus = openPlateaus(graph, hierarchy, metric, sweep);
  const { ofEdge } = metric.costs;

  /** The lightest path over the beginning of an edge. */
  const findOver = (
    from: readonly EdgePlace[],
    via: number,
    to: readonly EdgePlace[],
  ): Path | undefined => {
    const middle = [{ edge: via, share: 0 }];
    const before = query.find(from, middle);
    const after = before && query.find(middle, to);
    return (
      after && {
        cost: before.cost + after.cost,
        edges: [...before.edges, ...after.edges.slice(1)],
        fromShare: before.fromShare,
        toShare: after.toShare,
      }
    );
  };

  return {
    find(best, from, to, most) {
      const bound = Math.floor(best.cost * limits.stretch);
      const near = sweep.run(query.forward, query.backward, bound);
      const plateaus = listPlateaus(near, limits.optimality * best.cost);
      const taken = [new Set(best.edges)];
      const found: Path[] = [];
      for (const { start } of plateaus) {
        if (found.length === most) break;
        const path = findOver(from, start, to);
        if (path === undefined) continue;
        const sharedWith = (other: ReadonlySet<number>) =>
          path.edges.reduce(
            (sum, edge) => sum + (other.has(edge) ? (ofEdge[edge] as number) : 0),
            0,
          );
        if (taken.some((other) => sharedWith(other) > limits.sharing * best.cost)) continue;
        taken.push(new Set(path.edges));
        found.push(path);
      }
      return found.sort((a, b) => a.cost - b.cost);
    },
  };
}

/** A chain of edges on both trees. */
interface Plateau {
  /** The edge that it begins with. */
  readonly start: number;
  /** Twice the cost of the path over it, less its own: the lower, the better. */
  readonly worth: number;
}

/** Opens working space that lists the plateaus along some ranks of at least a length, the best first. */
function openPlateaus(
  { turns }: RoadGraph,
  { rankOf, edgeAt }: Hierarchy,
  { costs: { ofEdge, ofTurn } }: Metric,
  { fromStart: there, toEnd: back }: Sweep,
): (near: readonly number[], least: number) => Plateau[] {
  const next = new Int32Array(edgeAt.length).fill(-1);
  const hasBefore = new Uint8Array(edgeAt.length);
  const totalOf = (rank: number) => (there[rank] as number) + (back[rank] as number);

  return (near, least) => {
    for (const rank of near) {
      const edge = edgeAt[rank] as number;
      for (
        let turn = turns.first[edge] as number;
        turn < (turns.first[edge + 1] as number);
        turn++
      ) {
        const after = rankOf[turns.to[turn] as number] as number;
        const cost = (ofEdge[edge] as number) + (ofTurn[turn] as number);
        const isOnBoth =
          there[after] === (there[rank] as number) + cost &&
          back[rank] === (back[after] as number) + cost;
        if (!isOnBoth || hasBefore[after] === 1) continue;
        next[rank] = after;
        hasBefore[after] = 1;
        break;
      }
    }
    const plateaus: Plateau[] = [];
    for (const rank of near) {
      if (next[rank] === -1 || hasBefore[rank] === 1) continue;
      let last = rank;
      while (next[last] !== -1) last = next[last] as number;
      const length = (there[last] as number) - (there[rank] as number);
      if (length >= least)
        plateaus.push({ start: edgeAt[rank] as number, worth: 2 * totalOf(rank) - length });
    }
    for (const rank of near) {
      next[rank] = -1;
      hasBefore[rank] = 0;
    }
    return plateaus.sort((a, b) => a.worth - b.worth || a.start - b.start);
  };
}

/**
 * Weights on a hierarchy. The order of the hierarchy holds for all weights. A first pass over the triangles gives each
 * arc the weight of the lightest path below it, in both directions. A second pass drops arcs that no lightest path
 * needs.
 *
 * Source: J. Dibbelt, B. Strasser and D. Wagner, Customizable Contraction Hierarchies (JEA 2016), section 7.
 */
import { atOnce, type Steps } from '../base/steps.ts';
import type { RoadGraph } from './graph.ts';
import { type Hierarchy, listLowEnds, stepTriangles } from './hierarchy.ts';

/** The cost of no path. The sum of two such costs fits into 32 bits. */
export const UNREACHABLE = 2 ** 30 - 1;

/** What a path costs, in whole numbers of any one unit. At least 0; `UNREACHABLE` closes an edge or a turn. */
export interface Costs {
  /** Cost of driving each edge from end to end. */
  readonly ofEdge: Int32Array;
  /** Cost of each turn of the graph, beyond the edges it joins. */
  readonly ofTurn: Int32Array;
}

export interface Metric {
  readonly costs: Costs;
  /** Arcs that a lightest path may run along, upwards in the direction of travel, and against it. */
  readonly forward: UpwardArcs;
  readonly backward: UpwardArcs;
}

/** Arcs by their lower rank. The arcs of both directions stand side by side, as they are mostly read together. */
export interface ArcTable {
  /** Rows of rank r: upwards `first[2 * r]` up to, but not with, `first[2 * r + 1]`, downwards from there on. */
  readonly first: Int32Array;
  /**
   * `ROW` numbers for each arc: its higher rank; its weight; and the rank below both its ends over which the path
   * leads, -1 where the arc is a turn. The arcs of one rank and direction ascend by their higher rank.
   */
  readonly rows: Int32Array;
}

/** The arcs of one direction. */
export interface UpwardArcs extends ArcTable {
  /** Rows of rank r: `first[2 * r + side]` up to, but not with, `first[2 * r + side + 1]`. */
  readonly side: number;
}

/** The two directions of a table. */
export const directionsOf = (arcs: ArcTable): Pick<Metric, 'forward' | 'backward'> => ({
  forward: { ...arcs, side: 0 },
  backward: { ...arcs, side: 1 },
});

export const ROW = { to: 0, weight: 1, middle: 2, width: 3 } as const;

/** Where the row of an arc begins. */
export function findRow({ first, rows, side }: UpwardArcs, low: number, high: number): number {
  const end = ROW.width * (first[2 * low + side + 1] as number);
  for (let row = ROW.width * (first[2 * low + side] as number); row < end; row += ROW.width)
    if (rows[row + ROW.to] === high) return row;
  throw new Error(`Expected an arc from rank ${low} to ${high}.`);
}

/** Works out the weights of all arcs. A path weighs its turns and all its edges but the last. */
export function customize(hierarchy: Hierarchy, graph: RoadGraph, costs: Costs): Metric {
  return atOnce(stepMetric(hierarchy, graph, costs));
}

/** An arc that is heavier than another path between its ends is on no lightest path. */
const DROPPED = -2;

/** `customize` in steps, between which other work may be done: the whole country takes seconds. */
export function* stepMetric(hierarchy: Hierarchy, graph: RoadGraph, costs: Costs): Steps<Metric> {
  const count = hierarchy.upTo.length;
  const [up, down] = [new Int32Array(count), new Int32Array(count)];
  up.fill(UNREACHABLE);
  down.fill(UNREACHABLE);
  /** By arc: the arc from the lowest rank to its lower end, in the triangle that gives its weight; -1: none does. */
  const [upBelow, downBelow] = [new Int32Array(count), new Int32Array(count)];
  upBelow.fill(-1);
  downBelow.fill(-1);
  setTurns(hierarchy, graph, costs, up, down);
  yield* stepTriangles(hierarchy, (low, side, arc) => {
    const upwards = (down[low] as number) + (up[side] as number);
    if (upwards < (up[arc] as number)) {
      up[arc] = upwards;
      upBelow[arc] = low;
    }
    const downwards = (down[side] as number) + (up[low] as number);
    if (downwards < (down[arc] as number)) {
      down[arc] = downwards;
      downBelow[arc] = low;
    }
  });
  // From the top down, an arc is dropped if a path over any other rank is lighter.
  const drop = (weights: Int32Array, below: Int32Array, arc: number, weight: number) => {
    if (weight >= (weights[arc] as number)) return;
    weights[arc] = weight;
    below[arc] = DROPPED;
  };
  yield* stepTriangles(
    hierarchy,
    (low, side, arc) => {
      // Read one by one: every triangle comes through here, and destructuring pairs makes garbage.
      const lowUp = up[low] as number;
      const lowDown = down[low] as number;
      const sideUp = up[side] as number;
      const sideDown = down[side] as number;
      const arcUp = up[arc] as number;
      const arcDown = down[arc] as number;
      drop(up, upBelow, side, lowUp + arcUp);
      drop(down, downBelow, side, arcDown + lowDown);
      drop(up, upBelow, low, sideUp + arcDown);
      drop(down, downBelow, low, arcUp + sideDown);
    },
    true,
  );
  const weighed = [
    { weights: up, below: upBelow },
    { weights: down, below: downBelow },
  ];
  return { costs, ...directionsOf(keepLightest(hierarchy, weighed)) };
}

/** The weights of one direction, by arc, and what they come from. */
interface WeighedArcs {
  readonly weights: Int32Array;
  readonly below: Int32Array;
}

/** @param directions upwards and downwards. */
function keepLightest(
  { firstUp, upTo, parent }: Hierarchy,
  directions: readonly WeighedArcs[],
): ArcTable {
  const lowEnds = listLowEnds(firstUp);
  const first = new Int32Array(2 * parent.length + 1);
  const isKept = ({ weights, below }: WeighedArcs, arc: number) =>
    (weights[arc] as number) < UNREACHABLE && below[arc] !== DROPPED;
  let kept = 0;
  for (const weighed of directions)
    for (let arc = 0; arc < upTo.length; arc++) if (isKept(weighed, arc)) kept++;
  const rows = new Int32Array(ROW.width * kept);
  let end = 0;
  const addArcs = (weighed: WeighedArcs, rank: number): void => {
    for (let arc = firstUp[rank] as number; arc < (firstUp[rank + 1] as number); arc++) {
      if (!isKept(weighed, arc)) continue;
      const low = weighed.below[arc] as number;
      rows[end++] = upTo[arc] as number;
      rows[end++] = weighed.weights[arc] as number;
      rows[end++] = low === -1 ? -1 : (lowEnds[low] as number);
    }
  };
  for (let rank = 0; rank < parent.length; rank++)
    directions.forEach((weighed, side) => {
      addArcs(weighed, rank);
      first[2 * rank + side + 1] = end / ROW.width;
    });
  return { first, rows };
}

function setTurns(
  { arcOfTurn, rankOf }: Hierarchy,
  { edgeCount, turns }: RoadGraph,
  { ofEdge, ofTurn }: Costs,
  up: Int32Array,
  down: Int32Array,
): void {
  for (let edge = 0; edge < edgeCount; edge++)
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const arc = arcOfTurn[turn] as number;
      if (arc === -1) continue;
      const isUp = (rankOf[edge] as number) < (rankOf[turns.to[turn] as number] as number);
      const weights = isUp ? up : down;
      const cost = (ofEdge[edge] as number) + (ofTurn[turn] as number);
      weights[arc] = Math.min(weights[arc] as number, cost, UNREACHABLE);
    }
}

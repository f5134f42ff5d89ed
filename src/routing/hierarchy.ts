/**
 * The customizable contraction hierarchy of a road graph, over its turns. It does not depend on weights.
 *
 * Its nodes are the edges of the graph, numbered by *rank*: the order in which they are contracted. Contracting
 * a node joins all its neighbours of higher rank, whatever they weigh, so the arcs hold for every metric. Each
 * arc leads from a lower to a higher rank and stands for both directions.
 *
 * Sources: J. Dibbelt, B. Strasser and D. Wagner, Customizable Contraction Hierarchies (JEA 2016);
 * V. Buchhold, D. Wagner, T. Zeitz and M. Zündorf, Customizable Contraction Hierarchies with Turn Costs
 * (ATMOS 2020).
 */
import type { Steps } from '../base/steps.ts';
import { type DissectedGraph, orderLinks } from './dissection.ts';
import type { RoadGraph } from './graph.ts';
import { fillRows, firstFrom, type Rows } from './rows.ts';

export interface Hierarchy {
  /** Rank of each edge, and the edge of each rank. */
  readonly rankOf: Int32Array;
  readonly edgeAt: Int32Array;
  /** Arcs up from rank r: `firstUp[r]` up to, but not with, `firstUp[r + 1]`, by ascending `upTo`. */
  readonly firstUp: Int32Array;
  /** The higher end of each arc. */
  readonly upTo: Int32Array;
  /**
   * The elimination tree: the lowest higher rank that contraction joined a rank with; -1 at a root. All ranks that are
   * reached upwards from a rank are its ancestors.
   */
  readonly parent: Int32Array;
  /** By rank: how many ranks lie below it in the tree. They are the ranks right before it. */
  readonly below: Int32Array;
  /** The arc of each turn of the graph; -1 where a turn leads from an edge into itself. */
  readonly arcOfTurn: Int32Array;
}

/**
 * @param places of the nodes, see `DissectedGraph`.
 * @param onOrdered takes the share of links that are ordered, 0 … 1.
 */
export function buildHierarchy(
  graph: RoadGraph,
  places: Places,
  onOrdered?: (share: number) => void,
): Hierarchy {
  const dissected = rankEdges(orderEdges(graph, places, onOrdered));
  const { parent } = contract(listHigherNeighbours(graph, dissected.rankOf), graph.edgeCount);
  // The same tree in another order: all ranks below a rank come right before it.
  const ranks = rankEdges(listPostorder(parent).map((rank) => dissected.edgeAt[rank] as number));
  const arcs = contract(listHigherNeighbours(graph, ranks.rankOf), graph.edgeCount);
  return {
    ...ranks,
    ...arcs,
    below: countBelow(arcs.parent),
    arcOfTurn: findArcs(arcs, graph, ranks.rankOf),
  };
}

/** Places of nodes. */
type Places = Pick<DissectedGraph, 'x' | 'y'>;

type Ranks = Pick<Hierarchy, 'rankOf' | 'edgeAt'>;

/** Edges in the order of their links: both edges of a link follow each other. */
function orderEdges(
  { nodeCount, edgeCount, links, linkOf }: RoadGraph,
  places: Places,
  onOrdered?: (share: number) => void,
): Int32Array {
  const graph = { nodeCount, from: links.from, to: links.to, ...places };
  const order = orderLinks(graph, onOrdered);
  const placeOf = invert(order);
  const placeOfEdge = (edge: number) => placeOf[linkOf[edge] as number] as number;
  return Int32Array.from({ length: edgeCount }, (_, edge) => edge).sort(
    (a, b) => placeOfEdge(a) - placeOfEdge(b) || a - b,
  );
}

const rankEdges = (edgeAt: Int32Array): Ranks => ({ edgeAt, rankOf: invert(edgeAt) });

function invert(numbers: Int32Array): Int32Array {
  const places = new Int32Array(numbers.length);
  numbers.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}

/** Ranks in such an order that all ranks below one in the tree come right before it. Siblings stay in their order. */
function listPostorder(parent: Int32Array): Int32Array {
  const below = countBelow(parent);
  const order = new Int32Array(parent.length);
  /** By rank: where those ranks below it that have a place begin. The next ones are put right before them. */
  const begins = new Int32Array(parent.length);
  let roots = parent.length;
  for (let rank = parent.length - 1; rank >= 0; rank--) {
    const above = parent[rank] as number;
    const size = (below[rank] as number) + 1;
    // From the top down each tree is filled from its end.
    const end = above === -1 ? roots : (begins[above] as number);
    if (above === -1) roots -= size;
    else begins[above] = end - size;
    begins[rank] = end - 1;
    order[end - 1] = rank;
  }
  return order;
}

/** By rank: how many ranks lie below it in the tree. */
function countBelow(parent: Int32Array): Int32Array {
  const below = new Int32Array(parent.length);
  for (let rank = 0; rank < parent.length; rank++) {
    const above = parent[rank] as number;
    if (above !== -1) (below[above] as number) += (below[rank] as number) + 1;
  }
  return below;
}

/** By rank: the higher ends of the turns that lead from it or to it. */
const listHigherNeighbours = ({ edgeCount, turns }: RoadGraph, rankOf: Int32Array): Rows =>
  fillRows(edgeCount, (visit) => {
    for (let edge = 0; edge < edgeCount; edge++)
      for (
        let turn = turns.first[edge] as number;
        turn < (turns.first[edge + 1] as number);
        turn++
      ) {
        const [a, b] = [rankOf[edge] as number, rankOf[turns.to[turn] as number] as number];
        if (a !== b) visit(Math.min(a, b), Math.max(a, b));
      }
  });

type Contracted = Pick<Hierarchy, 'firstUp' | 'upTo' | 'parent'>;

/** Joins each rank with its own higher neighbours and with those of the ranks whose parent it is. */
function contract(neighbours: Rows, size: number): Contracted {
  const firstUp = new Int32Array(size + 1);
  const parent = new Int32Array(size).fill(-1);
  const firstChild = new Int32Array(size).fill(-1);
  const nextChild = new Int32Array(size).fill(-1);
  const seenAt = new Int32Array(size).fill(-1);
  let upTo = new Int32Array(8 * size);
  let end = 0;
  for (let rank = 0; rank < size; rank++) {
    const begin = end;
    const add = (rows: Int32Array, from: number, to: number) => {
      if (end + to - from > upTo.length) upTo = growTo(upTo, 2 * upTo.length + to - from);
      for (let i = from; i < to; i++) {
        const other = rows[i] as number;
        if (other === rank || seenAt[other] === rank) continue;
        seenAt[other] = rank;
        upTo[end++] = other;
      }
    };
    add(neighbours.of, neighbours.first[rank] as number, neighbours.first[rank + 1] as number);
    for (let child = firstChild[rank] as number; child !== -1; child = nextChild[child] as number)
      add(upTo, firstUp[child] as number, firstUp[child + 1] as number);
    firstUp[rank + 1] = end;
    if (end === begin) continue;
    const above = upTo.subarray(begin, end).sort()[0] as number;
    parent[rank] = above;
    nextChild[rank] = firstChild[above] as number;
    firstChild[above] = rank;
  }
  return { firstUp, upTo: upTo.slice(0, end), parent };
}

/** The same numbers with room for more. */
export function growTo(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(numbers);
  return grown;
}

type Arcs = Pick<Hierarchy, 'firstUp' | 'upTo'>;

/** By arc: the rank that it leads up from. */
export function listLowEnds(firstUp: Int32Array): Int32Array {
  const lowEnds = new Int32Array(firstUp.at(-1) ?? 0);
  for (let rank = 0; rank + 1 < firstUp.length; rank++)
    lowEnds.fill(rank, firstUp[rank], firstUp[rank + 1]);
  return lowEnds;
}

/** By rank: the arcs down from it, by ascending lower end. */
const listDown = ({ firstUp, upTo }: Arcs): Rows =>
  fillRows(firstUp.length - 1, (visit) => {
    for (let arc = 0; arc < upTo.length; arc++) visit(upTo[arc] as number, arc);
  });

/** Takes the arcs of a triangle of ranks: from lowest to middle, from lowest to highest, from middle to highest. */
export type VisitTriangle = (low: number, side: number, arc: number) => void;

/** Ranks of one step, after which other work may be done. */
const RANKS_OF_STEP = 4096;

/**
 * Visits each triangle once, in steps. All triangles below an arc come before the arc is a lower side of a triangle.
 *
 * @param isFromTop all triangles above an arc come first instead.
 */
export function* stepTriangles(arcs: Arcs, visit: VisitTriangle, isFromTop = false): Steps<void> {
  const parts = { ...arcs, down: listDown(arcs), lowEnds: listLowEnds(arcs.firstUp) };
  const size = arcs.firstUp.length - 1;
  const arcTo = new Int32Array(size).fill(-1);
  for (let i = 0; i < size; i++) {
    visitMiddle(parts, isFromTop ? size - 1 - i : i, arcTo, visit);
    if (i % RANKS_OF_STEP === 0) yield;
  }
}

/**
 * Visits the triangles whose middle rank is this one.
 *
 * @param arcTo working space, filled with -1.
 */
function visitMiddle(
  { firstUp, upTo, down, lowEnds }: Arcs & { readonly down: Rows; readonly lowEnds: Int32Array },
  rank: number,
  arcTo: Int32Array,
  visit: VisitTriangle,
): void {
  const [begin, end] = [firstUp[rank] as number, firstUp[rank + 1] as number];
  if (begin === end) return;
  for (let arc = begin; arc < end; arc++) arcTo[upTo[arc] as number] = arc;
  for (let i = down.first[rank] as number; i < (down.first[rank + 1] as number); i++) {
    const low = down.of[i] as number;
    const lowEnd = firstUp[(lowEnds[low] as number) + 1] as number;
    for (let side = low + 1; side < lowEnd; side++) {
      const arc = arcTo[upTo[side] as number] as number;
      if (arc !== -1) visit(low, side, arc);
    }
  }
  for (let arc = begin; arc < end; arc++) arcTo[upTo[arc] as number] = -1;
}

/** The arc of each turn. Every turn between two edges has one, as contraction begins with their ranks joined. */
function findArcs({ firstUp, upTo }: Arcs, graph: RoadGraph, rankOf: Int32Array): Int32Array {
  const { turns, edgeCount } = graph;
  const arcs = new Int32Array(turns.to.length).fill(-1);
  for (let edge = 0; edge < edgeCount; edge++)
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const [a, b] = [rankOf[edge] as number, rankOf[turns.to[turn] as number] as number];
      if (a !== b) arcs[turn] = findArc(upTo, firstUp, Math.min(a, b), Math.max(a, b));
    }
  return arcs;
}

/** The arc from a rank to a higher one. */
function findArc(upTo: Int32Array, firstUp: Int32Array, low: number, high: number): number {
  const arc = firstFrom(upTo, high, firstUp[low], firstUp[low + 1]);
  if (upTo[arc] !== high) throw new Error(`Expected an arc from rank ${low} to ${high}.`);
  return arc;
}

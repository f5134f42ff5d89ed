/**
 * The road graph: nodes, directed edges between them, and the turns from edge to edge, in flat arrays.
 *
 * A *link* is a piece of road or ferry line between two nodes, with its geometry. A link that may be driven
 * both ways is two *edges*, one for each direction; a one-way link is one. A *turn* leads from an edge to an
 * edge that leaves the node where the first one ends.
 *
 * Edges are numbered by tail node, turns by the edge they come from (compressed sparse rows), so the same
 * links give the same numbers on any machine.
 */
import { memoize } from '../base/memoize.ts';
import { fillRows } from './rows.ts';

/** The links of a network, in columns. */
export interface LinkTable {
  readonly nodeCount: number;
  /** The nodes that each link leads from and to, in the order of its points. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** `LINK` flags, added up. */
  readonly flags: Uint8Array;
  /** The points of link l are `firstPoint[l]` up to, but not with, `firstPoint[l + 1]`: at least two. */
  readonly firstPoint: Int32Array;
  /** Latitude and longitude of each point, in millionths of a degree. */
  readonly points: Int32Array;
  /** Turns that are not allowed: from a link, over a node, into a link. */
  readonly bans: readonly TurnBan[];
}

/** Facts of a link. */
export const LINK = {
  ...{ oneWay: 1, ferry: 2, tunnel: 4, ramp: 8, isolated: 16 },
  /** No vehicle may stop on it. */
  motorway: 32,
} as const;

/** A part with fewer nodes leads nowhere: a road alone has two, two roads and the ferry between them have four. */
const LEAST_NODES = 4;

/** The flags of links, with `isolated` on those in parts of the network that lead nowhere. */
export function flagIsolated({
  nodeCount,
  from,
  to,
  flags,
}: Pick<LinkTable, 'nodeCount' | 'from' | 'to' | 'flags'>): Uint8Array {
  // Union-find with path halving; the number of nodes stands at the root of each part.
  const above = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const size = new Int32Array(nodeCount).fill(1);
  const rootOf = (node: number): number => {
    let root = node;
    while (above[root] !== root) {
      above[root] = above[above[root] as number] as number;
      root = above[root] as number;
    }
    return root;
  };
  for (let link = 0; link < from.length; link++) {
    const [a, b] = [rootOf(from[link] as number), rootOf(to[link] as number)];
    if (a === b) continue;
    above[a] = b;
    (size[b] as number) += size[a] as number;
  }
  return flags.map((flag, link) =>
    (size[rootOf(from[link] as number)] as number) < LEAST_NODES ? flag | LINK.isolated : flag,
  );
}

export interface TurnBan {
  readonly from: number;
  readonly via: number;
  readonly to: number;
}

export interface RoadGraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly links: LinkTable;
  /** Edges that leave node n: `firstOut[n]` up to, but not with, `firstOut[n + 1]`. */
  readonly firstOut: Int32Array;
  readonly head: Int32Array;
  readonly linkOf: Int32Array;
  /** 1 where the edge is driven against the order of its link's points. */
  readonly isBackward: Uint8Array;
  /** The edge of the same link in the other direction; -1 for a one-way link. */
  readonly opposite: Int32Array;
  readonly turns: TurnTable;
}

interface TurnTable {
  /** Turns from edge e: `first[e]` up to, but not with, `first[e + 1]`, by ascending `to`. */
  readonly first: Int32Array;
  /** The edge that a turn leads into. */
  readonly to: Int32Array;
}

/** The node that an edge leaves. */
export const tailOf = (
  { linkOf, isBackward, links: { from, to } }: Pick<RoadGraph, 'linkOf' | 'isBackward' | 'links'>,
  edge: number,
): number => (isBackward[edge] === 1 ? to : from)[linkOf[edge] as number] as number;

/** The turn from an edge into the next one of a path. */
export function findTurn(graph: Pick<RoadGraph, 'turns'>, edge: number, next: number): number {
  const turn = turnBetween(graph, edge, next);
  if (turn === -1) throw new Error(`No turn leads from edge ${edge} into edge ${next}.`);
  return turn;
}

/** The turn from an edge into another one; -1: there is none. */
export function turnBetween(
  { turns }: Pick<RoadGraph, 'turns'>,
  edge: number,
  next: number,
): number {
  for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++)
    if (turns.to[turn] === next) return turn;
  return -1;
}

/** By link: its edge in the order of its points. */
export const forwardEdges = memoize(
  ({ edgeCount, linkOf, isBackward, links }: RoadGraph): Int32Array => {
    const edges = new Int32Array(links.from.length);
    for (let edge = 0; edge < edgeCount; edge++)
      if (isBackward[edge] === 0) edges[linkOf[edge] as number] = edge;
    return edges;
  },
);

export function buildGraph(links: LinkTable): RoadGraph {
  const edges = numberEdges(links);
  return { nodeCount: links.nodeCount, links, ...edges, turns: listTurns(links, edges) };
}

type Edges = Omit<RoadGraph, 'nodeCount' | 'links' | 'turns'>;

/** A driven link has the number `2 * link`, plus 1 backward. Edges come out by tail node, then by link. */
function numberEdges({ nodeCount, from, to, flags }: LinkTable): Edges {
  const { first: firstOut, of: driven } = fillRows(nodeCount, (visit) => {
    for (let link = 0; link < from.length; link++) {
      visit(from[link] as number, 2 * link);
      if (((flags[link] as number) & LINK.oneWay) === 0) visit(to[link] as number, 2 * link + 1);
    }
  });
  const edgeCount = driven.length;
  const head = new Int32Array(edgeCount);
  const opposite = new Int32Array(edgeCount).fill(-1);
  /** By link: the first of its edges. */
  const firstOf = new Int32Array(from.length).fill(-1);
  for (let edge = 0; edge < edgeCount; edge++) {
    const [link, isBackward] = [
      (driven[edge] as number) >> 1,
      ((driven[edge] as number) & 1) === 1,
    ];
    head[edge] = (isBackward ? from : to)[link] as number;
    const other = firstOf[link] as number;
    firstOf[link] = edge;
    if (other === -1) continue;
    opposite[edge] = other;
    opposite[other] = edge;
  }
  const linkOf = driven.map((one) => one >> 1);
  const isBackward = Uint8Array.from(driven, (one) => one & 1);
  return { edgeCount, firstOut, head, linkOf, isBackward, opposite };
}

/**
 * All turns except those that are banned and those back into the same link. A drive turns back only where there is no
 * other way on, as at a dead end.
 */
function listTurns({ bans }: LinkTable, edges: Edges): TurnTable {
  const { edgeCount, firstOut, head, linkOf, opposite } = edges;
  const banned = new Set(bans.map(({ from, via, to }) => nameTurn(from, via, to)));
  const viaBans = new Set(bans.map(({ via }) => via));
  const isOpen = (edge: number, next: number) => {
    const via = head[edge] as number;
    return !(viaBans.has(via) && banned.has(nameTurn(at(linkOf, edge), via, at(linkOf, next))));
  };
  const first = new Int32Array(edgeCount + 1);
  const to: number[] = [];
  for (let edge = 0; edge < edgeCount; edge++) {
    const node = head[edge] as number;
    for (let next = at(firstOut, node); next < at(firstOut, node + 1); next++)
      if (next !== opposite[edge] && isOpen(edge, next)) to.push(next);
    if (to.length === first[edge] && opposite[edge] !== -1) to.push(at(opposite, edge));
    first[edge + 1] = to.length;
  }
  return { first, to: Int32Array.from(to) };
}

/** The graph without some of its turns, and with ways back from the end of some edges into their link. */
export function changeTurns(
  graph: RoadGraph,
  { without, back }: { readonly without: ReadonlySet<number>; readonly back: readonly number[] },
): RoadGraph {
  const { edgeCount, opposite, turns } = graph;
  const turnsBack = new Set(back);
  const first = new Int32Array(edgeCount + 1);
  const to: number[] = [];
  for (let edge = 0; edge < edgeCount; edge++) {
    const kept = new Set(turnsBack.has(edge) ? [at(opposite, edge)] : []);
    for (let turn = at(turns.first, edge); turn < at(turns.first, edge + 1); turn++)
      if (!without.has(turn)) kept.add(at(turns.to, turn));
    to.push(...[...kept].sort((a, b) => a - b));
    first[edge + 1] = to.length;
  }
  return { ...graph, turns: { first, to: Int32Array.from(to) } };
}

const at = (numbers: Int32Array, index: number): number => numbers[index] as number;

const nameTurn = (from: number, via: number, to: number) => `${from} ${via} ${to}`;

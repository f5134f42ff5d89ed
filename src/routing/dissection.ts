/**
 * Nested dissection of a road graph by edge cuts, and the order of edges that follows from it.
 *
 * A cell of nodes is cut in two so that few links cross the cut. The links across the cut come last in the order, and
 * both sides are then cut in the same way. A turn never leads from inside one side to inside the other, so in the
 * graph of turns the edges across separate both sides.
 *
 * Cuts are found by inertial flow: nodes are sorted along a line, the first and last quarter are source and
 * sink of a flow with one unit for each link, and the least cut between them is taken.
 *
 * Sources: A. Schild and C. Sommer, On Balanced Separators in Road Networks (SEA 2015), for the cuts;
 * V. Buchhold, D. Wagner, T. Zeitz and M. Zündorf, Customizable Contraction Hierarchies with Turn Costs
 * (ATMOS 2020), for the order of edges; E. A. Dinic (1970) for the flow.
 */
import { fillRows } from './rows.ts';

/** Places of nodes in a plane, and the links between them; directions do not matter. */
export interface DissectedGraph {
  readonly nodeCount: number;
  /** Place of each node, in any unit. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The two nodes of each link. They may be the same. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** This share of a cell's nodes is source, and as large a share is sink. Source: Schild and Sommer, section 5. */
const END_SHARE = 0.25;

/** Directions along which nodes are sorted: west-east, south-north and both diagonals. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/**
 * The links in the order in which they are contracted: those across the first cut come last.
 *
 * @param onOrdered takes the share of links that are ordered, 0 … 1.
 */
export function orderLinks(graph: DissectedGraph, onOrdered?: (share: number) => void): Int32Array {
  const { nodeCount, from } = graph;
  const order = new Int32Array(from.length);
  // The order is filled from its end: first the links across a cut, then both sides.
  let left = from.length;
  const cut = openCutter(graph);
  const cells: Cell[] = [{ nodes: countUp(nodeCount), links: countUp(from.length) }];
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) {
    const { parts, across } = cut(cell);
    for (let i = across.length - 1; i >= 0; i--) order[--left] = across[i] as number;
    onOrdered?.(1 - left / from.length);
    cells.push(...parts);
  }
  return order;
}

/** Nodes, and the links whose both ends are among them. */
interface Cell {
  readonly nodes: Int32Array;
  readonly links: Int32Array;
}

const countUp = (length: number) => Int32Array.from({ length }, (_, i) => i);

interface CutCell {
  readonly parts: readonly Cell[];
  /** Links between different parts, and those from a node to itself. */
  readonly across: readonly number[] | Int32Array;
}

/** Working space for all cuts of one graph. */
function openCutter({ nodeCount, x, y, from, to }: DissectedGraph): (cell: Cell) => CutCell {
  /** The part of its cell that a node belongs to. */
  const partOf = new Int32Array(nodeCount);
  /** Index of a node inside the cell that is cut. */
  const localOf = new Int32Array(nodeCount);

  const split = ({ nodes, links }: Cell, parts: number): CutCell => {
    const nodesOf = Array.from({ length: parts }, () => [] as number[]);
    const linksOf = Array.from({ length: parts }, () => [] as number[]);
    const across: number[] = [];
    for (const node of nodes) nodesOf[partOf[node] as number]?.push(node);
    for (const link of links) {
      const part = partOf[from[link] as number] as number;
      if (from[link] !== to[link] && part === partOf[to[link] as number]) linksOf[part]?.push(link);
      else across.push(link);
    }
    return {
      across,
      parts: nodesOf.flatMap((inside, part) => {
        const within = linksOf[part] ?? [];
        return within.length === 0
          ? []
          : [{ nodes: Int32Array.from(inside), links: Int32Array.from(within) }];
      }),
    };
  };

  return (cell) => {
    const { nodes, links } = cell;
    // There is nothing to choose in a cell of two nodes.
    if (nodes.length <= 2) return { parts: [], across: links };
    nodes.forEach((node, i) => {
      localOf[node] = i;
    });
    const net = openFlowNetwork(
      nodes.length,
      links.map((link) => localOf[from[link] as number] as number),
      links.map((link) => localOf[to[link] as number] as number),
    );
    const { count, of } = net.numberComponents();
    const part = count > 1 ? of : bestSide(net, nodes, x, y);
    nodes.forEach((node, i) => {
      partOf[node] = part[i] as number;
    });
    return split(cell, Math.max(2, count));
  };
}

/** The cut, among those along all directions, with the fewest links for the size of its smaller side. */
function bestSide(
  net: FlowNetwork,
  nodes: Int32Array,
  x: Float64Array,
  y: Float64Array,
): Uint8Array {
  let best: { readonly side: Uint8Array; readonly worth: number } | undefined;
  const ends = Math.max(1, Math.floor(nodes.length * END_SHARE));
  for (const [east, north] of DIRECTIONS) {
    const along = Float64Array.from(
      nodes,
      (node) => east * (x[node] as number) + north * (y[node] as number),
    );
    const sorted = nodes
      .map((_, i) => i)
      .sort((a, b) => (along[a] as number) - (along[b] as number) || a - b);
    const cut = net.leastCut(sorted.subarray(0, ends), sorted.subarray(nodes.length - ends));
    const worth = cut.size / Math.min(cut.count, nodes.length - cut.count);
    if (best === undefined || worth < best.worth) best = { side: cut.side, worth };
  }
  return (best as { readonly side: Uint8Array }).side;
}

type FlowNetwork = ReturnType<typeof openFlowNetwork>;

/** Undirected links of capacity one; arc 2l leads from `a` to `b` of link l, arc 2l + 1 back. */
function openFlowNetwork(nodeCount: number, a: Int32Array, b: Int32Array) {
  const { first, of: arcs } = fillRows(nodeCount, (visit) => {
    for (let link = 0; link < a.length; link++) {
      visit(a[link] as number, 2 * link);
      visit(b[link] as number, 2 * link + 1);
    }
  });
  const headOf = (arc: number) => ((arc & 1) === 0 ? b[arc >> 1] : a[arc >> 1]) as number;
  const queue = new Int32Array(nodeCount);
  const level = new Int32Array(nodeCount);
  const cursor = new Int32Array(nodeCount);
  const path = new Int32Array(nodeCount);
  /** -1, 0 or 1: the flow along a link from `a` to `b`. */
  const flow = new Int8Array(a.length);
  const isOpen = (arc: number) =>
    ((arc & 1) === 0 ? flow[arc >> 1] : -(flow[arc >> 1] as number)) !== 1;

  /** Breadth first over open arcs; true when a sink is reached. */
  const setLevels = (sources: Int32Array, isSink: Uint8Array): boolean => {
    level.fill(-1);
    let end = 0;
    for (const source of sources) {
      level[source] = 0;
      queue[end++] = source;
    }
    let reached = false;
    for (let begin = 0; begin < end; begin++) {
      const node = queue[begin] as number;
      if (isSink[node] === 1) {
        reached = true;
        continue;
      }
      for (let i = first[node] as number; i < (first[node + 1] as number); i++) {
        const arc = arcs[i] as number;
        const to = headOf(arc);
        if (level[to] !== -1 || !isOpen(arc)) continue;
        level[to] = (level[node] as number) + 1;
        queue[end++] = to;
      }
    }
    return reached;
  };

  /** The next open arc from a node that rises a level; -1: there is none. */
  const riseFrom = (node: number): number => {
    for (; (cursor[node] as number) < (first[node + 1] as number); (cursor[node] as number)++) {
      const arc = arcs[cursor[node] as number] as number;
      if (isOpen(arc) && level[headOf(arc)] === (level[node] as number) + 1) return arc;
    }
    return -1;
  };

  /** Pushes one unit from a source along rising levels, depth first; false when there is no way left. */
  const augment = (source: number, isSink: Uint8Array): boolean => {
    let [depth, node] = [0, source];
    while (isSink[node] !== 1) {
      const arc = riseFrom(node);
      if (arc !== -1) {
        path[depth++] = arc;
        node = headOf(arc);
      } else if (depth === 0) return false;
      else {
        node = headOf((path[--depth] as number) ^ 1);
        (cursor[node] as number)++;
      }
    }
    for (let i = 0; i < depth; i++) {
      const arc = path[i] as number;
      (flow[arc >> 1] as number) += (arc & 1) === 0 ? 1 : -1;
    }
    return true;
  };

  return {
    numberComponents() {
      const of = new Int32Array(nodeCount).fill(-1);
      let count = 0;
      for (let start = 0; start < nodeCount; start++) {
        if (of[start] !== -1) continue;
        let end = 0;
        queue[end++] = start;
        of[start] = count;
        for (let begin = 0; begin < end; begin++) {
          const node = queue[begin] as number;
          for (let i = first[node] as number; i < (first[node + 1] as number); i++) {
            const to = headOf(arcs[i] as number);
            if (of[to] !== -1) continue;
            of[to] = count;
            queue[end++] = to;
          }
        }
        count++;
      }
      return { count, of };
    },
    /** `side` is 1 for nodes on the side of the sources, `count` their number, `size` the number of links across. */
    leastCut(sources: Int32Array, sinks: Int32Array) {
      flow.fill(0);
      const isSink = new Uint8Array(nodeCount);
      for (const sink of sinks) isSink[sink] = 1;
      let size = 0;
      while (setLevels(sources, isSink)) {
        cursor.set(first.subarray(0, nodeCount));
        for (const source of sources) while (augment(source, isSink)) size++;
      }
      const side = new Uint8Array(nodeCount);
      let count = 0;
      for (let node = 0; node < nodeCount; node++)
        if (level[node] !== -1) {
          side[node] = 1;
          count++;
        }
      return { side, count, size };
    },
  };
}

/**
 * A plain contraction hierarchy over the turns of a graph, to compare the customizable one with: its order and its
 * shortcuts hold for one metric.
 *
 * Source: R. Geisberger, P. Sanders, D. Schultes and D. Delling, Contraction Hierarchies: Faster and Simpler
 * Hierarchical Routing in Road Networks (WEA 2008).
 */
import type { RoadGraph } from '../src/routing/graph.ts';
import type { Costs } from '../src/routing/metric.ts';

/** Arcs of a node: the node at the other end, and the weight, by turns. */
type Arcs = Map<number, number>;

/** A search for witnesses ends after so many nodes: what it misses is a needless shortcut. */
const WITNESS_NODES = 60;

/** Contracts all edges. @returns how many arcs the hierarchy has. */
export function contractAll(graph: RoadGraph, { ofEdge, ofTurn }: Costs): number {
  const size = graph.edgeCount;
  const out: Arcs[] = Array.from({ length: size }, () => new Map());
  const into: Arcs[] = Array.from({ length: size }, () => new Map());
  const join = (from: number, to: number, weight: number) => {
    if (from === to || weight >= (out[from]?.get(to) ?? Number.POSITIVE_INFINITY)) return;
    out[from]?.set(to, weight);
    into[to]?.set(from, weight);
  };
  const { first, to } = graph.turns;
  for (let edge = 0; edge < size; edge++)
    for (let turn = first[edge] as number; turn < (first[edge + 1] as number); turn++)
      join(edge, to[turn] as number, (ofEdge[edge] as number) + (ofTurn[turn] as number));

  const depth = new Int32Array(size);
  const witness = openWitness(out);
  const shortcutsOf = (node: number): [number, number, number][] => {
    const found: [number, number, number][] = [];
    for (const [from, before] of into[node] as Arcs) {
      const targets = out[node] as Arcs;
      const costs = witness(from, node, before + Math.max(0, ...targets.values()), targets);
      for (const [end, after] of targets)
        if (end !== from && (costs.get(end) ?? Number.POSITIVE_INFINITY) > before + after)
          found.push([from, end, before + after]);
    }
    return found;
  };
  const priorityOf = (node: number, shortcuts: number) =>
    4 * shortcuts -
    2 * ((out[node] as Arcs).size + (into[node] as Arcs).size) +
    2 * (depth[node] as number);

  const queue = openHeap();
  for (let node = 0; node < size; node++)
    queue.push(node, priorityOf(node, shortcutsOf(node).length));
  let arcs = 0;
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const shortcuts = shortcutsOf(node);
    const priority = priorityOf(node, shortcuts.length);
    if (queue.size() > 0 && priority > queue.least()) {
      queue.push(node, priority);
      continue;
    }
    arcs += (out[node] as Arcs).size + (into[node] as Arcs).size;
    for (const other of (out[node] as Arcs).keys()) {
      into[other]?.delete(node);
      depth[other] = Math.max(depth[other] as number, (depth[node] as number) + 1);
    }
    for (const other of (into[node] as Arcs).keys()) {
      out[other]?.delete(node);
      depth[other] = Math.max(depth[other] as number, (depth[node] as number) + 1);
    }
    for (const [from, end, weight] of shortcuts) join(from, end, weight);
  }
  return arcs;
}

/** Costs from a node within a bound, around the node that is to be contracted. */
function openWitness(out: readonly Arcs[]) {
  const queue = openHeap();
  return (from: number, without: number, bound: number, targets: Arcs): Map<number, number> => {
    const cost = new Map([[from, 0]]);
    queue.clear();
    queue.push(from, 0);
    let missing = targets.size;
    for (let nodes = 0; nodes < WITNESS_NODES && queue.size() > 0 && missing > 0; nodes++) {
      const here = queue.least();
      if (here > bound) break;
      const node = queue.pop() as number;
      if (here > (cost.get(node) as number)) continue;
      if (targets.has(node)) missing--;
      for (const [end, weight] of out[node] as Arcs) {
        if (end === without || here + weight >= (cost.get(end) ?? Number.POSITIVE_INFINITY))
          continue;
        cost.set(end, here + weight);
        queue.push(end, here + weight);
      }
    }
    return cost;
  };
}

/** A binary heap of nodes; a node that is pushed again stands in it twice. */
function openHeap() {
  let nodes: number[] = [];
  let keys: number[] = [];
  const swap = (a: number, b: number) => {
    [nodes[a], nodes[b]] = [nodes[b] as number, nodes[a] as number];
    [keys[a], keys[b]] = [keys[b] as number, keys[a] as number];
  };
  return {
    size: () => nodes.length,
    least: () => keys[0] as number,
    clear() {
      nodes = [];
      keys = [];
    },
    push(node: number, key: number) {
      nodes.push(node);
      keys.push(key);
      for (let i = nodes.length - 1; i > 0; ) {
        const above = (i - 1) >> 1;
        if ((keys[above] as number) <= (keys[i] as number)) break;
        swap(i, above);
        i = above;
      }
    },
    pop(): number | undefined {
      const top = nodes[0];
      const [node, key] = [nodes.pop(), keys.pop()];
      if (nodes.length === 0 || node === undefined || key === undefined) return top;
      nodes[0] = node;
      keys[0] = key;
      for (let i = 0; ; ) {
        let least = 2 * i + 1;
        if (least >= nodes.length) break;
        if (least + 1 < nodes.length && (keys[least + 1] as number) < (keys[least] as number))
          least++;
        if ((keys[i] as number) <= (keys[least] as number)) break;
        swap(i, least);
        i = least;
      }
      return top;
    },
  };
}

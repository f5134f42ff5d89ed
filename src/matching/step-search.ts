/** The shortest ways from a place of one fix to the places of the next: Dijkstra's algorithm over edges, bounded. */
import { openHeap } from '../routing/heap.ts';
import { edgeLengths, isSailed, type RoadNetwork } from '../routing/network.ts';

/** Places on edges, in columns. */
type Targets = { readonly edge: Int32Array; readonly alongM: Float64Array };

/** A vehicle may turn round anywhere, which is as bad as driving this many metres. */
const U_TURN_M = 400;
/** Noise moves a place back along its edge by `mostM` at most, which is as bad as driving `factor` times as far. */
const BACK = { mostM: 150, factor: 3 };
/** How a place is reached. */
const [ALONG, TURNED, OVER] = [0, 1, 2] as const;
const STAY: readonly number[] = [];

/** Opens working space, which serves one search after the other. */
export function openStepSearch(network: RoadNetwork) {
  const { graph, times } = network;
  const { turns, opposite } = graph;
  const lengthM = edgeLengths(network);
  /** Seconds a metre by the speeds of the network; 0 aboard a ferry, where the vehicle waits. */
  const paceS = (edge: number): number => {
    const m = lengthM[edge] as number;
    return m === 0 || isSailed(graph, edge) ? 0 : (times.ofEdge[edge] as number) / 1000 / m;
  };
  /** Metres up to the beginning of an edge, and the edge before it; -1: the seed, -2: the seed turned round. */
  const dist = new Float64Array(graph.edgeCount);
  const parent = new Int32Array(graph.edgeCount);
  const stamp = new Int32Array(graph.edgeCount);
  const targetOf = new Int32Array(graph.edgeCount);
  const targetStamp = new Int32Array(graph.edgeCount);
  const heap = openHeap<number>();
  let [run, aimed] = [0, 0];
  let [first, count] = [0, 0];
  let targets: Targets;
  let [seedEdge, banned] = [0, -1];
  let metres = new Float64Array(64);
  let from = new Int32Array(64);
  let how = new Uint8Array(64);

  const note = (target: number, m: number, edge: number, by: 0 | 1 | 2) => {
    if (m >= (metres[target] as number)) return false;
    const isNew = metres[target] === Number.POSITIVE_INFINITY;
    metres[target] = m;
    from[target] = edge;
    how[target] = by;
    return isNew;
  };
  const relax = (edge: number, m: number, before: number) => {
    if (edge === banned) return;
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const next = turns.to[turn] as number;
      const turned = next === opposite[edge] ? m + U_TURN_M : m;
      if (stamp[next] === run && (dist[next] as number) <= turned) continue;
      stamp[next] = run;
      dist[next] = turned;
      parent[next] = before;
      heap.push(turned, next);
    }
  };
  /** Begins with the seed, or with the seed turned round, which are on their edge already. */
  const leave = (edge: number, alongM: number, m: number, by: 0 | 1): number => {
    let found = 0;
    if (targetStamp[edge] === aimed) {
      const target = targetOf[edge] as number;
      const movedM = (targets.alongM[first + target] as number) - alongM;
      const drivenM = movedM >= 0 ? movedM : -BACK.factor * movedM;
      if (movedM >= -BACK.mostM && note(target, m + drivenM, edge, by)) found++;
    }
    relax(edge, m + (lengthM[edge] as number) - alongM, by === ALONG ? -1 : -2);
    return found;
  };

  return {
    lengthM,
    paceS,
    /** Says which candidates the next searches look for: those from one index up to, but not with, another. */
    aim(candidates: Targets, begin: number, end: number) {
      aimed++;
      [targets, first, count] = [candidates, begin, end - begin];
      if (count > metres.length) {
        metres = new Float64Array(2 * count);
        from = new Int32Array(2 * count);
        how = new Uint8Array(2 * count);
      }
      for (let i = 0; i < count; i++) {
        const edge = candidates.edge[begin + i] as number;
        targetStamp[edge] = aimed;
        targetOf[edge] = i;
      }
    },
    /**
     * @param closed no way leads over the end of this edge; absent: all are open.
     * @returns by target: metres, turns counted in metres as well; infinite beyond `limitM`. Valid until the next
     * search.
     */
    reach(edge: number, alongM: number, limitM: number, closed = -1): Float64Array {
      run++;
      banned = closed;
      seedEdge = edge;
      metres.fill(Number.POSITIVE_INFINITY, 0, count);
      heap.clear();
      let open = count - leave(edge, alongM, 0, ALONG);
      const back = opposite[edge] as number;
      if (back !== -1) open -= leave(back, (lengthM[edge] as number) - alongM, U_TURN_M, TURNED);
      for (;;) {
        const m = heap.leastKey();
        const next = heap.pop();
        if (next === undefined || m > limitM || (open === 0 && m > longest(metres, count))) break;
        if (m > (dist[next] as number)) continue;
        if (targetStamp[next] === aimed) {
          const target = targetOf[next] as number;
          if (note(target, m + (targets.alongM[first + target] as number), next, OVER)) open--;
        }
        relax(next, m + (lengthM[next] as number), next);
      }
      return metres;
    },
    /**
     * How the last search comes to a target that it reached: the edges after that of the seed, in travel order;
     * `~edge` is turned into in the middle of the one before.
     */
    pathTo(target: number): readonly number[] {
      const last = from[target] as number;
      if (how[target] === ALONG) return STAY;
      if (how[target] === TURNED) return [~last];
      const path = [last];
      let before = parent[last] as number;
      for (; before >= 0; before = parent[before] as number) path.push(before);
      if (before === -2) path.push(~(opposite[seedEdge] as number));
      return path.reverse();
    },
  };
}

export type StepSearch = ReturnType<typeof openStepSearch>;

function longest(values: Float64Array, count: number): number {
  let most = 0;
  for (let i = 0; i < count; i++) if ((values[i] as number) > most) most = values[i] as number;
  return most;
}

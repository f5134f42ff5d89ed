/**
 * The corridor of a trip: the edges on ways that take no longer than its bound, with lower bounds of what is driven
 * before and behind each. A search by money looks at no other edge.
 *
 * Which edges these are follows from one sweep of the hierarchy, and so do the bounds of time. A ferry may be boarded
 * sooner than usual, and a way may have to lead past certain stations or pay tolls: such bounds follow from a search
 * over the corridor.
 *
 * Source: B. Strasser, T. Zeitz, A Fast and Tight Heuristic for A* in Road Networks (SEA 2021).
 */
import { type Steps, shareSteps } from '../base/steps.ts';
import type { RoadGraph } from './graph.ts';
import { type LabelHeap, openHeap } from './heap.ts';
import { type Costs, type Metric, UNREACHABLE } from './metric.ts';
import type { NearStation } from './money-fares.ts';
import { isSailed, type RoadNetwork } from './network.ts';
import { type EdgePlace, listSeeds, openSearch } from './query.ts';
import { openSweep, type Trees } from './sweep.ts';

export interface Ends {
  readonly from: readonly EdgePlace[];
  readonly to: readonly EdgePlace[];
}

export interface MoneySearchParts {
  readonly network: RoadNetwork;
  readonly metric: Metric;
  /** Those of the metric, but where a ferry is boarded, and where there is no way besides. */
  readonly costs: Costs;
}

/** Arrays are by place of the corridor; milliseconds are of what ways are chosen by. */
export interface Corridor {
  readonly ends: Ends;
  /** The edges, and by edge its place; -1: it is not in the corridor. */
  readonly edges: Int32Array;
  readonly placeOf: Int32Array;
  /** From the start to the beginning of an edge, and from there to the end, at least. */
  readonly fromStartMs: Float64Array;
  readonly toEndMs: Float64Array;
  readonly near: readonly NearStation[];
  /** How much sooner than usual a ferry may be boarded with an edge. Milliseconds. */
  soonerMs(edge: number): number;
  /** When one of some stations is passed from the beginning of an edge, as it is driven, at least; `Infinity`: later. */
  soonestMs(stations: readonly number[], withinMs: number): Steps<Float64Array>;
  /** What it costs from the beginning of an edge to the end. `Infinity`: more than the most. */
  leastCosts(rates: CostRates, most: number): Steps<Float64Array>;
  /** The least of such costs behind any of some stations. */
  leastBehind(stations: readonly number[], leastCosts: Float64Array): number;
  /** The same past one of some stations. */
  leastCostsPast(
    stations: readonly number[],
    leastCosts: Float64Array,
    rates: CostRates,
    most: number,
  ): Steps<Float64Array>;
}

/** What driving costs: units for each millisecond and metre, and for passing what stands at the end of an edge. */
export interface CostRates {
  readonly msRate: number;
  readonly metreRate: number;
  tollAt(edge: number): number;
  /** Neither ferries nor private roads are entered. */
  readonly isPlain?: true;
}

/** Opens the corridors of one network and metric. */
export function openCorridors({ network, metric }: Omit<MoneySearchParts, 'costs'>) {
  const sweepFrom = openSweeps(network, metric);
  const listInto = shareSteps(listTurnsInto(network.graph));

  /**
   * @param boundMs of the ways, with usual waits.
   * @returns the corridor for waits by the hour; see `soonerMs`.
   */
  return function* (
    ends: Ends,
    boundMs: number,
    costs: Costs,
  ): Steps<(soonerMs: Corridor['soonerMs']) => Steps<Corridor>> {
    const parts = { network, costs, swept: metric.costs, into: yield* listInto() };
    const plain = yield* openPlain(parts, ends, yield* sweepFrom(ends, boundMs));
    const known = new Map<string, Corridor>();
    return function* (soonerMs) {
      const key = Array.from(plain.boarded, soonerMs).join();
      const corridor = known.get(key) ?? (yield* toCorridor(parts, plain, soonerMs));
      known.set(key, corridor);
      return corridor;
    };
  };
}

/** The ranks on ways within a bound, in a working space that is lent until it is released. */
interface Swept {
  readonly ranks: Int32Array;
  readonly trees: Trees;
  release(): void;
}

/** Searches whose steps come between each other have a working space each. */
function openSweeps({ graph, hierarchy }: RoadNetwork, metric: Metric) {
  const openSpace = () => ({
    forward: openSearch(hierarchy, metric.forward),
    backward: openSearch(hierarchy, metric.backward),
    sweep: openSweep(hierarchy, metric),
  });
  let free: ReturnType<typeof openSpace> | undefined;
  return function* (ends: Ends, boundMs: number): Steps<Swept> {
    const space = free ?? openSpace();
    free = undefined;
    const { forward, backward, sweep } = space;
    const seeds = listSeeds(graph, hierarchy, metric, ends);
    forward.run(seeds.from);
    backward.run(seeds.to);
    yield;
    const ranks = yield* sweep.run(forward, backward, { bound: boundMs, least: 0 });
    return {
      ranks,
      trees: sweep.trees,
      release() {
        free = space;
      },
    };
  };
}

/** The corridor by usual waits, which others begin with. */
interface PlainCorridor
  extends Pick<Corridor, 'ends' | 'edges' | 'placeOf' | 'fromStartMs' | 'toEndMs'> {
  readonly passed: readonly Passed[];
  /** Those at whose beginning a ferry is boarded. */
  readonly boarded: Int32Array;
}

function* openPlain(
  { network, costs }: SpreadParts,
  ends: Ends,
  { ranks, trees: { start, end }, release }: Swept,
): Steps<PlainCorridor> {
  const { graph, hierarchy, ferries } = network;
  const placeOf = new Int32Array(graph.edgeCount).fill(-1);
  ranks.forEach((rank, place) => {
    placeOf[hierarchy.edgeAt[rank] as number] = place;
  });
  yield;
  // A trip that turns back to its start leads over its own edges once more.
  const again = new Set(ends.from.flatMap(({ edge }) => (placeOf[edge] === -1 ? edge : [])));
  const edges = new Int32Array(ranks.length + again.size);
  const fromStartMs = new Float64Array(edges.length);
  const toEndMs = new Float64Array(edges.length);
  ranks.forEach((rank, place) => {
    edges[place] = hierarchy.edgeAt[rank] as number;
    // The parts of the edges at the ends are rounded.
    fromStartMs[place] = start.cost(rank) - 1;
    toEndMs[place] = Math.max(0, end.cost(rank) - 1);
  });
  let place = ranks.length;
  release();
  for (const edge of again) {
    placeOf[edge] = place;
    edges[place] = edge;
    fromStartMs[place++] = -(costs.ofEdge[edge] as number);
  }
  yield;
  const passed = listPassed(network, edges);
  yield;
  const boarded = edges.filter((edge) => ferries.first[edge] !== ferries.first[edge + 1]);
  return { ends, edges, placeOf, passed, boarded, fromStartMs, toEndMs };
}

/** A station that is passed at the end of an edge of the corridor. */
interface Passed {
  readonly place: number;
  readonly station: number;
}

function listPassed({ gates }: RoadNetwork, edges: Int32Array): Passed[] {
  const passed: Passed[] = [];
  edges.forEach((edge, place) => {
    for (let i = gates.first[edge] as number; i < (gates.first[edge + 1] as number); i++)
      passed.push({ place, station: gates.station[i] as number });
  });
  return passed;
}

function* toCorridor(
  parts: SpreadParts,
  plain: PlainCorridor,
  soonerMs: Corridor['soonerMs'],
): Steps<Corridor> {
  const { edges, placeOf, passed, boarded } = plain;
  const { graph } = parts.network;
  const { turns } = graph;
  const spread = openSpread(parts, plain, soonerMs);
  const isSooner =
    boarded.some((edge) => soonerMs(edge) > 0) ||
    (parts.costs !== parts.swept && edges.some((edge) => isSailed(graph, edge)));
  const { fromStartMs, toEndMs } = isSooner ? yield* spread.times() : plain;
  const startMs = yield* spread.startMs();
  const near = passed.map(({ place, station }): NearStation => {
    const edge = edges[place] as number;
    const edgeMs = parts.costs.ofEdge[edge] as number;
    return {
      station,
      fromStartMs: (fromStartMs[place] as number) + edgeMs,
      toEndMs: Math.max(0, (toEndMs[place] as number) - edgeMs),
      soonestMs: Math.max(
        0,
        (startMs[place] as number) + (parts.network.times.ofEdge[edge] as number),
      ),
    };
  });
  const soonest = new Map<string, Float64Array>();
  return {
    ...plain,
    near,
    fromStartMs,
    toEndMs,
    soonerMs,
    *soonestMs(stations, withinMs) {
      const key = `${withinMs} ${stations.join()}`;
      const found = soonest.get(key) ?? (yield* spread.soonestMs(new Set(stations), withinMs));
      soonest.set(key, found);
      return found;
    },
    leastBehind(stations, least) {
      const wanted = new Set(stations);
      let behind = Number.POSITIVE_INFINITY;
      for (const { place, station } of passed) {
        if (!wanted.has(station)) continue;
        const edge = edges[place] as number;
        const end = turns.first[edge + 1] as number;
        for (let turn = turns.first[edge] as number; turn < end; turn++) {
          const next = placeOf[turns.to[turn] as number] as number;
          if (next >= 0) behind = Math.min(behind, least[next] as number);
        }
      }
      return behind;
    },
    leastCosts: (rates, most) => spread.leastCosts(rates, { most, fromStartMs }),
    leastCostsPast: (stations, least, rates, most) =>
      spread.leastCosts(rates, { most, fromStartMs }, { stations: new Set(stations), least }),
  };
}

interface Turns {
  readonly first: Int32Array;
  /** The edge that a turn comes from, and the turn. */
  readonly from: Int32Array;
  readonly turn: Int32Array;
}

/** After so many edges other work may come between. */
const EDGES_AT_A_TIME = 50_000;
/** After so many that a search over the corridor has settled. */
const SETTLED_AT_A_TIME = 2000;

/** The turns into each edge. */
function* listTurnsInto({ edgeCount, turns }: RoadGraph): Steps<Turns> {
  const first = new Int32Array(edgeCount + 1);
  for (const to of turns.to) (first[to + 1] as number)++;
  yield;
  for (let edge = 0; edge < edgeCount; edge++) (first[edge + 1] as number) += first[edge] as number;
  const next = first.slice(0, edgeCount);
  const [from, turn] = [new Int32Array(turns.to.length), new Int32Array(turns.to.length)];
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edge % EDGES_AT_A_TIME === 0) yield;
    for (let i = turns.first[edge] as number; i < (turns.first[edge + 1] as number); i++) {
      const at = (next[turns.to[i] as number] as number)++;
      from[at] = edge;
      turn[at] = i;
    }
  }
  return { first, from, turn };
}

interface SpreadParts {
  readonly network: RoadNetwork;
  readonly costs: Costs;
  /** What the hierarchy was swept by. */
  readonly swept: Costs;
  readonly into: Turns;
}

/** Searches over a corridor: each gives by place the least there is. */
function openSpread(
  { network, costs, into }: SpreadParts,
  { ends, edges, placeOf, passed }: PlainCorridor,
  soonerMs: Corridor['soonerMs'],
) {
  const { graph, times, measures, turnChoice, privateEntryMs } = network;
  const { turns, opposite, linkOf } = graph;
  const sails = (edge: number) => isSailed(graph, edge);
  const isOpen = (edge: number) => (costs.ofEdge[edge] as number) < UNREACHABLE;
  /** Of a turn between two edges; `UNREACHABLE`: it is closed. */
  const turnMs = (turn: number, from: number, to: number): number => {
    const ms = costs.ofTurn[turn] as number;
    return ms >= UNREACHABLE || sails(from) ? ms : ms - soonerMs(to);
  };

  /**
   * Dijkstra's search from the end back to the start, or `isAhead` the other way round.
   *
   * @param add of an edge, the turn to the one that is settled, that one, and the number of the turn: what is added.
   * @param mostAt by place: more than that is not looked at.
   */
  function* search(
    heap: LabelHeap<number>,
    add: (edge: number, ms: number, settled: number, turn: number) => number,
    {
      isAhead = false,
      mostAt = () => Number.POSITIVE_INFINITY,
    }: { readonly isAhead?: boolean; readonly mostAt?: (place: number) => number } = {},
  ): Steps<Float64Array> {
    const least = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
    for (let settled = 0; ; settled++) {
      if (settled % SETTLED_AT_A_TIME === SETTLED_AT_A_TIME - 1) yield;
      const cost = heap.leastKey();
      const edge = heap.pop();
      if (edge === undefined) return least;
      const place = placeOf[edge] as number;
      if (cost >= (least[place] as number)) continue;
      least[place] = cost;
      const first = isAhead ? turns.first : into.first;
      for (let i = first[edge] as number; i < (first[edge + 1] as number); i++) {
        const other = (isAhead ? turns.to[i] : into.from[i]) as number;
        const at = placeOf[other] as number;
        if (at < 0 || (least[at] as number) < Number.POSITIVE_INFINITY || !isOpen(other)) continue;
        const turn = isAhead ? i : (into.turn[i] as number);
        const ms = isAhead ? turnMs(i, edge, other) : turnMs(turn, other, edge);
        if (ms >= UNREACHABLE) continue;
        const next = cost + add(other, ms, edge, turn);
        if (next < Number.POSITIVE_INFINITY && next <= mostAt(at)) heap.push(next, other);
      }
    }
  }
  const seed = (at: readonly EdgePlace[], costOf: (place: EdgePlace) => number) => {
    const heap: LabelHeap<number> = openHeap();
    for (const place of at)
      if ((placeOf[place.edge] as number) >= 0 && isOpen(place.edge))
        heap.push(costOf(place), place.edge);
    return heap;
  };
  const seedGates = (stations: ReadonlySet<number>, costOf: (edge: number) => number) => {
    const heap: LabelHeap<number> = openHeap();
    for (const { place, station } of passed) {
      const edge = edges[place] as number;
      if (stations.has(station)) heap.push(costOf(edge), edge);
    }
    return heap;
  };
  const partMs = ({ edge, share }: EdgePlace) => share * (costs.ofEdge[edge] as number);

  return {
    *times() {
      const fromStartMs = yield* search(
        seed(ends.from, (place) => -partMs(place)),
        (_, ms, settled) => ms + (costs.ofEdge[settled] as number),
        { isAhead: true },
      );
      const along = (edge: number, ms: number) => ms + (costs.ofEdge[edge] as number);
      return { fromStartMs, toEndMs: yield* search(seed(ends.to, partMs), along) };
    },
    /** By place: when the beginning of an edge is reached, as it is driven, at least. */
    startMs: () =>
      search(
        seed(ends.from, ({ edge, share }) => -share * (times.ofEdge[edge] as number)),
        (other, _, settled, turn) =>
          (times.ofEdge[settled] as number) +
          (times.ofTurn[turn] as number) -
          (sails(settled) ? 0 : soonerMs(other)),
        { isAhead: true },
      ),
    soonestMs(stations: ReadonlySet<number>, withinMs: number): Steps<Float64Array> {
      const heap = seedGates(stations, (edge) => times.ofEdge[edge] as number);
      const add = (edge: number, _: number, settled: number, turn: number) =>
        (times.ofEdge[edge] as number) +
        (times.ofTurn[turn] as number) -
        (sails(edge) ? 0 : soonerMs(settled));
      return search(heap, add, { mostAt: () => withinMs });
    },
    leastCosts(
      { msRate, metreRate, tollAt, isPlain }: CostRates,
      { most, fromStartMs }: { readonly most: number; readonly fromStartMs: Float64Array },
      past?: { readonly stations: ReadonlySet<number>; readonly least: Float64Array },
    ): Steps<Float64Array> {
      const along = (edge: number) =>
        msRate * (costs.ofEdge[edge] as number) +
        metreRate * (measures.drivenM[linkOf[edge] as number] as number);
      const heap = past
        ? seedGates(past.stations, (edge) => past.least[placeOf[edge] as number] as number)
        : seed(ends.to, ({ edge, share }) => share * along(edge));
      const endsAt = new Set(ends.to.flatMap(({ edge, share }) => (share === 0 ? edge : [])));
      const add = (edge: number, ms: number, settled: number, turn: number): number => {
        if (isPlain && (sails(settled) || (turnChoice[turn] as number) >= privateEntryMs))
          return Number.POSITIVE_INFINITY;
        // A way that turns round right behind a station, or begins or ends there, does not pass it.
        const isPassed = opposite[edge] !== settled && !endsAt.has(settled);
        return msRate * ms + along(edge) + (isPassed ? tollAt(edge) : 0);
      };
      // Up to where a way begins on its first edge it costs nothing; the times from the start have that part.
      const undriven = new Map<number, number>();
      for (const { edge, share } of ends.from) {
        const metres = share * (measures.drivenM[linkOf[edge] as number] as number);
        undriven.set(edge, Math.max(undriven.get(edge) ?? 0, metreRate * metres));
      }
      const mostAt = (place: number) =>
        most -
        msRate * (fromStartMs[place] as number) +
        (undriven.get(edges[place] as number) ?? 0);
      return search(heap, add, { mostAt });
    },
  };
}

/**
 * The corridor of a trip: the edges on ways that take no longer than its bound, with lower bounds of what is driven
 * before and behind each. A search by money looks at no other edge. A trip over stops has one corridor for each leg, and
 * the bounds of one go on over the stop with those of the next.
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

/** One leg of a trip, which may take so long. */
export interface BoundLeg extends Ends {
  /** By usual waits, and by what ways are chosen by. */
  readonly boundMs: number;
}

export interface CorridorLeg extends Ends {
  /** By edge its place; -1: it is not in the corridor of the leg. */
  readonly placeOf: Int32Array;
  /** Its places are from the first one on, up to the end. */
  readonly first: number;
  readonly end: number;
}

/** Arrays are by place of the corridor, leg by leg; milliseconds are of what ways are chosen by. */
export interface Corridor {
  readonly legs: readonly CorridorLeg[];
  readonly edges: Int32Array;
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

  /** @returns the corridor for waits by the hour; see `soonerMs`. */
  return function* (
    legs: readonly BoundLeg[],
    costs: Costs,
  ): Steps<(soonerMs: Corridor['soonerMs']) => Steps<Corridor>> {
    const parts = { network, costs, swept: metric.costs, into: yield* listInto() };
    const strips: Strip[] = [];
    for (const leg of legs) strips.push(yield* openStrip(parts, leg, yield* sweepFrom(leg)));
    const plain = joinStrips(parts, strips);
    yield;
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
  return function* ({ boundMs, ...ends }: BoundLeg): Steps<Swept> {
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

/** The corridor of one leg by itself, by usual waits. */
interface Strip extends Pick<Corridor, 'edges' | 'fromStartMs' | 'toEndMs'> {
  readonly ends: Ends;
  readonly placeOf: Int32Array;
}

function* openStrip(
  { network, costs }: SpreadParts,
  { from, to }: Ends,
  { ranks, trees: { start, end }, release }: Swept,
): Steps<Strip> {
  const { graph, hierarchy } = network;
  const placeOf = new Int32Array(graph.edgeCount).fill(-1);
  ranks.forEach((rank, place) => {
    placeOf[hierarchy.edgeAt[rank] as number] = place;
  });
  yield;
  // A trip that turns back to its start leads over its own edges once more.
  const again = new Set(from.flatMap(({ edge }) => (placeOf[edge] === -1 ? edge : [])));
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
  return { ends: { from, to }, edges, placeOf, fromStartMs, toEndMs };
}

/** The corridor by usual waits, which others begin with. */
interface PlainCorridor extends Pick<Corridor, 'legs' | 'edges' | 'fromStartMs' | 'toEndMs'> {
  readonly passed: readonly Passed[];
  /** Those at whose beginning a ferry is boarded. */
  readonly boarded: Int32Array;
}

function joinStrips({ network, swept }: SpreadParts, strips: readonly Strip[]): PlainCorridor {
  const legs: CorridorLeg[] = [];
  for (const { ends, edges, placeOf } of strips) {
    const first = legs.at(-1)?.end ?? 0;
    for (const edge of first > 0 ? edges : []) (placeOf[edge] as number) += first;
    legs.push({ ...ends, placeOf, first, end: first + edges.length });
  }
  const count = legs.at(-1)?.end ?? 0;
  const edges = new Int32Array(count);
  const [fromStartMs, toEndMs] = [new Float64Array(count), new Float64Array(count)];
  for (const [i, strip] of strips.entries()) {
    edges.set(strip.edges, legs[i]?.first);
    fromStartMs.set(strip.fromStartMs, legs[i]?.first);
    toEndMs.set(strip.toEndMs, legs[i]?.first);
  }
  addLegs({ legs, fromStartMs, toEndMs }, swept);
  const { first } = network.ferries;
  const boarded = edges.filter((edge) => first[edge] !== first[edge + 1]);
  return { legs, edges, fromStartMs, toEndMs, passed: listPassed(network, edges), boarded };
}

/** Bounds of single legs become those of the trip. */
function addLegs(
  { legs, fromStartMs, toEndMs }: Pick<PlainCorridor, 'legs' | 'fromStartMs' | 'toEndMs'>,
  { ofEdge }: Costs,
): void {
  const along = (edge: number) => ofEdge[edge] as number;
  let beforeMs = 0;
  for (const leg of legs) {
    if (beforeMs > 0) add(fromStartMs, leg, beforeMs);
    beforeMs = Math.max(0, arriveAt(leg, fromStartMs, along));
  }
  let behindMs = 0;
  for (const leg of legs.toReversed()) {
    if (behindMs > 0) add(toEndMs, leg, behindMs);
    behindMs = leaveAt(leg, toEndMs, along);
  }
}

function add(array: Float64Array, { first, end }: CorridorLeg, more: number): void {
  for (let place = first; place < end; place++) (array[place] as number) += more;
}

/** Where a leg comes to its end at the least, by what it is to the beginnings of its edges. */
function arriveAt(leg: CorridorLeg, least: Float64Array, along: (edge: number) => number): number {
  const costs = leg.to.map(({ edge, share }) => {
    const place = leg.placeOf[edge] as number;
    return place < 0 ? Number.POSITIVE_INFINITY : (least[place] as number) + share * along(edge);
  });
  return Math.min(...costs);
}

/** What is left where a leg begins at the least, by what is left at the beginnings of its edges; 0 or more. */
function leaveAt(
  leg: CorridorLeg,
  least: Float64Array,
  along: (edge: number) => number,
  offAt: (edge: number) => number = () => 0,
): number {
  const costs = leg.from.map(
    ({ edge, share }) =>
      (least[leg.placeOf[edge] as number] as number) -
      share * along(edge) -
      (share === 1 ? offAt(edge) : 0),
  );
  return Math.max(0, Math.min(...costs));
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
  const { legs, edges, passed, boarded } = plain;
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
  const lastFirst = legs.at(-1)?.first ?? 0;
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
        const { placeOf, to } = legs.find(({ end }) => place < end) as CorridorLeg;
        // Over a stop at the end of the edge the station may be passed into the next leg.
        if (place < lastFirst && to.some((end) => end.edge === edge)) behind = 0;
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
  { legs, edges, passed }: PlainCorridor,
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

  /** Dijkstra's search over one leg from its end back to its start, or `isAhead` the other way round. */
  function* searchLeg(
    leg: CorridorLeg,
    heap: LabelHeap<number>,
    least: Float64Array,
    { add, isAhead = false, mostAt = () => Number.POSITIVE_INFINITY }: SpreadTerms,
  ): Steps<void> {
    const { placeOf } = leg;
    for (let settled = 0; ; settled++) {
      if (settled % SETTLED_AT_A_TIME === SETTLED_AT_A_TIME - 1) yield;
      const cost = heap.leastKey();
      const edge = heap.pop();
      if (edge === undefined) return;
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
        const next = cost + add(other, ms, edge, turn, leg);
        if (next < Number.POSITIVE_INFINITY && next <= mostAt(at, leg)) heap.push(next, other);
      }
    }
  }
  /** The same over all legs: what one comes to at a stop the next one goes on with. */
  function* search(terms: SpreadTerms): Steps<Float64Array> {
    const { along, isAhead = false, gates, offAt = () => 0 } = terms;
    const least = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
    let atStop = gates ? Number.POSITIVE_INFINITY : 0;
    for (const leg of isAhead ? legs : legs.toReversed()) {
      const heap: LabelHeap<number> = openHeap();
      for (const { place, station } of gates ? passed : []) {
        const edge = edges[place] as number;
        if (place >= leg.first && place < leg.end && gates?.stations.has(station))
          heap.push(gates.costOf(edge, place), edge);
      }
      for (const { edge, share } of isAhead ? leg.from : leg.to)
        if ((leg.placeOf[edge] as number) >= 0 && isOpen(edge) && atStop < Number.POSITIVE_INFINITY)
          heap.push(atStop + (isAhead ? -share : share) * along(edge), edge);
      yield* searchLeg(leg, heap, least, terms);
      atStop = isAhead ? arriveAt(leg, least, along) : leaveAt(leg, least, along, offAt);
    }
    return least;
  }
  const driveMs = (edge: number) => times.ofEdge[edge] as number;
  const costMs = (edge: number) => costs.ofEdge[edge] as number;

  return {
    *times() {
      const fromStartMs = yield* search({
        along: costMs,
        add: (_, ms, settled) => ms + costMs(settled),
        isAhead: true,
      });
      const add = (edge: number, ms: number) => ms + costMs(edge);
      return { fromStartMs, toEndMs: yield* search({ along: costMs, add }) };
    },
    /** By place: when the beginning of an edge is reached, as it is driven, at least. */
    startMs: () =>
      search({
        along: driveMs,
        add: (other, _, settled, turn) =>
          driveMs(settled) +
          (times.ofTurn[turn] as number) -
          (sails(settled) ? 0 : soonerMs(other)),
        isAhead: true,
      }),
    soonestMs: (stations: ReadonlySet<number>, withinMs: number): Steps<Float64Array> =>
      search({
        along: driveMs,
        gates: { stations, costOf: driveMs },
        add: (edge, _, settled, turn) =>
          driveMs(edge) + (times.ofTurn[turn] as number) - (sails(edge) ? 0 : soonerMs(settled)),
        mostAt: () => withinMs,
      }),
    leastCosts(
      { msRate, metreRate, tollAt, isPlain }: CostRates,
      { most, fromStartMs }: { readonly most: number; readonly fromStartMs: Float64Array },
      past?: { readonly stations: ReadonlySet<number>; readonly least: Float64Array },
    ): Steps<Float64Array> {
      const metresOf = (edge: number) => measures.drivenM[linkOf[edge] as number] as number;
      const along = (edge: number) => msRate * costMs(edge) + metreRate * metresOf(edge);
      const endsAt = new Map(
        legs.map((leg) => [leg, leg.to.flatMap(({ edge, share }) => (share === 0 ? edge : []))]),
      );
      // Up to where a way begins on its first edge it costs nothing; the times from the start have that part.
      const undriven = new Map(legs.map((leg) => [leg, listUndriven(leg, metresOf)]));
      return search({
        along,
        ...(past && {
          gates: {
            stations: past.stations,
            costOf: (_: number, place: number) => past.least[place] as number,
          },
        }),
        // A leg that begins at the end of an edge may not pass what stands there.
        offAt: tollAt,
        add(edge, ms, settled, turn, leg) {
          if (isPlain && (sails(settled) || (turnChoice[turn] as number) >= privateEntryMs))
            return Number.POSITIVE_INFINITY;
          // A way that turns round right behind a station, or begins or ends there, does not pass it.
          const isPassed = opposite[edge] !== settled && !endsAt.get(leg)?.includes(settled);
          return msRate * ms + along(edge) + (isPassed ? tollAt(edge) : 0);
        },
        mostAt: (place, leg) =>
          most -
          msRate * (fromStartMs[place] as number) +
          metreRate * (undriven.get(leg)?.get(edges[place] as number) ?? 0),
      });
    },
  };
}

/** How one search over a corridor adds up. */
interface SpreadTerms {
  readonly isAhead?: boolean;
  /** Of an edge. */
  along(edge: number): number;
  /** Of an edge, the turn to the one that is settled, that one, and the number of the turn: what is added. */
  add(edge: number, ms: number, settled: number, turn: number, leg: CorridorLeg): number;
  /** By place: more than that is not looked at. */
  mostAt?(place: number, leg: CorridorLeg): number;
  /** It begins at the edges before some stations; absent: at the end of the trip. */
  readonly gates?: {
    readonly stations: ReadonlySet<number>;
    costOf(edge: number, place: number): number;
  };
  /** What `add` may have counted at the end of an edge, and a leg that begins there does not. */
  offAt?(edge: number): number;
}

/** By edge: how much of it lies before the start of a leg at most. */
function listUndriven(
  { from }: Ends,
  metresOf: (edge: number) => number,
): ReadonlyMap<number, number> {
  const undriven = new Map<number, number>();
  for (const { edge, share } of from)
    undriven.set(edge, Math.max(undriven.get(edge) ?? 0, share * metresOf(edge)));
  return undriven;
}

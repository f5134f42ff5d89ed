/**
 * The corridor of a trip: the edges on ways that take no longer than its bound. It has lower bounds of the drive
 * before and behind each edge. A search by money looks at no other edge. A trip over stops has one corridor for each
 * leg, and the bounds of one go on over the stop with those of the next.
 *
 * The edges and the bounds of time come from one sweep of the hierarchy. A ferry may be boarded sooner than usual,
 * and a way may have to lead past certain stations or pay tolls. Such bounds come from a search over the corridor.
 *
 * Source: B. Strasser, T. Zeitz, A Fast and Tight Heuristic for A* in Road Networks (SEA 2021).
 */
import type { Steps } from '../base/steps.ts';
import type { Costs, Metric } from './metric.ts';
import type { NearStation } from './money-fares.ts';
import {
  type Arcs,
  arriveAt,
  type CorridorLeg,
  type CostRates,
  type Ends,
  leaveAt,
  listArcs,
  openSpread,
} from './money-spread.ts';
import { isSailed, type RoadNetwork } from './network.ts';
import { listSeeds, openSearch } from './query.ts';
import { openSweep, type Trees } from './sweep.ts';

export interface MoneySearchParts {
  readonly network: RoadNetwork;
  readonly metric: Metric;
  /** Those of the metric, with two changes: waits for ferries are as they are, and avoided tolls are closed. */
  readonly costs: Costs;
}

/** One leg of a trip, and how long it may take. */
export interface BoundLeg extends Ends {
  /** With usual waits. Milliseconds by which ways are chosen. */
  readonly boundMs: number;
}

/** Arrays are by place of the corridor, leg by leg. Milliseconds are those by which ways are chosen. */
export interface Corridor {
  readonly legs: readonly CorridorLeg[];
  readonly edges: Int32Array;
  /** The least time from the start to the beginning of an edge, and from there to the end. */
  readonly fromStartMs: Float64Array;
  readonly toEndMs: Float64Array;
  readonly near: readonly NearStation[];
  readonly passed: readonly Passed[];
  readonly ferryRuns: readonly FerryRun[];
  /** How much sooner than usual a ferry may be boarded with an edge. Milliseconds. */
  soonerMs(edge: number): number;
  /** The least driving time from the beginning of an edge until one of some stations is passed. `Infinity`: longer. */
  soonestMs(stations: readonly number[], withinMs: number): Steps<Float64Array>;
  /** The least cost from the beginning of an edge to the end. `Infinity`: ways over the edge cost more than `most`. */
  leastCosts(rates: CostRates, most: number): Steps<Float64Array>;
  /** The least of `leastCosts` behind any of some stations. */
  leastBehind(stations: readonly number[], leastCosts: Float64Array): number;
  /** The least cost from the beginning of an edge past one of some stations to the end. */
  leastCostsPast(
    stations: readonly number[],
    leastCosts: Float64Array,
    rates: CostRates,
    most: number,
  ): Steps<Float64Array>;
}

/** Opens the corridors of one network and metric. */
export function openCorridors({ network, metric }: Omit<MoneySearchParts, 'costs'>) {
  const sweepFrom = openSweeps(network, metric);

  /** @returns what gives the corridor for waits by the hour; see `soonerMs`. */
  return function* (
    legs: readonly BoundLeg[],
    costs: Costs,
  ): Steps<(soonerMs: Corridor['soonerMs']) => Steps<Corridor>> {
    const parts = { network, costs, swept: metric.costs };
    const strips: Strip[] = [];
    for (const leg of legs) strips.push(yield* openStrip(parts, leg, yield* sweepFrom(leg)));
    const plain = joinStrips(parts, strips);
    yield;
    const arcs = yield* listArcs(parts, plain);
    const known = new Map<string, Corridor>();
    return function* (soonerMs) {
      const key = Array.from(plain.boarded, soonerMs).join();
      const corridor = known.get(key) ?? (yield* toCorridor(parts, { ...plain, arcs }, soonerMs));
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

/** Searches whose steps interleave have a working space each. */
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

/** The corridor of one leg by itself, with usual waits. */
interface Strip extends Pick<Corridor, 'edges' | 'fromStartMs' | 'toEndMs'> {
  readonly ends: Ends;
  readonly placeOf: Int32Array;
}

function* openStrip(
  { network, costs }: StripParts,
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

interface StripParts extends Omit<MoneySearchParts, 'metric'> {
  /** The costs that the hierarchy was swept by. */
  readonly swept: Costs;
}

/** The corridor with usual waits, from which the others are made. */
interface PlainCorridor
  extends Pick<Corridor, 'legs' | 'edges' | 'fromStartMs' | 'toEndMs' | 'passed' | 'ferryRuns'> {
  /** Edges at whose beginning a ferry is boarded. */
  readonly boarded: Int32Array;
}

function joinStrips({ network, swept }: StripParts, strips: readonly Strip[]): PlainCorridor {
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
  const passed = listPassed(network, edges);
  const ferryRuns = listFerryRuns(network, { edges, legs });
  return { legs, edges, fromStartMs, toEndMs, passed, ferryRuns, boarded };
}

/** Turns bounds of single legs into bounds of the trip. */
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

/** The edges of a ferry from quay to quay, at least one. */
type FerryRun = readonly [number, ...number[]];

/**
 * The ferries that a way sails to their ends if it boards them. Lines that part, meet or call on the way are left
 * out: it is not known there how far they are sailed. If a leg begins or ends at sea, all are left out.
 */
function listFerryRuns(
  { graph }: RoadNetwork,
  { edges, legs }: Pick<Corridor, 'edges' | 'legs'>,
): FerryRun[] {
  const { turns, opposite } = graph;
  const sails = (edge: number) => isSailed(graph, edge);
  const after = (edge: number): number[] =>
    [...turns.to.subarray(turns.first[edge], turns.first[edge + 1])].filter(
      (next) => next !== opposite[edge],
    );
  const isAtSea = ({ from, to }: CorridorLeg) => [...from, ...to].some(({ edge }) => sails(edge));
  if (legs.some(isAtSea)) return [];
  const ferries = [...new Set(edges.filter(sails))];
  const atSea = new Set(ferries.flatMap((edge) => after(edge).filter(sails)));
  return ferries.flatMap((first): FerryRun[] => {
    if (atSea.has(first)) return [];
    const run: [number, ...number[]] = [first];
    let next = after(first);
    while (next.length === 1 && next.every(sails) && run.length < ferries.length) {
      run.push(...next);
      next = after(run.at(-1) as number);
    }
    return next.some(sails) ? [] : [run];
  });
}

function* toCorridor(
  parts: StripParts,
  plain: PlainCorridor & { readonly arcs: Arcs },
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
  const placesOf = (stations: readonly number[]): number[] => {
    const wanted = new Set(stations);
    return passed.flatMap(({ place, station }) => (wanted.has(station) ? place : []));
  };
  return {
    ...plain,
    near,
    fromStartMs,
    toEndMs,
    soonerMs,
    *soonestMs(stations, withinMs) {
      const key = `${withinMs} ${stations.join()}`;
      const found = soonest.get(key) ?? (yield* spread.soonestMs(placesOf(stations), withinMs));
      soonest.set(key, found);
      return found;
    },
    leastBehind(stations, least) {
      let behind = Number.POSITIVE_INFINITY;
      for (const place of placesOf(stations)) {
        const edge = edges[place] as number;
        const { placeOf, to } = legs.find(({ end }) => place < end) as CorridorLeg;
        // If a stop lies on the edge, the station may be passed on the way into the next leg.
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
      spread.leastCosts(rates, { most, fromStartMs }, { places: placesOf(stations), least }),
  };
}

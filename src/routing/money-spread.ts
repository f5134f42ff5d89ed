/**
 * Searches over the corridor of a trip. Each gives, by place, the least cost or time from the start or to the end.
 *
 * The costs of arcs are worked out once for all searches by the same rates. There are many such searches, one for each
 * group of stations that a rule looks at.
 */
import { memoizeKeys } from '../base/memoize.ts';
import type { Steps } from '../base/steps.ts';
import { type NumberHeap, openNumberHeap } from './heap.ts';
import { type Costs, UNREACHABLE } from './metric.ts';
import { isBoarded, isSailed, type RoadNetwork } from './network.ts';
import type { EdgePlace } from './query.ts';
import { fillRows, type Rows } from './rows.ts';

export interface Ends {
  readonly from: readonly EdgePlace[];
  readonly to: readonly EdgePlace[];
}

export interface CorridorLeg extends Ends {
  /** By edge: its place; -1: it is not in the corridor of the leg. */
  readonly placeOf: Int32Array;
  /** Its places are `first` up to, but not with, `end`. */
  readonly first: number;
  readonly end: number;
}

/** What driving costs: units for each millisecond and metre, and by place for passing what stands at its end. */
export interface CostRates {
  readonly msRate: number;
  readonly metreRate: number;
  readonly tolls: ReadonlyMap<number, number>;
  /** Neither ferries nor private roads are entered. */
  readonly isPlain?: true;
}

/** The open turns between the places of a corridor: those out of a place stand together. */
export interface Arcs {
  readonly first: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly turn: Int32Array;
  /** By place: the arcs into it. */
  readonly into: Rows;
}

interface Places {
  readonly legs: readonly CorridorLeg[];
  /** By place: its edge. */
  readonly edges: Int32Array;
}

interface SpreadParts {
  readonly network: RoadNetwork;
  readonly costs: Costs;
}

/** Edges after which other work may be done. */
const EDGES_AT_A_TIME = 10_000;
/** Places that a search over the corridor has settled after which other work may be done. */
const SETTLED_AT_A_TIME = 10_000;

export function* listArcs({ network, costs }: SpreadParts, { legs, edges }: Places): Steps<Arcs> {
  const { turns } = network.graph;
  const isOpen = (edge: number) => (costs.ofEdge[edge] as number) < UNREACHABLE;
  const first = new Int32Array(edges.length + 1);
  const [from, to, turn]: [number[], number[], number[]] = [[], [], []];
  for (const { placeOf, first: firstPlace, end } of legs)
    for (let place = firstPlace; place < end; place++) {
      if (place % EDGES_AT_A_TIME === 0) yield;
      const edge = edges[place] as number;
      const endTurn = isOpen(edge) ? (turns.first[edge + 1] as number) : 0;
      for (let by = turns.first[edge] as number; by < endTurn; by++) {
        const next = turns.to[by] as number;
        const at = placeOf[next] as number;
        if (at < 0 || !isOpen(next) || (costs.ofTurn[by] as number) >= UNREACHABLE) continue;
        from.push(place);
        to.push(at);
        turn.push(by);
      }
      first[place + 1] = to.length;
    }
  yield;
  const into = fillRows(edges.length, (visit) => {
    for (let arc = 0; arc < to.length; arc++) visit(to[arc] as number, arc);
  });
  const listed = [from, to, turn].map((one) => new Int32Array(one));
  const [fromPlace, toPlace, turnOf] = listed as [Int32Array, Int32Array, Int32Array];
  return { first, from: fromPlace, to: toPlace, turn: turnOf, into };
}

/** The least cost to the end of a leg, by the least costs to the beginnings of its edges. */
export function arriveAt(
  leg: CorridorLeg,
  least: Float64Array,
  along: (edge: number) => number,
): number {
  const costs = leg.to.map(({ edge, share }) => {
    const place = leg.placeOf[edge] as number;
    return place < 0 ? Number.POSITIVE_INFINITY : (least[place] as number) + share * along(edge);
  });
  return Math.min(...costs);
}

/** The least cost from the beginning of a leg, by the least costs from the beginnings of its edges; 0 or more. */
export function leaveAt(
  leg: CorridorLeg,
  least: Float64Array,
  along: (edge: number) => number,
  tolls?: CostRates['tolls'],
): number {
  const costs = leg.from.map(({ edge, share }) => {
    const place = leg.placeOf[edge] as number;
    // A leg that begins at the end of an edge may not pass what stands there.
    const notPassed = share === 1 ? (tolls?.get(place) ?? 0) : 0;
    return (least[place] as number) - share * along(edge) - notPassed;
  });
  return Math.max(0, Math.min(...costs));
}

/** How one search over a corridor adds up. */
interface SpreadTerms {
  readonly isAhead?: boolean;
  /** By arc: the cost of its turn and of the edge before it; `Infinity`: it is not taken. */
  readonly ofArc: Float64Array;
  /** The cost of driving an edge from end to end. */
  along(edge: number): number;
  /** Ways that cost more are not looked at: what a place has cost so far, plus the least from the start by `before`. */
  readonly most?: number;
  readonly before?: { readonly ms: Float64Array; readonly msRate: number };
  /** The places where the search begins, with the cost of each; absent: the end of the trip (`isAhead`: its start). */
  readonly gates?: { readonly places: readonly number[]; costAt(place: number): number };
  /** The tolls at the ends of places that `ofArc` includes. */
  readonly tolls?: CostRates['tolls'];
}

/** @param soonerMs how much sooner than usual a ferry may be boarded with an edge. */
export function openSpread(
  { network, costs }: SpreadParts,
  { legs, edges, arcs }: Places & { readonly arcs: Arcs },
  soonerMs: (edge: number) => number,
) {
  const { graph, times, measures, turnChoice, privateEntryMs } = network;
  const { opposite, linkOf } = graph;
  const sails = (edge: number) => isSailed(graph, edge);
  const driveMs = (edge: number) => times.ofEdge[edge] as number;
  const costMs = (edge: number) => costs.ofEdge[edge] as number;
  const metresOf = (edge: number) => measures.drivenM[linkOf[edge] as number] as number;

  type OfArc = (edge: number, next: number, turn: number, arc: number) => number;
  const listCosts = (ofArc: OfArc): Float64Array => {
    const listed = new Float64Array(arcs.turn.length);
    for (let arc = 0; arc < listed.length; arc++) {
      const [from, to] = [arcs.from[arc] as number, arcs.to[arc] as number];
      const turn = arcs.turn[arc] as number;
      listed[arc] = ofArc(edges[from] as number, edges[to] as number, turn, arc);
    }
    return listed;
  };
  const soonerAt = (edge: number, next: number, turn: number) =>
    isBoarded(network, edge, turn) ? soonerMs(next) : 0;
  const turnMs = listCosts(
    (edge, next, turn) => (costs.ofTurn[turn] as number) - soonerAt(edge, next, turn),
  );
  const driven = listCosts(
    (edge, next, turn) =>
      driveMs(edge) + (times.ofTurn[turn] as number) - soonerAt(edge, next, turn),
  );
  const endsAtBeginning = new Uint8Array(edges.length);
  for (const { to, placeOf } of legs)
    for (const { edge, share } of to)
      if (share === 0 && (placeOf[edge] as number) >= 0)
        endsAtBeginning[placeOf[edge] as number] = 1;
  const alongBy =
    ({ msRate, metreRate }: Omit<CostRates, 'tolls'>) =>
    (edge: number): number =>
      msRate * costMs(edge) + metreRate * metresOf(edge);
  const undrivenM = mostUndrivenM(legs, metresOf);
  const pricedByTime = memoizeKeys((key: string): Float64Array => {
    const [msRate = 0, metreRate = 0] = key.split(' ').map(Number);
    const along = alongBy({ msRate, metreRate });
    return listCosts((edge, _next, _turn, arc) => msRate * (turnMs[arc] as number) + along(edge));
  });
  const priceArcs = ({ msRate, metreRate, tolls, isPlain }: CostRates): Float64Array => {
    const ofArc = pricedByTime(`${msRate} ${metreRate}`).slice();
    for (const [place, toll] of tolls)
      for (let arc = arcs.first[place] as number; arc < (arcs.first[place + 1] as number); arc++) {
        const to = arcs.to[arc] as number;
        // A way that turns round right behind a station, or begins or ends there, does not pass it.
        const isPassed =
          opposite[edges[place] as number] !== edges[to] && endsAtBeginning[to] === 0;
        if (isPassed) (ofArc[arc] as number) += toll;
      }
    if (isPlain)
      for (let arc = 0; arc < ofArc.length; arc++)
        if (
          sails(edges[arcs.to[arc] as number] as number) ||
          (turnChoice[arcs.turn[arc] as number] as number) >= privateEntryMs
        )
          ofArc[arc] = Number.POSITIVE_INFINITY;
    return ofArc;
  };
  const priced = new WeakMap<CostRates, Float64Array>();

  /** Dijkstra's search over one leg from its end back to its start, or `isAhead` the other way round. */
  function* searchLeg(
    heap: NumberHeap,
    least: Float64Array,
    { ofArc, isAhead = false, most = Number.POSITIVE_INFINITY, before }: SpreadTerms,
  ): Steps<void> {
    const first = isAhead ? arcs.first : arcs.into.first;
    const others = isAhead ? arcs.to : arcs.from;
    for (let settled = 1; ; settled++) {
      if (settled % SETTLED_AT_A_TIME === 0) yield;
      const cost = heap.leastKey();
      const place = heap.pop();
      if (place < 0) return;
      if (cost > (least[place] as number)) continue;
      const end = first[place + 1] as number;
      for (let i = first[place] as number; i < end; i++) {
        const arc = isAhead ? i : (arcs.into.of[i] as number);
        const at = others[arc] as number;
        const next = cost + (ofArc[arc] as number);
        if (!(next < (least[at] as number))) continue;
        if (next + (before ? before.msRate * (before.ms[at] as number) : 0) > most) continue;
        least[at] = next;
        heap.push(next, at);
      }
    }
  }
  /** The same over all legs: each goes on with the cost at the stop that the one before came to. */
  function* search(terms: SpreadTerms): Steps<Float64Array> {
    const { along, isAhead = false, gates, tolls } = terms;
    const least = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
    let atStop = gates ? Number.POSITIVE_INFINITY : 0;
    for (const leg of isAhead ? legs : legs.toReversed()) {
      const heap = openNumberHeap();
      const begin = (place: number, cost: number) => {
        if (cost >= (least[place] as number)) return;
        least[place] = cost;
        heap.push(cost, place);
      };
      for (const place of gates?.places ?? [])
        if (place >= leg.first && place < leg.end) begin(place, gates?.costAt(place) as number);
      for (const { edge, share } of isAhead ? leg.from : leg.to) {
        const place = leg.placeOf[edge] as number;
        if (place >= 0 && costMs(edge) < UNREACHABLE)
          begin(place, atStop + (isAhead ? -share : share) * along(edge));
      }
      yield* searchLeg(heap, least, terms);
      atStop = isAhead ? arriveAt(leg, least, along) : leaveAt(leg, least, along, tolls);
    }
    return least;
  }

  return {
    *times() {
      const ofArc = listCosts((edge, _next, _turn, arc) => (turnMs[arc] as number) + costMs(edge));
      return {
        fromStartMs: yield* search({ along: costMs, ofArc, isAhead: true }),
        toEndMs: yield* search({ along: costMs, ofArc }),
      };
    },
    /** By place: the least time, as it is driven, until the beginning of its edge is reached. */
    startMs: () => search({ along: driveMs, ofArc: driven, isAhead: true }),
    /** @param places of edges at whose ends some stations are passed. */
    soonestMs: (places: readonly number[], withinMs: number): Steps<Float64Array> =>
      search({
        along: driveMs,
        ofArc: driven,
        gates: { places, costAt: (place) => driveMs(edges[place] as number) },
        most: withinMs,
      }),
    leastCosts(
      rates: CostRates,
      { most, fromStartMs }: { readonly most: number; readonly fromStartMs: Float64Array },
      past?: { readonly places: readonly number[]; readonly least: Float64Array },
    ): Steps<Float64Array> {
      const { msRate, metreRate } = rates;
      const ofArc = priced.get(rates) ?? priceArcs(rates);
      priced.set(rates, ofArc);
      return search({
        along: alongBy(rates),
        ofArc,
        ...(past && {
          gates: { places: past.places, costAt: (place) => past.least[place] as number },
        }),
        tolls: rates.tolls,
        // A leg does not pay for the part of its first edge before it. Times from the start allow for that, metres do
        // not.
        most: most + metreRate * undrivenM,
        before: { ms: fromStartMs, msRate },
      });
    },
  };
}

/** The most metres of first edges that lie before the beginnings of legs. */
const mostUndrivenM = (legs: readonly Ends[], metresOf: (edge: number) => number): number =>
  legs.reduce(
    (all, { from }) => all + Math.max(0, ...from.map(({ edge, share }) => share * metresOf(edge))),
    0,
  );

/**
 * Lower bounds of a search by money: the least that a way costs behind a label, and which rules it may meet there.
 */
import type { Steps } from '../base/steps.ts';
import type { Corridor } from './money-corridor.ts';
import { ALWAYS, type FareState, type Rest } from './money-fares.ts';
import {
  type Driving,
  type Label,
  ORE,
  type SearchParts,
  TIE_RATE,
  type Weights,
} from './money-label.ts';

/** How far one search has come. */
export interface Progress {
  steps: number;
  /** A way that costs more is not worth a look. Units of cost. */
  most: number;
}

/** What a search is for, and how far it has come. */
export interface BoundTerms {
  readonly weights: Weights;
  /** Absent: the search is for one best way. */
  readonly front: KnownFront | undefined;
  readonly progress: Progress;
}

/** Working out a bound for this many edges is one step. */
const EDGES_A_STEP = 8;

/** Searches over the corridor count as steps as well, by the edges that each of them reaches. */
function countEdges(progress: Progress, ...searches: readonly Float64Array[]): void {
  for (const least of searches)
    for (const one of least) if (one < Number.POSITIVE_INFINITY) progress.steps += 1 / EDGES_A_STEP;
}

/** A rule that is met later than this counts as met at this moment: windows of rules are shorter. */
const SOON_MS = 2 * 60 * 60_000;

/** Bounds of what is driven behind labels: its least cost, and what it may pass. */
export interface Bounds<State> {
  readonly leastCosts: Float64Array;
  /** By how much the bill of a label may fall. Units of cost. */
  fallOf(label: Label<State>): number;
  /**
   * The latest arrival of a way over a label that is worth a look. Milliseconds by which ways are chosen; `-Infinity`:
   * no way over it is worth a look.
   *
   * @param cost the least that the label has paid.
   */
  deadlineMs(label: Label<State>, cost: number): number;
  /** What may be driven behind a label. */
  restOf(label: Label<State>): Rest;
  /** Groups that were asked for before their bounds are found. Until then they may be reached at any time. */
  readonly wanted: ReadonlySet<number>;
  findWanted(): Steps<void>;
}

export function* openBounds<State extends FareState>(
  { corridor, boundMs, fares, ferryOre }: SearchParts<State>,
  drive: Pick<Driving<State>, 'restOf'>,
  { weights, front, progress }: BoundTerms,
): Steps<Bounds<State>> {
  const { legs } = corridor;
  const placeOf = ({ leg, edge }: Label<State>) => legs[leg]?.placeOf[edge] as number;
  const isValued = front === undefined && weights.msRate !== TIE_RATE;
  const rates = { ...weights, tolls: listTolls(corridor, fares.leastOre, ferryOre) };
  const leastCosts = yield* corridor.leastCosts(rates, progress.most);
  countEdges(progress, leastCosts);
  const toEnd = isValued ? leastCosts : corridor.toEndMs;
  const groups: (GroupBounds | undefined)[] = [];
  const wanted = new Set<number>();
  function* findWanted(): Steps<void> {
    const [rule, most] = isValued ? [rates, progress.most] : [TIME, boundMs];
    for (const group of wanted) {
      const stations = fares.groups[group] ?? [];
      const past = yield* corridor.leastCostsPast(stations, toEnd, rule, most);
      const soonestMs = yield* corridor.soonestMs(stations, SOON_MS);
      countEdges(progress, past, soonestMs);
      groups[group] = { past, behind: corridor.leastBehind(stations, toEnd), soonestMs };
    }
    wanted.clear();
  }
  const deadlineMs = (label: Label<State>, cost: number): number => {
    if (front === undefined) return boundMs;
    const place = placeOf(label);
    const { weightMs } = label;
    return front.deadlineMs({
      weightMs: weightMs + drive.restOf(label, corridor.toEndMs[place] as number, TIME),
      cost: cost + drive.restOf(label, leastCosts[place] as number, weights),
    });
  };
  const restOf = (label: Label<State>): Rest => {
    const place = placeOf(label);
    const { cost, weightMs, state } = label;
    const fallen = cost - ORE * state.mayFallOre;
    const left = isValued ? progress.most - fallen : deadlineMs(label, fallen) - weightMs;
    const restMs = drive.restOf(label, corridor.toEndMs[place] as number, TIME);
    // The cost of a label includes its time, except in a search for a front.
    const mostCost = front
      ? front.mostCost(weightMs + restMs)
      : progress.most - weights.msRate * restMs;
    // A bill that falls may grow by that much more.
    const moreOre = Math.max(0, Math.ceil((mostCost - fallen) / ORE));
    return {
      moreOre,
      reach(group) {
        const known = groups[group];
        if (known === undefined) {
          wanted.add(group);
          return ALWAYS;
        }
        const { past, behind, soonestMs } = known;
        if ((past[place] as number) > left) return undefined;
        const latestMs = (left - behind) / (isValued ? weights.msRate : 1);
        return { soonestMs: Math.min(soonestMs[place] as number, SOON_MS), latestMs };
      },
    };
  };
  return {
    leastCosts,
    fallOf(label) {
      const { mayFallOre } = label.state;
      // The bounds hold from the beginning of an edge, and a leg may begin within it.
      const isWhole = mayFallOre > 0 && label.at <= 0;
      return ORE * (isWhole ? fares.fallOre(label, restOf(label)) : mayFallOre);
    },
    deadlineMs,
    restOf,
    wanted,
    findWanted,
  };
}

/**
 * Bounds of the stations of a group. By place: the least cost past one of them, and how soon one is passed. `behind` is
 * the least cost behind any of them.
 */
interface GroupBounds {
  readonly past: Float64Array;
  readonly soonestMs: Float64Array;
  readonly behind: number;
}

/** Rates with which costs are milliseconds. */
const TIME = { msRate: 1, metreRate: 0, tolls: new Map<number, number>() };

/** Sums of a search backwards differ from those of a search ahead by less than this. */
const LAST_BIT = 1;

/**
 * An upper bound of the best way: what the best way without ferries and private roads costs, if each station asks its
 * dearest price. `Infinity`: there is no such way within the bound, or the trip leads over stops, at which a way may
 * pass one more station. Units of cost.
 */
export function* mostOfPlain<State extends FareState>(
  { costs, corridor, boundMs, fares }: SearchParts<State>,
  weights: Weights,
  progress: Progress,
): Steps<number> {
  const [leg] = corridor.legs;
  if (corridor.legs.length > 1 || leg === undefined) return Number.POSITIVE_INFINITY;
  const tolls = listTolls(corridor, fares.mostOre);
  const least = yield* corridor.leastCosts({ ...weights, tolls, isPlain: true }, progress.most);
  countEdges(progress, least);
  const plain = leg.from.map(({ edge, share }) => {
    const along = weights.msRate * (costs.ofEdge[edge] as number);
    // A trip that ends on the edge it begins on may have to lead round.
    const leadsRound = leg.to.some((end) => end.edge === edge);
    const place = leg.placeOf[edge] as number;
    return leadsRound ? Number.POSITIVE_INFINITY : (least[place] as number) - share * along;
  });
  const cost = Math.min(...plain) + LAST_BIT;
  return cost / weights.msRate <= boundMs ? cost : Number.POSITIVE_INFINITY;
}

/** By place: what the stations at the end of its edge, and a ferry boarded with it, add to a bill. Units of cost. */
export function listTolls(
  { legs, passed }: Corridor,
  oreOf: (station: number) => number,
  ferryOre: ReadonlyMap<number, number> = new Map(),
): ReadonlyMap<number, number> {
  const tolls = new Map<number, number>();
  const add = (place: number, ore: number) => {
    if (ore > 0) tolls.set(place, (tolls.get(place) ?? 0) + ORE * ore);
  };
  for (const { place, station } of passed) add(place, oreOf(station));
  for (const [edge, ore] of ferryOre)
    for (const { placeOf } of legs)
      if ((placeOf[edge] as number) >= 0) add(placeOf[edge] as number, ore);
  return tolls;
}

/** The time and the cost of a way, or a lower bound of each. */
export interface Weighed {
  readonly weightMs: number;
  readonly cost: number;
}

/**
 * The ways known so far in a search for all ways of which none is both faster and cheaper. A label is worth a look only
 * if ways behind it may come between them.
 */
export interface KnownFront {
  add(way: Weighed): void;
  /** The latest arrival at which a way of this time and cost, or more, is not beaten; `-Infinity`: it is beaten. */
  deadlineMs(way: Weighed): number;
  /** The most that a way of this time may cost without being beaten. */
  mostCost(weightMs: number): number;
}

const isBeaten = (one: Weighed, by: Weighed): boolean =>
  by.weightMs <= one.weightMs && by.cost <= one.cost;

/** A front with one more way, unless a way of it beats that. No way of a front beats another; the fastest is first. */
export const addToFront = <Way extends Weighed>(front: readonly Way[], way: Way): readonly Way[] =>
  front.some((one) => isBeaten(way, one))
    ? front
    : [...front.filter((one) => !isBeaten(one, way)), way].sort((a, b) => a.weightMs - b.weightMs);

/** @param boundMs no way takes longer. */
export function openKnownFront(boundMs: number): KnownFront {
  let front: readonly Weighed[] = [];
  return {
    add(way) {
      front = addToFront(front, way);
    },
    deadlineMs({ weightMs, cost }) {
      const untilMs = front.find((one) => one.cost <= cost)?.weightMs;
      if (untilMs === undefined) return boundMs;
      return untilMs > weightMs ? untilMs : Number.NEGATIVE_INFINITY;
    },
    mostCost: (weightMs) =>
      front.findLast((one) => one.weightMs <= weightMs)?.cost ?? Number.POSITIVE_INFINITY,
  };
}

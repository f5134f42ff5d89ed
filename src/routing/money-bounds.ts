/**
 * Lower bounds of a search by money: how dear it is at least behind a label, and which rules may be met there.
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
  /** Nothing dearer is worth a look. */
  most: number;
}

/** What a search is for, and how far it has come. */
export interface BoundTerms {
  readonly weights: Weights;
  /** Absent: one way is looked for. */
  readonly front: KnownFront | undefined;
  readonly progress: Progress;
}

/** So many edges that a bound is worked out for are one step. */
const EDGES_A_STEP = 8;

/** Searches over the corridor are steps as well: by the edges that each comes to. */
function countEdges(progress: Progress, ...searches: readonly Float64Array[]): void {
  for (const least of searches)
    for (const one of least) if (one < Number.POSITIVE_INFINITY) progress.steps += 1 / EDGES_A_STEP;
}

/** A rule that is met later than that counts as met so late: windows are shorter. */
const SOON_MS = 2 * 60 * 60_000;

/** What is driven behind labels: how dear it is at least, and what it may pass. */
export interface Bounds<State> {
  readonly leastCosts: Float64Array;
  /** By how much the bill of a label may fall. Units of cost. */
  fallOf(label: Label<State>): number;
  /**
   * Until when a way over a label has to come. Milliseconds, by what ways are chosen by; `-Infinity`: none is worth a look.
   *
   * @param cost what it has paid at least.
   */
  deadlineMs(label: Label<State>, cost: number): number;
  /** What is driven behind a label. */
  restOf(label: Label<State>): Rest;
  /** Groups that were asked for, and may be reached at any time until their bounds have been found. */
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
    // What a label has cost has its time in it, for a front it has none.
    const mostCost = front
      ? front.mostCost(weightMs + restMs)
      : progress.most - weights.msRate * restMs;
    // A bill that falls may grow by so much more.
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
      // The bounds are of whole edges, and a leg may begin within one.
      const isWhole = mayFallOre > 0 && label.at <= 0;
      return ORE * (isWhole ? fares.fallOre(label, restOf(label)) : mayFallOre);
    },
    deadlineMs,
    restOf,
    wanted,
    findWanted,
  };
}

/** Of the stations of a group: by place, what it costs past one at least, and when it is passed; and behind the last. */
interface GroupBounds {
  readonly past: Float64Array;
  readonly soonestMs: Float64Array;
  readonly behind: number;
}

/** Costs that are milliseconds. */
const TIME = { msRate: 1, metreRate: 0, tolls: new Map<number, number>() };

/** Sums of a search backwards differ by less than that from those of one ahead. */
const LAST_BIT = 1;

/**
 * The most that the best way costs that takes no ferry or private road and pays each station its dearest price.
 * `Infinity`: there is none within the bound, or it leads over stops, at which it may pass a station more. Units of
 * cost.
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
    // A way to a place behind the start on its own edge leads round.
    const leadsRound = leg.to.some((end) => end.edge === edge);
    const place = leg.placeOf[edge] as number;
    return leadsRound ? Number.POSITIVE_INFINITY : (least[place] as number) - share * along;
  });
  const cost = Math.min(...plain) + LAST_BIT;
  return cost / weights.msRate <= boundMs ? cost : Number.POSITIVE_INFINITY;
}

/** By place: what the stations at its end add to a bill, and a ferry that is boarded with it. Units of cost. */
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

/** How fast and how cheap a way is; or at least, whatever is driven. */
export interface Weighed {
  readonly weightMs: number;
  readonly cost: number;
}

/**
 * The ways known so far in a search for all ways of which none is both faster and cheaper. A label is worth a look
 * only if the ways behind it may come between them.
 */
export interface KnownFront {
  add(way: Weighed): void;
  /** Until when a way may come that no known one beats; `-Infinity`: each is beaten. */
  deadlineMs(way: Weighed): number;
  /** What such a way may cost at most. */
  mostCost(weightMs: number): number;
}

const isBeaten = (one: Weighed, by: Weighed): boolean =>
  by.weightMs <= one.weightMs && by.cost <= one.cost;

/** A front with one more way, where none beats that: ways that none other beats, the fastest first. */
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

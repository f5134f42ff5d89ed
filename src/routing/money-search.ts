/**
 * The way of the least money and time, and all ways of which none is both faster and cheaper.
 *
 * The search is over labels in the corridor of a trip. Labels are settled by their cost and a lower bound of the rest,
 * as in A*; labels of a front are settled by their time. A label is dropped where another one at the same edge costs no
 * more, whatever is driven after both: see `openDominance`. Between two priced places the lightest drive is taken: no
 * way waits until the rush is over. A label that comes to a stop on the way is driven on in the next leg, with its
 * clock and its bill.
 *
 * Sources: P. Hansen, Bicriterion Path Problems (1980), for labels of two criteria; R. Geisberger, M. Kobitzsch and
 * P. Sanders, Route Planning with Flexible Objective Functions (ALENEX 2010), for time and money in one weight;
 * G. V. Batz and P. Sanders, Time-Dependent Route Planning with Generalized Objective Functions (ESA 2012), for why a
 * price that depends on the clock needs labels with the clock in them.
 */
import type { StepBudget, Steps } from '../base/steps.ts';
import {
  type DrivenEdge,
  isSameWay,
  joinAll,
  placesToLeave,
  readDrive,
  type WaitFor,
} from './drive.ts';
import { addToFront, listTolls, openKnownFront, type Weighed } from './money-bounds.ts';
import { type Corridor, type MoneySearchParts, openCorridors } from './money-corridor.ts';
import type { FareState, NearStation, OpenFares } from './money-fares.ts';
import {
  costBy,
  type Label,
  type MoneyAim,
  openDriving,
  type PricedPath,
  type SearchParts,
  toPriced,
  toWeights,
  type Weights,
} from './money-label.ts';
import { type Pace, ROUNDING, searchBy } from './money-queue.ts';
import { isSailed, leastWaitMs, type RoadNetwork } from './network.ts';
import { type EdgePlace, type Path, type Stops, weighPath } from './query.ts';

interface MoneyWays {
  /** The fastest first; for a value of time the best one alone. */
  readonly ways: readonly PricedPath[];
  /** The bound of steps was met: there may be better ways, or as good ones without unknown prices. */
  readonly isCut: boolean;
  /** The exact search came to its end, whatever the one for a way without unknown prices did. */
  readonly isExact: boolean;
  /** No way within the limits is cheaper than the cheapest of these: a search for the cheapest came to its end. */
  readonly knowsCheapest: boolean;
  /** No way that takes longer is better, whatever it costs. Milliseconds by which ways are chosen. */
  readonly withinMs: number;
}

/** The waits for ferries on trips of a window. Moments are milliseconds after the first trip sets out. */
export interface WindowWaits {
  readonly waitFor: WaitFor;
  /** How much later the last trip sets out than the first one. */
  readonly spanMs: number;
}

export interface MoneySearch {
  /** Stations that ways within the bound may pass. */
  readonly near: readonly NearStation[];
  /**
   * Yields now and then, so that other work can come between.
   *
   * @param isQuick only quick searches are made: the exact one was cut before with more roads open.
   */
  find(aim: MoneyAim, budget?: StepBudget, isQuick?: boolean): Steps<MoneyWays>;
  /**
   * Gives the latest moment at which a way may board a ride and cost no more than one that is found. It holds at any
   * departure of the window at which the fastest way takes as long. Milliseconds after departure; absent: no way
   * does.
   */
  listLastBoardings(
    aim: MoneyAim,
    best: PricedPath,
    budget?: StepBudget,
  ): Steps<ReadonlyMap<number, number>>;
}

/**
 * Ways that take longer than `times` the fastest way and `moreMs` are not looked at.
 * Source: docs/cheapest.md, "What is asked, and what is promised".
 */
const LONGEST = { times: 1.5, moreMs: 10 * 60_000 };
export const mostMsFor = (fastestMs: number): number =>
  Math.floor(fastestMs * LONGEST.times + LONGEST.moreMs);
/**
 * A search is cut after about this many steps, about a second of processor time. Steps are labels made, labels
 * compared, and edges that a lower bound is worked out for; several of these edges are one step.
 */
const MOST_STEPS = 300_000;
/** In a window this many edges of a corridor are one step, for the work before and after a search. */
const OPENED_A_STEP = 16;
/** Share of steps and time for the search by exact labels. The rest is for the quick searches that end a cut one. */
const EXACT_SHARE = 0.7;
/** Share of time for the exact search of a front. The exact one for the first of its values of time has as much. */
export const FRONT_SHARE = 0.35;
/** Share of the remaining steps for the search for a way of known prices, if the best way has unknown ones. */
const WHOLE_SHARE = 0.25;
/**
 * Bound of a quick search. It settles each edge of the corridor once, which takes fewer steps on the bundled network.
 * The bound is for networks of many more edges.
 */
const QUICK_STEPS = 60_000;
/** Values of an hour for the quick searches behind a cut one. Most of the next ways are worth it at a low one. Øre. */
const QUICK_HOURS_ORE = [0, 1000, 2500, 3500, 5000, 7000, 10_000, 20_000, 40_000];
/** Number of ways of other departures that are looked at where a search is cut. */
const MOST_KNOWN = 12;
/** How far apart the moments are at which a wait is compared with the first one. */
const LOOK_MS = 30 * 60_000;

/** About the most steps that a question takes. */
export const mostStepsFor = ({ hoursOre = [] }: MoneyAim): number =>
  MOST_STEPS * (1 + hoursOre.length);

/** Whether searches end with what they have found. */
export const isSpent = ({ left, isLate }: StepBudget): boolean => left <= 0 || isLate?.() === true;

/** Sums of a path are rounded at its ends. */
const ROUNDED_MS = 2;

interface MoneyTerms extends Pick<SearchParts, 'costs' | 'countRoads'> {
  /** Absent: ferries are waited for as on average. */
  readonly waitFor?: WaitFor | undefined;
  readonly ofWindow?: WindowWaits | undefined;
  /** The least time of each leg; absent: the time of the fastest leg. */
  readonly leastMs?: readonly number[];
}

/** Opens the searches of one network and metric, one after the other. */
export function openMoneySearches({ network, metric }: Omit<MoneySearchParts, 'costs'>) {
  const openCorridor = openCorridors({ network, metric });
  /** By the start of a trip: departures of one trip have the same places. */
  const known = new WeakMap<readonly EdgePlace[], Shared>();

  /** @param fastest the path of each leg, by the metric. */
  return function* <State extends FareState>(
    stops: Stops,
    fastest: readonly Path[],
    openFares: OpenFares<State>,
    terms: MoneyTerms,
  ): Steps<MoneySearch> {
    const { costs, waitFor, countRoads } = terms;
    const { leastMs: ofLegs = fastest.map(({ cost }) => cost) } = terms;
    const leastMs = sum(ofLegs);
    // A long wait counts as less, and a short one as more, where ways are chosen.
    const weighed = fastest.map((leg) => weighPath(network.graph, costs, leg));
    const usualCost = Math.max(sum(fastest.map(({ cost }) => cost)), sum(weighed));
    const usualMs = mostMsFor(usualCost);
    const [start = []] = stops;
    const same = known.get(start);
    let shared = same?.costs === costs && isSameTrip(same.stops, stops) ? same : undefined;
    if (shared === undefined) {
      const legs = ofLegs.map((cost, i) => ({
        from: i === 0 ? start : placesToLeave(network.graph, stops[i] ?? []),
        to: stops[i + 1] ?? [],
        boundMs: usualMs - leastMs + cost + ROUNDED_MS * (fastest.length - 1),
      }));
      shared = { stops, costs, at: yield* openCorridor(legs, costs), bestElsewhere: [] };
      known.set(start, shared);
    }
    const driven = joinAll(network.graph, fastest);
    const lateMs = waitFor ? lateBy(network, driven, waitFor) : 0;
    const boundMs = usualMs + lateMs;
    const corridor = yield* shared.at(openSooner(network, shared, terms, boundMs));
    yield;
    const fares = openFares(corridor.near, boundMs);
    const ferryOre = new Map(corridor.ferryRuns.map((run) => [run[0], fares.leastFareOre(run)]));
    yield;
    return openSearchOn({
      ...{ network, metric, costs, waitFor, countRoads },
      ...{ corridor, boundMs, fares, ferryOre, shared },
      fastest: driven,
      isOfWindow: terms.ofWindow !== undefined,
    });
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const isSameTrip = (one: Stops, other: Stops): boolean =>
  one.length === other.length && one.every((places, i) => places === other[i]);

/** What searches over the same stops share. */
interface Shared extends Pick<MoneySearchParts, 'costs'> {
  readonly stops: Stops;
  readonly at: (soonerMs: Corridor['soonerMs']) => Steps<Corridor>;
  /** Ways that were best at other departures. */
  readonly bestElsewhere: (readonly DrivenEdge[])[];
  /** The least cost to the end without stations, up to the most that was asked for. */
  plain?: {
    readonly corridor: Corridor;
    readonly of: string;
    readonly most: number;
    readonly leastCosts: Float64Array;
  };
  /** How much sooner than usual ferries may be boarded at any of the departures. */
  sooner?: { readonly boundMs: number; readonly ofEdge: Corridor['soonerMs'] };
}

/** Departures of a window share one corridor, unless a later one has a longer bound. */
function openSooner(
  network: RoadNetwork,
  shared: Shared,
  { waitFor, ofWindow }: Pick<MoneyTerms, 'waitFor' | 'ofWindow'>,
  boundMs: number,
): Corridor['soonerMs'] {
  if (ofWindow === undefined) return openShortWaits(network, waitFor, boundMs);
  if (shared.sooner === undefined || shared.sooner.boundMs < boundMs)
    shared.sooner = {
      boundMs,
      ofEdge: openShortWaits(network, ofWindow.waitFor, ofWindow.spanMs + boundMs),
    };
  return shared.sooner.ofEdge;
}

/** How much longer than usual a way waits for ferries at its hour; 0 if it waits no longer. */
function lateBy(network: RoadNetwork, edges: readonly DrivenEdge[], waitFor: WaitFor): number {
  if (!edges.some(({ edge }) => isSailed(network.graph, edge))) return 0;
  const { boardings } = readDrive(network, edges, waitFor, 'none');
  const lateMs = boardings.map(({ ride, waitMs }) => waitMs - (network.ferries.waitMs[ride] ?? 0));
  return Math.max(
    0,
    lateMs.reduce((sum, ms) => sum + ms, 0),
  );
}

/**
 * Gives, by edge, how much less than usual boarding a ferry there may take within a trip. That is nothing where the
 * wait is always the same. Where it changes it is all of the wait, which shrinks towards a first and a last
 * departure.
 */
function openShortWaits({ ferries }: RoadNetwork, waitFor: WaitFor | undefined, withinMs: number) {
  const known = new Map<number, number>();
  const leastOf = (ride: number, wait: WaitFor): number => {
    const least = wait(ride, 0).meanMs;
    for (let ms = LOOK_MS; ms < withinMs + LOOK_MS; ms += LOOK_MS)
      if (wait(ride, Math.min(ms, withinMs)).meanMs !== least) return 0;
    return least;
  };
  return (edge: number): number => {
    const [from, to] = [ferries.first[edge] as number, ferries.first[edge + 1] as number];
    if (waitFor === undefined || from === to) return 0;
    let sooner = known.get(edge);
    if (sooner !== undefined) return sooner;
    sooner = 0;
    for (let ride = from; ride < to; ride++)
      sooner = Math.max(sooner, (ferries.waitMs[ride] as number) - leastOf(ride, waitFor));
    sooner = Math.min(sooner, leastWaitMs(ferries, edge));
    known.set(edge, sooner);
    return sooner;
  };
}

interface SharingParts<State extends FareState> extends SearchParts<State> {
  readonly fastest: readonly DrivenEdge[];
  readonly shared: Shared;
  /** It is one of the departures of a window. */
  readonly isOfWindow: boolean;
}

function openSearchOn<State extends FareState>(parts: SharingParts<State>): MoneySearch {
  const { corridor, fastest, boundMs, shared, isOfWindow } = parts;
  const { bestElsewhere } = shared;
  const drive = openDriving(parts);
  const follow = (edges: readonly DrivenEdge[]) =>
    drive.follow(edges, toWeights({ hourOre: 0, metreOre: 0 }));
  const standard = follow(fastest);
  const first = toPriced(standard);
  const { unknowns } = standard.state;
  const search = (aim: MoneyAim, pace: Pace) => {
    const terms = { drive, standard, mostUnknowns: unknowns, aim, pace };
    if (aim.hourOre !== 'pareto') return searchBy(parts, terms);
    const front = openKnownFront(boundMs);
    front.add({ weightMs: first.weightMs, cost: costBy(toWeights(aim))(first) });
    return searchBy(parts, { ...terms, front });
  };

  /**
   * The best way of known prices that costs no more than a way with an unknown price does without that price. It is
   * better for certain. For a front it is the cheapest one. It is cut where there may be a better one of these.
   */
  function* findWhole(aim: MoneyAim, ways: readonly PricedPath[], budget: StepBudget) {
    const one = aim.hourOre === 'pareto' ? { ...aim, hourOre: 0 } : aim;
    const costOf = costBy(toWeights(one));
    const best = leastBy(costOf, ways);
    const { isLate } = budget;
    if (best.unknowns === 0) return { ways: [], isCut: false };
    if (isLate?.() || (isOfWindow && budget.left <= 0)) return { ways: [], isCut: true };
    // Where time has no value a slower way is as good.
    const mostCost = costOf(one.hourOre === 0 ? { ...best, weightMs: boundMs } : best);
    const exactSteps = WHOLE_SHARE * Math.min(MOST_STEPS, budget.left);
    const pace: Pace =
      exactSteps > 0 ? { mostSteps: exactSteps } : { mostSteps: QUICK_STEPS, isQuick: true };
    const terms = {
      drive,
      standard,
      mostUnknowns: 0,
      mostCost,
      aim: one,
      pace: { ...pace, isLate },
    };
    const found = yield* searchBy(parts, terms);
    budget.left -= found.steps;
    return { ways: found.ways, isCut: found.isCut || pace.isQuick === true };
  }

  /** Searches to the end. If that is cut, the ways of other departures and of quick searches are added. */
  function* findBy(
    aim: MoneyAim,
    budget: StepBudget,
    isQuick: boolean,
  ): Steps<Omit<MoneyWays, 'withinMs' | 'isExact'>> {
    const { hourOre, metreOre, hoursOre = [] } = aim;
    const isAllowed = ({ weightMs, entries, state }: Label<State>) =>
      weightMs <= boundMs && entries <= standard.entries && state.unknowns <= unknowns;
    const ways = [first];
    /** @return Is it cut? */
    function* add(one: MoneyAim, pace: Pace, timeShare = 1) {
      const isLate = () => budget.isLate?.(timeShare) === true;
      if (pace.mostSteps <= 0 || isLate()) return true;
      const found = yield* search(one, { ...pace, isLate });
      budget.left -= found.steps;
      ways.push(...found.ways);
      return found.isCut;
    }
    const exact = () => ({ mostSteps: EXACT_SHARE * Math.min(MOST_STEPS, budget.left) });
    const beforeSteps = budget.left;
    const ownShare = hourOre === 'pareto' ? FRONT_SHARE : EXACT_SHARE;
    const isCut = isQuick || (yield* add(aim, exact(), ownShare));
    let knowsCheapest = !isCut && (hourOre === 'pareto' || hourOre === 0);
    if (!isCut) return { ways, isCut, knowsCheapest };
    ways.push(...bestElsewhere.map(follow).filter(isAllowed).map(toPriced));
    function* addBest(one: number, timeShare?: number) {
      const ended = !(yield* add({ hourOre: one, metreOre }, exact(), timeShare));
      knowsCheapest ||= ended && one === 0;
    }
    const [firstOre, ...otherOre] = hoursOre;
    if (firstOre !== undefined) yield* addBest(firstOre, EXACT_SHARE);
    const own = hourOre === 'pareto' ? [] : [hourOre];
    // The departures of a window share their steps, and the ways that they find.
    const hours = new Set(isOfWindow ? own : [...own, ...QUICK_HOURS_ORE]);
    const spareSteps = Math.min(MOST_STEPS, beforeSteps) - (beforeSteps - budget.left);
    const mostSteps = isOfWindow ? spareSteps : QUICK_STEPS;
    for (const one of hours) yield* add({ hourOre: one, metreOre }, { mostSteps, isQuick: true });
    for (const one of otherOre) yield* addBest(one);
    return { ways, isCut, knowsCheapest };
  }

  /** The least costs at any departure: ferries cost the known least, waits may be 0, and stations may be free. */
  function* findPlainCosts(weights: Weights, most: number) {
    const { ferryOre } = parts;
    const of = JSON.stringify([weights, ...ferryOre]);
    const { plain } = shared;
    if (plain?.corridor === corridor && plain.of === of && plain.most >= most)
      return plain.leastCosts;
    const tolls = listTolls(corridor, () => 0, ferryOre);
    const leastCosts = yield* corridor.leastCosts({ ...weights, tolls }, most);
    shared.plain = { corridor, of, most, leastCosts };
    return leastCosts;
  }

  function* listLastBoardings(aim: MoneyAim, best: PricedPath, budget?: StepBudget) {
    if (budget) budget.left -= corridor.edges.length / OPENED_A_STEP;
    const weights = toWeights(aim);
    const most = costBy(weights)(best) + ROUNDING;
    const least = yield* findPlainCosts(weights, most);
    const { first } = parts.network.ferries;
    const last = new Map<number, number>();
    const note = (edge: number, latestMs: number) => {
      for (let ride = first[edge] as number; ride < (first[edge + 1] as number); ride++)
        last.set(ride, Math.max(latestMs, last.get(ride) ?? 0));
    };
    corridor.edges.forEach((edge, place) => {
      const worthMs = (most - (least[place] as number)) / weights.msRate;
      const latestMs = Math.min(worthMs, boundMs - (corridor.toEndMs[place] as number));
      if (latestMs >= (corridor.fromStartMs[place] as number)) note(edge, latestMs);
    });
    // The bound of time follows from the fastest way, so its rides always matter.
    for (const { edge } of fastest) note(edge, Number.POSITIVE_INFINITY);
    return last;
  }

  return {
    near: corridor.near,
    listLastBoardings,
    *find(aim, budget = { left: mostStepsFor(aim) }, isQuick = false) {
      const { ways, isCut, knowsCheapest } = yield* findBy(aim, budget, isQuick);
      const whole = yield* findWhole(aim, ways, budget);
      const known = { isCut: isCut || whole.isCut, isExact: !isCut, knowsCheapest };
      budget.left -= corridor.edges.length / OPENED_A_STEP;
      const weights = toWeights(aim);
      const costOf = costBy(weights);
      if (aim.hourOre === 'pareto')
        return { ways: [...frontOf(ways, costOf), ...whole.ways], ...known, withinMs: boundMs };
      const [best = leastBy(costOf, ways)] = whole.ways;
      noteWay(bestElsewhere, best.edges);
      return { ways: [best], ...known, withinMs: Math.min(boundMs, costOf(best) / weights.msRate) };
    },
  };
}

const leastBy = (costOf: (way: PricedPath) => number, ways: readonly PricedPath[]): PricedPath =>
  ways.reduce((least, one) => (costOf(one) < costOf(least) ? one : least));

function noteWay(known: (readonly DrivenEdge[])[], edges: readonly DrivenEdge[]): void {
  if (known.length < MOST_KNOWN && !known.some((one) => isSameWay(one, edges))) known.push(edges);
}

/** The ways of which none is both faster and cheaper than another, the fastest first. */
const frontOf = (ways: readonly PricedPath[], costOf: (way: PricedPath) => number) =>
  ways
    .map((way) => ({ way, weightMs: way.weightMs, cost: costOf(way) }))
    .reduce<readonly (Weighed & { readonly way: PricedPath })[]>(addToFront, [])
    .map(({ way }) => way);

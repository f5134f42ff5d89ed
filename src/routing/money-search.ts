/**
 * The way of the least money and time, and all ways of which none is both faster and cheaper.
 *
 * A search over labels in the corridor of a trip. They are settled by their cost and a lower bound of the rest, as in
 * A*; those of a front by their time. A label is dropped where another one at the same edge costs no more, whatever is
 * driven after both: see `openDominance`. Between two priced places the lightest drive is taken: no way waits until the
 * rush is over.
 *
 * Sources: P. Hansen, Bicriterion Path Problems (1980), for labels of two criteria; R. Geisberger, M. Kobitzsch and
 * P. Sanders, Route Planning with Flexible Objective Functions (ALENEX 2010), for time and money in one weight;
 * G. V. Batz and P. Sanders, Time-Dependent Route Planning with Generalized Objective Functions (ESA 2012), for why a
 * price that depends on the clock needs labels with the clock in them.
 */
import type { StepBudget, Steps } from '../base/steps.ts';
import { type Drive, edgesOfPath, readDrive, type WaitFor } from './drive.ts';
import { type LabelHeap, openHeap } from './heap.ts';
import { UNREACHABLE } from './metric.ts';
import {
  type Corridor,
  type Ends,
  type MoneySearchParts,
  openCorridors,
} from './money-corridor.ts';
import {
  ALWAYS,
  type FareState,
  type Fares,
  type NearStation,
  type OpenFares,
  type Rest,
} from './money-fares.ts';
import { type Driving, type Label, ORE, openDriving, type Weights } from './money-label.ts';
import { isFerry, leastWaitMs, type RoadNetwork } from './network.ts';
import { type Path, weighPath } from './query.ts';

/** What a way is wanted for. */
export interface MoneyAim {
  /** Øre that an hour is worth; `pareto`: all ways of which none is both faster and cheaper. */
  readonly hourOre: number | 'pareto';
  /** Øre for each metre. */
  readonly metreOre: number;
  /** A front that is cut has the ways of these values of time as well; absent: of none. */
  readonly hoursOre?: readonly number[];
}

/** A way with its sum. */
export interface PricedPath {
  readonly path: Path;
  /** Of tolls and ferries. Whole øre. */
  readonly ore: number;
  /** As it is driven, and as ways are chosen. */
  readonly ms: number;
  readonly weightMs: number;
  readonly lengthM: number;
}

export interface MoneyWays {
  /** The fastest first; for a value of time the best one alone. */
  readonly ways: readonly PricedPath[];
  /** The bound of steps was met: there may be better ways. */
  readonly isCut: boolean;
  /** No way that takes longer is better, whatever it costs. Milliseconds, by what ways are chosen by. */
  readonly withinMs: number;
}

export interface MoneySearch {
  /** Stations that ways within the bound may pass. */
  readonly near: readonly NearStation[];
  /** Yields now and then, so that other work can come between. */
  find(aim: MoneyAim, budget?: StepBudget): Steps<MoneyWays>;
}

/**
 * Ways that take longer than so many times the fastest, and so much more, are not looked at.
 * Source: docs/cheapest.md, "What is asked, and what is promised".
 */
const LONGEST = { times: 1.5, moreMs: 10 * 60_000 };
/**
 * After about so many steps a search is cut, after about a second of processor time: labels made, labels compared, and
 * edges that a lower bound is worked out for, some of which are one step.
 */
const MOST_STEPS = 300_000;
/** So much of them a search by exact labels takes; the rest is for the quick ones that a cut one ends with. */
const EXACT_SHARE = 0.7;
const EDGES_A_STEP = 8;
/** What an hour is worth to the quick searches behind a cut front. Øre. */
const QUICK_HOURS_ORE = [5000, 2500, 1000, 7000, 3500];

/** About so many steps a question takes at most. */
export const mostStepsFor = ({ hoursOre = [] }: MoneyAim): number =>
  MOST_STEPS * (1 + hoursOre.length);
/** Ways of other departures that are looked at where a search is cut. */
const MOST_KNOWN = 12;
/** After so many steps other work may come between. */
const STEPS_AT_A_TIME = 1200;
/** Where an hour is worth nothing, time breaks ties: two days of it are less than one øre. */
const TIE_RATE = 1e-4;
/** How often one looks whether a wait is the same as before. */
const LOOK_MS = 30 * 60_000;
/** Sums of the same numbers in another order differ by less; those of a search backwards by less than the other. */
const ROUNDING = 1e-3;
const LAST_BIT = 1;
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Opens the searches of one network and metric, one after the other. */
export function openMoneySearches(parts: MoneySearchParts) {
  const { network } = parts;
  const openCorridor = openCorridors(parts);
  /** By the start of a trip: departures of one trip have the same places. */
  const known = new WeakMap<Ends['from'], Shared>();

  /**
   * @param fastest between the ends, by the metric.
   * @param waitFor absent: ferries are waited for as on average.
   */
  return function* <State extends FareState>(
    ends: Ends,
    fastest: Path,
    openFares: OpenFares<State>,
    waitFor?: WaitFor,
  ): Steps<MoneySearch> {
    const usualMs = Math.floor(fastest.cost * LONGEST.times + LONGEST.moreMs);
    const same = known.get(ends.from);
    const shared =
      same?.to === ends.to
        ? same
        : { to: ends.to, at: yield* openCorridor(ends, usualMs), bestElsewhere: [] };
    known.set(ends.from, shared);
    const { at, bestElsewhere } = shared;
    const lateMs = waitFor ? lateBy(network, fastest, waitFor) : 0;
    const heavierMs = weighPath(network.graph, parts.costs, fastest) - fastest.cost;
    const boundMs = usualMs + lateMs + Math.max(0, Math.ceil(heavierMs));
    const corridor = yield* at(openShortWaits(network, waitFor, boundMs));
    yield;
    const fares = openFares(corridor.near, boundMs);
    const ferryOre = listFerryFares(network, corridor, fares);
    yield;
    return openSearchOn({
      ...parts,
      fastest,
      corridor,
      boundMs,
      fares,
      waitFor,
      bestElsewhere,
      ferryOre,
    });
  };
}

/** What searches between the same ends share. */
interface Shared {
  readonly to: Ends['to'];
  readonly at: (soonerMs: Corridor['soonerMs']) => Steps<Corridor>;
  /** Ways that were best at other departures. */
  readonly bestElsewhere: Path[];
}

/** By how much a way takes longer at its hour than usual; 0 where it does not. */
function lateBy(network: RoadNetwork, path: Path, waitFor: WaitFor): number {
  const { links, linkOf } = network.graph;
  if (!path.edges.some((edge) => isFerry(links, linkOf[edge] as number))) return 0;
  const edges = edgesOfPath(path);
  const [then, usual] = [waitFor, undefined].map((waits) =>
    readDrive(network, edges, waits, 'none'),
  ) as [Drive, Drive];
  return Math.max(0, then.durationMs - usual.durationMs);
}

/**
 * Gives, by edge, how much less than usual boarding a ferry there may take within a trip: nothing where the wait is
 * the same all the time, and all of it where it is not, as it shrinks towards a first and a last departure.
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

interface SearchParts<State extends FareState> extends MoneySearchParts {
  readonly fastest: Path;
  readonly corridor: Corridor;
  readonly boundMs: number;
  readonly fares: Fares<State>;
  readonly waitFor: WaitFor | undefined;
  readonly bestElsewhere: Path[];
  /** See `listFerryFares`. */
  readonly ferryOre: ReadonlyMap<number, number>;
}

const toWeights = ({ hourOre, metreOre }: MoneyAim): Weights => ({
  // An hour of one øre is a hundredth of a unit for each millisecond.
  msRate: hourOre === 'pareto' ? 0 : hourOre === 0 ? TIE_RATE : hourOre / 100,
  metreRate: metreOre * ORE,
});

/** How far one search has come. */
interface Progress {
  steps: number;
  /** Nothing dearer is worth a look. */
  most: number;
}

/** How one search goes: to its end or so many steps; a quick one settles each edge once, by the label that looks best. */
interface Pace {
  readonly mostSteps: number;
  readonly isQuick?: true;
}

const costBy =
  ({ msRate, metreRate }: Weights) =>
  ({ ore, lengthM, weightMs }: PricedPath): number =>
    ORE * ore + metreRate * lengthM + msRate * weightMs;

/** What one search has found. */
interface Found {
  readonly ways: readonly PricedPath[];
  readonly steps: number;
  readonly isCut: boolean;
}

function openSearchOn<State extends FareState>(parts: SearchParts<State>): MoneySearch {
  const { corridor, fastest, boundMs, bestElsewhere } = parts;
  const drive = openDriving(parts);
  const follow = (path: Path) => drive.follow(path, toWeights({ hourOre: 0, metreOre: 0 }));
  const standard = follow(fastest);
  const first = toPriced(standard);
  const search = (aim: MoneyAim, pace: Pace) => searchBy(parts, { drive, standard, aim, pace });
  const isAllowed = ({ weightMs, entries, state }: Label<State>) =>
    weightMs <= boundMs && entries <= standard.entries && state.unknowns <= standard.state.unknowns;

  /** To its end, or where that is cut, with the ways of other departures and of quick searches. */
  function* findBy(aim: MoneyAim, budget: StepBudget): Steps<Pick<MoneyWays, 'ways' | 'isCut'>> {
    const { hourOre, metreOre, hoursOre = [] } = aim;
    let left = Math.min(MOST_STEPS, budget.left);
    const ways = [first];
    function* add(one: MoneyAim, pace: Pace) {
      if (pace.mostSteps <= 0) return true;
      const found = yield* search(one, pace);
      left -= found.steps;
      budget.left -= found.steps;
      ways.push(...found.ways);
      return found.isCut;
    }
    const isCut = yield* add(aim, { mostSteps: EXACT_SHARE * left });
    if (!isCut) return { ways, isCut };
    ways.push(...bestElsewhere.map(follow).filter(isAllowed).map(toPriced));
    const hours = hourOre === 'pareto' ? QUICK_HOURS_ORE : [hourOre];
    for (const [i, one] of hours.entries())
      yield* add(
        { hourOre: one, metreOre },
        { mostSteps: left / (hours.length - i), isQuick: true },
      );
    for (const one of hoursOre)
      ways.push(...(yield* findBy({ hourOre: one, metreOre }, budget)).ways);
    return { ways, isCut };
  }

  return {
    near: corridor.near,
    *find(aim, budget = { left: mostStepsFor(aim) }) {
      const { ways, isCut } = yield* findBy(aim, budget);
      const weights = toWeights(aim);
      const costOf = costBy(weights);
      if (aim.hourOre === 'pareto')
        return { ways: frontOf(ways, costOf), isCut, withinMs: boundMs };
      const best = ways.reduce((least, one) => (costOf(one) < costOf(least) ? one : least));
      noteWay(bestElsewhere, best.path);
      return { ways: [best], isCut, withinMs: Math.min(boundMs, costOf(best) / weights.msRate) };
    },
  };
}

interface SearchTerms<State> {
  readonly drive: Driving<State>;
  /** The fastest way: none with more private roads or more unknown prices is looked at. */
  readonly standard: Label<State>;
  readonly aim: MoneyAim;
  readonly pace: Pace;
}

/** The ways in the order in which they are settled; for a value of time the best one alone, where it is found. */
function* searchBy<State extends FareState>(
  parts: SearchParts<State>,
  { drive, standard, aim, pace: { mostSteps, isQuick } }: SearchTerms<State>,
): Steps<Found> {
  const weights = toWeights(aim);
  const isPareto = aim.hourOre === 'pareto';
  const progress: Progress = { steps: 0, most: UNBOUNDED };
  if (!isPareto) progress.most = costBy(weights)(toPriced(standard)) + ROUNDING;
  if (weights.msRate > TIE_RATE && !isQuick)
    progress.most = Math.min(progress.most, yield* mostOfPlain(parts, weights, progress));
  const queue = yield* openQueue(parts, { drive, weights, isPareto, isQuick, standard, progress });
  for (const { edge, share } of parts.corridor.ends.from)
    if ((parts.costs.ofEdge[edge] as number) < UNREACHABLE) queue.push(drive.begin(edge, share));
  const ways: PricedPath[] = [];
  const endWith = (isCut: boolean): Found => ({ ways, steps: progress.steps, isCut });
  let pauseAt = STEPS_AT_A_TIME;
  for (let label = queue.pop(); label !== undefined; label = queue.pop()) {
    if (queue.wanted.size > 0) yield* queue.findWanted();
    if (progress.steps > mostSteps) return endWith(true);
    if (progress.steps >= pauseAt) {
      pauseAt = progress.steps + STEPS_AT_A_TIME;
      yield;
    }
    if (label.to < 0) drive.on(label, weights, queue.isHopeless, queue.push);
    else if (!isPareto) return { ...endWith(false), ways: [toPriced(label)] };
    else if (label.cost < progress.most) {
      progress.most = label.cost;
      ways.push(toPriced(label));
    }
  }
  return endWith(false);
}

function noteWay(known: Path[], path: Path): void {
  const { edges } = path;
  const isSame = (one: Path) =>
    one.edges.length === edges.length && one.edges.every((edge, i) => edge === edges[i]);
  if (known.length < MOST_KNOWN && !known.some(isSame)) known.push(path);
}

/** Those of some ways of which none is both faster and cheaper, the fastest first. */
function frontOf(
  ways: readonly PricedPath[],
  costOf: (way: PricedPath) => number,
): readonly PricedPath[] {
  let least = Number.POSITIVE_INFINITY;
  return ways
    .toSorted((a, b) => a.weightMs - b.weightMs || costOf(a) - costOf(b))
    .filter((way) => {
      const isCheaper = costOf(way) < least;
      least = Math.min(least, costOf(way));
      return isCheaper;
    });
}

/** Searches over the whole corridor are steps as well. */
function countEdges({ edges }: Corridor, progress: Progress, searches: number): void {
  progress.steps += (searches * edges.length) / EDGES_A_STEP;
}

interface QueueTerms<State> extends Pick<SearchTerms<State>, 'drive' | 'standard'> {
  readonly weights: Weights;
  readonly isPareto: boolean;
  readonly isQuick: true | undefined;
  readonly progress: Progress;
}

/** The labels of one search that are worth driving on from, by their lower bounds. */
interface Queue<State> extends Pick<Bounds<State>, 'wanted' | 'findWanted'> {
  push(label: Label<State>): void;
  /** The next one, which no other has beaten; undefined: there is none. */
  pop(): Label<State> | undefined;
  /** Is the next edge too dear, whatever the label costs there? */
  isHopeless(before: Label<State>, next: number, cost: number): boolean;
}

function* openQueue<State extends FareState>(
  parts: SearchParts<State>,
  terms: QueueTerms<State>,
): Steps<Queue<State>> {
  const { costs, corridor, boundMs } = parts;
  const { drive, weights, isPareto, isQuick, standard, progress } = terms;
  const { placeOf, toEndMs } = corridor;
  const bounds = yield* openBounds(parts, terms);
  const heap: LabelHeap<Label<State>> = openHeap();
  const settled: (Label<State>[] | undefined)[] = [];
  const beats = openDominance(parts, terms);
  const isBeaten = (label: Label<State>): boolean => {
    // A way that begins on an edge does not come to the ends behind it on that edge.
    if (label.from > 0) return false;
    const others = settled[placeOf[label.edge] as number];
    if (others === undefined || isQuick) return others !== undefined;
    const rest = bounds.restOf(label);
    return others.some((one) => ++progress.steps > 0 && beats(one, label, rest));
  };

  const settle = (label: Label<State>) => {
    const place = placeOf[label.edge] as number;
    const others = settled[place];
    if (others === undefined) settled[place] = [label];
    else others.push(label);
  };

  return {
    wanted: bounds.wanted,
    findWanted: bounds.findWanted,
    push(label) {
      if (label.entries > standard.entries || label.state.unknowns > standard.state.unknowns)
        return;
      const isEnd = label.to >= 0;
      const place = placeOf[label.edge] as number;
      const restMs = isEnd
        ? 0
        : (toEndMs[place] as number) - (costs.ofEdge[label.edge] as number) * label.from;
      if (label.weightMs + restMs > boundMs) return;
      const low = isEnd
        ? label.cost
        : label.cost -
          bounds.fallOf(label) +
          drive.restOf(label, bounds.leastCosts[place] as number, weights);
      if (low > progress.most || (isPareto && low >= progress.most)) return;
      if (!isEnd && isBeaten(label)) return;
      progress.steps++;
      heap.push(isPareto ? label.weightMs + restMs : low, label);
    },
    pop() {
      for (let label = heap.pop(); label !== undefined; label = heap.pop()) {
        if (label.to >= 0) return label;
        if (isBeaten(label)) continue;
        if (label.from === 0) settle(label);
        return label;
      }
      return undefined;
    },
    isHopeless: (before, next, cost) =>
      !drive.isLate(before, next) &&
      cost -
        ORE * before.state.mayFallOre +
        (bounds.leastCosts[placeOf[next] as number] as number) >
        progress.most,
  };
}

/** A rule that is met later than that counts as met so late: windows are shorter. */
const SOON_MS = 2 * 60 * 60_000;

/** What is driven behind labels: how dear it is at least, and what it may pass. */
interface Bounds<State> {
  readonly leastCosts: Float64Array;
  /** By how much the bill of a label may fall. Units of cost. */
  fallOf(label: Label<State>): number;
  /** What is driven behind a label. */
  restOf(label: Label<State>): Rest;
  /** Groups that were asked for, and may be reached at any time until their bounds have been found. */
  readonly wanted: ReadonlySet<number>;
  findWanted(): Steps<void>;
}

function* openBounds<State extends FareState>(
  { network, corridor, boundMs, fares, ferryOre }: SearchParts<State>,
  { weights, isPareto, progress }: QueueTerms<State>,
): Steps<Bounds<State>> {
  const { placeOf } = corridor;
  const isValued = !isPareto && weights.msRate !== TIE_RATE;
  const rates = {
    ...weights,
    tollAt: (edge: number) =>
      ORE * (tollsAt(network, fares.leastOre, edge) + (ferryOre.get(edge) ?? 0)),
  };
  countEdges(corridor, progress, 1);
  const leastCosts = yield* corridor.leastCosts(rates, progress.most);
  const toEnd = isValued ? leastCosts : corridor.toEndMs;
  const groups: (GroupBounds | undefined)[] = [];
  const wanted = new Set<number>();
  function* findWanted(): Steps<void> {
    const [rule, most] = isValued ? [rates, progress.most] : [TIME, boundMs];
    for (const group of wanted) {
      countEdges(corridor, progress, 2);
      const stations = fares.groups[group] ?? [];
      groups[group] = {
        past: yield* corridor.leastCostsPast(stations, toEnd, rule, most),
        behind: corridor.leastBehind(stations, toEnd),
        soonestMs: yield* corridor.soonestMs(stations, SOON_MS),
      };
    }
    wanted.clear();
  }
  const restOf = (label: Label<State>): Rest => {
    const place = placeOf[label.edge] as number;
    const { cost, weightMs, state } = label;
    const left = isValued ? progress.most - cost + ORE * state.mayFallOre : boundMs - weightMs;
    return {
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
    fallOf: (label) =>
      label.state.mayFallOre === 0 ? 0 : ORE * fares.fallOre(label, restOf(label)),
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
const TIME = { msRate: 1, metreRate: 0, tollAt: () => 0 };

/**
 * Tells whether one label at an edge is no worse than another one whatever is driven after both.
 *
 * With the same bill they are two drives of one way. With another one it has to be cheaper by what their bills may
 * still come apart.
 */
function openDominance<State extends FareState>(
  { fares, boundMs }: SearchParts<State>,
  { drive, weights, isPareto, progress }: QueueTerms<State>,
) {
  // A way that is worth its cost is over before the bound: then a label need not be as fast to be better.
  const isBoundFar = !isPareto && progress.most / weights.msRate <= boundMs;
  /** @param rest of the other. */
  return (one: Label<State>, other: Label<State>, rest: Rest): boolean => {
    if (one.cost > other.cost) return false;
    if (one.entries > other.entries || one.state.unknowns > other.state.unknowns) return false;
    if (!drive.isComparable(one, other)) return false;
    const isAsFast = one.weightMs <= other.weightMs;
    if (one.state === other.state) return isAsFast || !isPareto;
    if (!isAsFast && !isBoundFar) return false;
    if (isBehind(other, one)) return true;
    const cheaperOre = (other.cost - one.cost) / ORE;
    return fares.slackOre(one, other, rest, cheaperOre) <= cheaperOre;
  };
}

/** Has a way come back to the edge of another one that it began with? It is driven in a circle. */
function isBehind<State>(label: Label<State>, first: Label<State>): boolean {
  let at = label.before;
  while (at !== undefined && at.weightMs > first.weightMs) at = at.before;
  return at === first;
}

function toPriced<State extends FareState>(label: Label<State>): PricedPath {
  const { ms, weightMs, lengthM, state } = label;
  const edges: number[] = [];
  let at: Label<State> = label;
  for (; ; at = at.before) {
    edges.push(at.edge);
    if (at.before === undefined) break;
  }
  const path = { cost: weightMs, edges: edges.reverse(), fromShare: at.from, toShare: label.to };
  return { path, ore: state.ore, ms, weightMs, lengthM };
}

/**
 * What the best way costs at most that takes no ferry or private road and pays each station its dearest price; `Infinity`:
 * there is none within the bound. Units of cost.
 */
function* mostOfPlain<State extends FareState>(
  { network, costs, corridor, boundMs, fares }: SearchParts<State>,
  weights: Weights,
  progress: Progress,
): Steps<number> {
  countEdges(corridor, progress, 1);
  const tollAt = (edge: number) => ORE * tollsAt(network, fares.mostOre, edge);
  const least = yield* corridor.leastCosts({ ...weights, tollAt, isPlain: true }, progress.most);
  const { placeOf, ends } = corridor;
  const plain = ends.from.map(({ edge, share }) => {
    const along = weights.msRate * (costs.ofEdge[edge] as number);
    // A way to a place behind the start on its own edge leads round.
    const leadsRound = ends.to.some((end) => end.edge === edge);
    const place = placeOf[edge] as number;
    return leadsRound ? Number.POSITIVE_INFINITY : (least[place] as number) - share * along;
  });
  const cost = Math.min(...plain) + LAST_BIT;
  return cost / weights.msRate <= boundMs ? cost : Number.POSITIVE_INFINITY;
}

/** What the stations at the end of an edge add to a bill. Øre. */
function tollsAt({ gates }: RoadNetwork, oreOf: (station: number) => number, edge: number): number {
  let ore = 0;
  for (let gate = gates.first[edge] as number; gate < (gates.first[edge + 1] as number); gate++)
    ore += oreOf(gates.station[gate] as number);
  return ore;
}

/**
 * What a ferry adds to any bill at least, by the edge with which it leaves its quay. Øre.
 *
 * Lines that part, meet or call on the way are left out: how far they are sailed is not known there. So are all where a
 * trip begins or ends at sea.
 */
function listFerryFares<State extends FareState>(
  { graph: { turns, opposite, links, linkOf } }: RoadNetwork,
  { edges, ends }: Corridor,
  fares: Fares<State>,
): ReadonlyMap<number, number> {
  const sails = (edge: number) => isFerry(links, linkOf[edge] as number);
  const after = (edge: number): number[] =>
    [...turns.to.subarray(turns.first[edge], turns.first[edge + 1])].filter(
      (next) => next !== opposite[edge],
    );
  const ofLines = new Map<number, number>();
  if ([...ends.from, ...ends.to].some(({ edge }) => sails(edge))) return ofLines;
  const ferries = [...edges.filter(sails)];
  const atSea = new Set(ferries.flatMap((edge) => after(edge).filter(sails)));
  for (const first of ferries) {
    if (atSea.has(first)) continue;
    const run = [first];
    let next = after(first);
    while (next.length === 1 && next.every(sails) && run.length < ferries.length) {
      run.push(...next);
      next = after(run.at(-1) as number);
    }
    if (!next.some(sails)) ofLines.set(first, fares.leastFareOre(run));
  }
  return ofLines;
}

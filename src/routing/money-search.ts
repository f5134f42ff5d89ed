/**
 * The way of the least money and time, and all ways of which none is both faster and cheaper.
 *
 * A search over labels: a way up to an edge, with its clock and its bill so far. What a bill is says `Fares`; the search
 * only compares. A label is dropped where another one at the same edge costs no more, whatever is driven after both:
 * their bills may still come apart by so much (`slackOre`), so that much cheaper the other one has to be. Between two
 * priced places the lightest drive is taken: no way waits until the rush is over.
 *
 * Lower bounds come from the hierarchy (time, by one sweep) and from one search backwards (money and time together).
 *
 * Sources: P. Hansen, Bicriterion Path Problems (1980), for labels of two criteria; R. Geisberger, M. Kobitzsch and
 * P. Sanders, Route Planning with Flexible Objective Functions (ALENEX 2010), for time and money in one weight;
 * G. V. Batz and P. Sanders, Time-Dependent Route Planning with Generalized Objective Functions (ESA 2012), for why a
 * price that depends on the clock needs labels with the clock in them; B. Strasser and T. Zeitz, A Fast and Tight
 * Heuristic for A* in Road Networks (SEA 2021), for lower bounds from a hierarchy.
 */
import { edgesOfPath, readDrive, timeRun, type WaitFor } from './drive.ts';
import type { RoadGraph } from './graph.ts';
import { type LabelHeap, openHeap } from './heap.ts';
import { type Costs, type Metric, UNREACHABLE } from './metric.ts';
import { isFerry, leastWaitMs, type RoadNetwork } from './network.ts';
import { type EdgePlace, listSeeds, openSearch, type Path } from './query.ts';
import { openSweep } from './sweep.ts';

/** The bill of a way so far. A way that has passed nothing since has the same object. */
export interface FareState {
  /** Whole øre. */
  readonly ore: number;
  /** By so much a later passage may lower it. Øre. */
  readonly mayFallOre: number;
  /** Amounts that no source tells, and that the bill leaves out. */
  readonly unknowns: number;
}

/** What is priced on the way. */
export interface Fares<State extends FareState> {
  readonly start: State;
  /** @param station index into `stationIds` of the gates. @param atMs after departure. */
  pass(state: State, station: number, atMs: number): State;
  /**
   * A run of ferry that is left.
   *
   * @param run its edges, in travel order.
   * @param ashoreM metres driven since the one before it; undefined: there is none.
   */
  sail(state: State, run: readonly number[], ashoreM: number | undefined, atMs: number): State;
  /**
   * By how much the bill of `one` may grow more than that of `other` where the same is driven after both, for `leftMs`
   * at most. `Infinity`: they do not compare.
   */
  slackOre(one: Clocked<State>, other: Clocked<State>, leftMs: number): number;
  /** What passing a station adds to any bill at least. Øre. */
  leastOre(station: number): number;
}

interface Clocked<State> {
  readonly state: State;
  /** After departure. */
  readonly ms: number;
}

/** A station that ways within the bound may pass. */
export interface NearStation {
  readonly station: number;
  /** Milliseconds from it to the end, by what ways are chosen by. */
  readonly toEndMs: number;
}

/** Opens the fares of a trip that may take so long and pass these stations. */
export type OpenFares<State extends FareState> = (
  near: readonly NearStation[],
  withinMs: number,
) => Fares<State>;

/** What a way is wanted for. */
export interface MoneyAim {
  /** Øre that an hour is worth; `pareto`: all ways of which none is both faster and cheaper. */
  readonly hourOre: number | 'pareto';
  /** Øre for each metre. */
  readonly metreOre: number;
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
  readonly labelCount: number;
}

/** Ways that take longer than so many times the fastest, and so much more, are not looked at. */
const STRETCH = 1.5;
const MORE_MS = 10 * 60_000;
/** Steps that one search takes at most, some seconds: labels made, and labels compared. */
const MOST_STEPS = 2_000_000;
/** After so many steps other work may come between. */
const STEPS_AT_A_TIME = 2000;
/** Cost units of one øre: with them an hour of one krone is one unit for each millisecond. */
const ORE = 36_000;
/** Where an hour is worth nothing, time breaks ties: two days of it are less than one øre. */
const TIE_RATE = 1e-4;
/** How often one looks whether a wait is the same as before. */
const LOOK_MS = 30 * 60_000;
/** Sums of the same numbers in another order differ by less. */
const ROUNDING = 1e-3;

export interface MoneySearch<State extends FareState> {
  readonly fares: Fares<State>;
  /** Of a path of these ends, the same figures as a search has. */
  price(path: Path): PricedPath;
  /**
   * Yields now and then, so that other work can come between.
   *
   * @param known a way whose cost is a bound; absent: the fastest one.
   */
  find(aim: MoneyAim, known?: PricedPath, mostSteps?: number): Generator<void, MoneyWays>;
}

export interface MoneySearchParts {
  readonly network: RoadNetwork;
  readonly metric: Metric;
  /** What a way is chosen by, with closed sections closed; those of the metric. */
  readonly costs: Costs;
}

export interface Ends {
  readonly from: readonly EdgePlace[];
  readonly to: readonly EdgePlace[];
}

/** Opens the searches of one network and metric, one after the other. */
export function openMoneySearches({ network, metric, costs }: MoneySearchParts) {
  const { graph, hierarchy } = network;
  const forward = openSearch(hierarchy, metric.forward);
  const backward = openSearch(hierarchy, metric.backward);
  const sweep = openSweep(hierarchy, metric);
  const into = listTurnsInto(graph);

  /**
   * @param fastest between the ends, by the metric.
   * @param waitFor absent: ferries are waited for as on average.
   */
  return <State extends FareState>(
    ends: Ends,
    fastest: Path,
    openFares: OpenFares<State>,
    waitFor?: WaitFor,
  ): MoneySearch<State> => {
    const seeds = listSeeds(graph, hierarchy, metric, ends);
    forward.run(seeds.from);
    backward.run(seeds.to);
    const usual = Math.floor(fastest.cost * STRETCH + MORE_MS);
    const bound = usual + (waitFor ? lateBy(network, fastest, waitFor) : 0);
    const sooner = openShortWaits(network, waitFor, bound);
    const toEnd = new Int32Array(graph.edgeCount).fill(-1);
    const near: NearStation[] = [];
    let isSooner = false;
    for (const rank of sweep.run(forward, backward, usual)) {
      const edge = hierarchy.edgeAt[rank] as number;
      toEnd[edge] = Math.max(0, sweep.toEnd[rank] as number);
      isSooner ||= sooner(edge) > 0;
      for (
        let gate = network.gates.first[edge] as number;
        gate < (network.gates.first[edge + 1] as number);
        gate++
      )
        near.push({
          station: network.gates.station[gate] as number,
          toEndMs: Math.max(0, (sweep.toEnd[rank] as number) - (costs.ofEdge[edge] as number)),
        });
    }
    // A trip that turns back to its start leads over its own edges once more.
    for (const { edge } of ends.from) if (toEnd[edge] === -1) toEnd[edge] = 0;
    const fares = openFares(near, bound);
    const parts = { network, costs, into, ends, fastest, toEnd, bound, fares, waitFor, sooner };
    if (isSooner) {
      const least = boundCosts(parts, { msRate: 1, metreRate: 0, isPareto: true }, () => 0);
      toEnd.forEach((ms, edge) => {
        if (ms >= 0) toEnd[edge] = Math.min(ms, Math.floor(least[edge] as number));
      });
    }
    return openSearchOn(parts);
  };
}

/** By how much a way takes longer at its hour than usual; 0 where it does not. */
function lateBy(network: RoadNetwork, path: Path, waitFor: WaitFor): number {
  const { links, linkOf } = network.graph;
  if (!path.edges.some((edge) => isFerry(links, linkOf[edge] as number))) return 0;
  const edges = edgesOfPath(path);
  const [then, usual] = [readDrive(network, edges, waitFor), readDrive(network, edges)];
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

interface Turns {
  readonly first: Int32Array;
  /** The edge that a turn comes from, and the turn. */
  readonly from: Int32Array;
  readonly turn: Int32Array;
}

/** The turns into each edge. */
function listTurnsInto({ edgeCount, turns }: RoadGraph): Turns {
  const first = new Int32Array(edgeCount + 1);
  for (const to of turns.to) (first[to + 1] as number)++;
  for (let edge = 0; edge < edgeCount; edge++) (first[edge + 1] as number) += first[edge] as number;
  const next = first.slice(0, edgeCount);
  const [from, turn] = [new Int32Array(turns.to.length), new Int32Array(turns.to.length)];
  for (let edge = 0; edge < edgeCount; edge++)
    for (let i = turns.first[edge] as number; i < (turns.first[edge + 1] as number); i++) {
      const at = (next[turns.to[i] as number] as number)++;
      from[at] = edge;
      turn[at] = i;
    }
  return { first, from, turn };
}

/** A way up to the beginning of an edge, or where it has come to its end, up to there. */
interface Label<State> extends Clocked<State> {
  readonly edge: number;
  /** Share of the edge before it, and where it ends there, before its end; -1: it goes on. */
  readonly from: number;
  readonly to: number;
  readonly weightMs: number;
  readonly lengthM: number;
  readonly entries: number;
  /** What it is compared by: cost by the value of time, or money alone. */
  readonly cost: number;
  readonly before: Label<State> | undefined;
}

interface SearchParts<State extends FareState> {
  readonly network: RoadNetwork;
  readonly costs: Costs;
  readonly into: Turns;
  readonly ends: Ends;
  readonly fastest: Path;
  /** By edge: what it takes from its beginning to the end, by what ways are chosen by; -1: on no way within the bound. */
  readonly toEnd: Int32Array;
  readonly bound: number;
  readonly fares: Fares<State>;
  readonly waitFor: WaitFor | undefined;
  /** By edge: how much less than usual boarding a ferry there may take. Milliseconds. */
  readonly sooner: (edge: number) => number;
}

/** What a label is weighed by. */
interface Weights {
  /** Units of cost for each millisecond and metre. */
  readonly msRate: number;
  readonly metreRate: number;
  readonly isPareto: boolean;
}

const toWeights = ({ hourOre, metreOre }: MoneyAim): Weights => ({
  // An hour of one øre is a hundredth of a unit for each millisecond.
  msRate: hourOre === 'pareto' ? 0 : hourOre === 0 ? TIE_RATE : hourOre / 100,
  metreRate: metreOre * ORE,
  isPareto: hourOre === 'pareto',
});

function openSearchOn<State extends FareState>(parts: SearchParts<State>): MoneySearch<State> {
  const { ends, fastest, toEnd, bound, fares } = parts;
  const drive = openDriving(parts);

  const price = (path: Path): PricedPath => {
    const weights = toWeights({ hourOre: 0, metreOre: 0 });
    return toPriced(follow(path, weights));
  };
  const standard = follow(fastest, toWeights({ hourOre: 0, metreOre: 0 }));

  return {
    fares,
    price,
    *find(aim, known, mostSteps = MOST_STEPS) {
      const weights = toWeights(aim);
      const costOf = ({ ore, lengthM, weightMs }: PricedPath) =>
        ORE * ore + weights.metreRate * lengthM + weights.msRate * weightMs;
      const first = toPriced(standard);
      let best = known === undefined || costOf(first) <= costOf(known) ? first : known;
      const { network, fares: prices } = parts;
      const leastCost = boundCosts(parts, weights, (edge) => tollsAt(network, prices, edge));
      /** Nothing dearer is worth a look. */
      let most = weights.isPareto ? Number.POSITIVE_INFINITY : costOf(best) + ROUNDING;
      // A way that is worth its cost is over before the bound: then a label need not be as fast to be better.
      const isBoundFar = !weights.isPareto && most / weights.msRate <= bound;
      const heap: LabelHeap<Label<State>> = openHeap();
      const settled = new Map<number, Label<State>[]>();
      const ways: PricedPath[] = [];
      let count = 0;
      let steps = 0;
      let pauseAt = STEPS_AT_A_TIME;

      const leftMs = ({ weightMs, cost, state }: Label<State>): number => {
        const left = bound - weightMs;
        return weights.isPareto || weights.msRate === TIE_RATE
          ? left
          : Math.min(left, (most - cost + ORE * state.mayFallOre) / weights.msRate);
      };
      const beats = (one: Label<State>, other: Label<State>): boolean => {
        if (one.cost > other.cost && one.state !== other.state) return false;
        if (one.entries > other.entries || one.state.unknowns > other.state.unknowns) return false;
        if (!drive.isComparable(one, other)) return false;
        const isAsFast = one.weightMs <= other.weightMs;
        if (one.state === other.state) return weights.isPareto ? isAsFast : one.cost <= other.cost;
        if (!isAsFast && !isBoundFar) return false;
        if (isBehind(other, one)) return true;
        const slack = fares.slackOre(one, other, leftMs(other));
        return one.cost + ORE * slack <= other.cost;
      };
      const isBeaten = (label: Label<State>): boolean =>
        settled.get(label.edge)?.some((one) => ++steps > 0 && beats(one, label)) === true;
      const lowest = ({ cost, state }: Label<State>, least: number) =>
        cost - ORE * state.mayFallOre + least;
      const push = (label: Label<State>) => {
        if (label.entries > standard.entries || label.state.unknowns > standard.state.unknowns)
          return;
        const isEnd = label.to >= 0;
        const rest = isEnd
          ? 0
          : (toEnd[label.edge] as number) - (parts.costs.ofEdge[label.edge] as number) * label.from;
        if (label.weightMs + rest > bound) return;
        const least = isEnd ? 0 : drive.restOf(label, leastCost[label.edge] as number, weights);
        const low = isEnd ? label.cost : lowest(label, least);
        if (low > most || (weights.isPareto && low >= most) || (!isEnd && isBeaten(label))) return;
        count++;
        steps++;
        heap.push(weights.isPareto ? label.weightMs + rest : low, label);
      };
      const isHopeless = (before: Label<State>, next: number, cost: number): boolean =>
        !drive.isLate(before, next) &&
        cost - ORE * before.state.mayFallOre + (leastCost[next] as number) > most;

      for (const { edge, share } of ends.from)
        if ((parts.costs.ofEdge[edge] as number) < UNREACHABLE) push(drive.begin(edge, share));
      for (;;) {
        const label = heap.pop();
        if (label === undefined || steps > mostSteps) break;
        if (label.to >= 0) {
          const priced = toPriced(label);
          if (!weights.isPareto) {
            if (costOf(priced) < costOf(best)) best = priced;
            break;
          }
          if (label.cost >= most) continue;
          most = label.cost;
          ways.push(priced);
          continue;
        }
        if (isBeaten(label)) continue;
        // A way that begins on an edge does not come to the ends behind it on that edge.
        const others = settled.get(label.edge);
        if (label.from === 0) {
          if (others === undefined) settled.set(label.edge, [label]);
          else others.push(label);
        }
        if (steps >= pauseAt) {
          pauseAt = steps + STEPS_AT_A_TIME;
          yield;
        }
        drive.on(label, weights, isHopeless, push);
      }
      return {
        ways: weights.isPareto ? (ways.length === 0 ? [first] : ways) : [best],
        isCut: steps > mostSteps,
        labelCount: count,
      };
    },
  };

  function toPriced(label: Label<State>): PricedPath {
    const edges: number[] = [];
    let at: Label<State> = label;
    for (; ; at = at.before) {
      edges.push(at.edge);
      if (at.before === undefined) break;
    }
    return {
      path: {
        cost: label.weightMs,
        edges: edges.reverse(),
        fromShare: at.from,
        toShare: label.to,
      },
      ore: label.state.ore,
      ms: label.ms,
      weightMs: label.weightMs,
      lengthM: label.lengthM,
    };
  }

  function follow(path: Path, weights: Weights): Label<State> {
    let label = drive.begin(path.edges[0] as number, path.fromShare);
    for (let i = 1; i < path.edges.length; i++) {
      const isLast = i === path.edges.length - 1;
      label = drive.turnInto(label, path.edges[i] as number, weights, isLast && path.toShare === 0);
    }
    return drive.finish(label, path.toShare, weights);
  }
}

/** Has a way come back to the edge of another one that it began with? It is driven in a circle. */
function isBehind<State>(label: Label<State>, first: Label<State>): boolean {
  let at = label.before;
  while (at !== undefined && at.weightMs > first.weightMs) at = at.before;
  return at === first;
}

interface Driving<State> {
  /** At sea the clocks of two labels compare where they have boarded the same ferry: its wait is added ashore. */
  isComparable(one: Label<State>, other: Label<State>): boolean;
  /** A label that comes ashore with the next edge is as late as its wait then says. */
  isLate(label: Label<State>, next: number): boolean;
  begin(edge: number, share: number): Label<State>;
  /** @param isEnd the way ends where the next edge begins, and passes no station there. */
  turnInto(label: Label<State>, next: number, weights: Weights, isEnd: boolean): Label<State>;
  finish(label: Label<State>, share: number, weights: Weights): Label<State>;
  /** What of a lower bound from the beginning of its edge is left for a label. */
  restOf(label: Label<State>, least: number, weights: Weights): number;
  /** All labels that follow on one. */
  on(
    label: Label<State>,
    weights: Weights,
    isHopeless: (label: Label<State>, next: number, cost: number) => boolean,
    push: (label: Label<State>) => void,
  ): void;
}

/** Drives edge by edge, with the same sums in the same order as a drive is read by: see `drive.ts`. */
function openDriving<State extends FareState>({
  network,
  costs,
  ends,
  toEnd,
  fares,
  waitFor,
  sooner,
}: SearchParts<State>): Driving<State> {
  const { graph, times, turnChoice, privateEntryMs, measures, gates } = network;
  const { turns, linkOf, opposite } = graph;
  const metresOf = (edge: number) => measures.drivenM[linkOf[edge] as number] as number;
  const sails = (edge: number) => isFerry(graph.links, linkOf[edge] as number);
  const endsOn = new Map<number, number[]>();
  for (const { edge, share } of ends.to) endsOn.set(edge, [...(endsOn.get(edge) ?? []), share]);

  /** The run of ferry that ends with a label, and what was driven between it and the one before. */
  const listRun = (label: Label<State>) => {
    const run: number[] = [];
    let at: Label<State> | undefined = label;
    for (; at !== undefined && sails(at.edge); at = at.before) run.push(at.edge);
    let ashoreM = 0;
    for (; at !== undefined && !sails(at.edge); at = at.before)
      ashoreM += (1 - at.from) * metresOf(at.edge);
    return { run: run.reverse(), ashoreM: at === undefined ? undefined : ashoreM };
  };
  /** When a label comes to the beginning of its edge: at sea by the wait for the ferry that it has taken. */
  const beginOf = (label: Label<State>): number => {
    if (waitFor === undefined || !sails(label.edge)) return label.ms;
    const run: number[] = [];
    let at: Label<State> | undefined = label;
    for (; at !== undefined && sails(at.edge); at = at.before) run.push(at.edge);
    if (at === undefined) return label.ms;
    const quayMs = at.ms + (1 - at.from) * (times.ofEdge[at.edge] as number);
    return timeRun(network, [at.edge, ...run.reverse()], quayMs, waitFor);
  };
  const boardedAt = (label: Label<State>): number => {
    let at = label;
    while (at.before !== undefined && sails(at.before.edge)) at = at.before;
    return at.edge;
  };
  const priceTurn = (label: Label<State>, next: number, ms: number, isEnd: boolean): State => {
    let { state } = label;
    const { edge } = label;
    if (sails(edge) && !sails(next)) {
      const { run, ashoreM } = listRun(label);
      state = fares.sail(state, run, ashoreM, ms);
    }
    if (label.from === 1 || isEnd || opposite[edge] === next) return state;
    for (let gate = gates.first[edge] as number; gate < (gates.first[edge + 1] as number); gate++)
      state = fares.pass(state, gates.station[gate] as number, ms);
    return state;
  };
  const costOf = (
    state: State,
    weightMs: number,
    lengthM: number,
    { msRate, metreRate }: Weights,
  ) => ORE * state.ore + msRate * weightMs + metreRate * lengthM;

  const turn = (
    label: Label<State>,
    next: number,
    by: number,
    weights: Weights,
    isEnd: boolean,
  ): Label<State> => {
    const { edge, from } = label;
    const beginMs = sails(next) ? label.ms : beginOf(label);
    const soonerMs = sails(edge) ? 0 : sooner(next);
    const ms =
      beginMs +
      (1 - from) * (times.ofEdge[edge] as number) +
      ((times.ofTurn[by] as number) - soonerMs);
    const weightMs =
      label.weightMs +
      (beginMs - label.ms) +
      (1 - from) * (costs.ofEdge[edge] as number) +
      ((costs.ofTurn[by] as number) - soonerMs);
    const lengthM = label.lengthM + (1 - from) * metresOf(edge);
    const state = priceTurn(label, next, ms, isEnd);
    const entries = label.entries + ((turnChoice[by] as number) >= privateEntryMs ? 1 : 0);
    const cost = costOf(state, weightMs, lengthM, weights);
    return {
      edge: next,
      from: 0,
      to: -1,
      ms,
      weightMs,
      lengthM,
      state,
      entries,
      cost,
      before: label,
    };
  };
  const finish = (label: Label<State>, share: number, weights: Weights): Label<State> => {
    const part = share - label.from;
    const beginMs = beginOf(label);
    const ms = beginMs + part * (times.ofEdge[label.edge] as number);
    const weightMs =
      label.weightMs + (beginMs - label.ms) + part * (costs.ofEdge[label.edge] as number);
    const lengthM = label.lengthM + part * metresOf(label.edge);
    const state = sails(label.edge) ? sailTo(label, ms) : label.state;
    return {
      ...label,
      to: share,
      ms,
      weightMs,
      lengthM,
      state,
      cost: costOf(state, weightMs, lengthM, weights),
    };
  };
  const sailTo = (label: Label<State>, ms: number): State => {
    const { run, ashoreM } = listRun(label);
    return fares.sail(label.state, run, ashoreM, ms);
  };

  return {
    isComparable: (one, other) =>
      waitFor === undefined || !sails(one.edge) || boardedAt(one) === boardedAt(other),
    isLate: ({ edge }, next) => waitFor !== undefined && sails(edge) && !sails(next),
    begin: (edge, share) => ({
      edge,
      from: share,
      to: -1,
      ms: 0,
      weightMs: 0,
      lengthM: 0,
      state: fares.start,
      entries: 0,
      cost: 0,
      before: undefined,
    }),
    turnInto(label, next, weights, isEnd) {
      for (
        let by = turns.first[label.edge] as number;
        by < (turns.first[label.edge + 1] as number);
        by++
      )
        if (turns.to[by] === next) return turn(label, next, by, weights, isEnd);
      throw new Error(`No turn leads from edge ${label.edge} into edge ${next}.`);
    },
    finish,
    // A way that begins at the end of an edge passes no station there.
    restOf: ({ edge, from }, least, { msRate, metreRate }) =>
      from === 1
        ? 0
        : Math.max(
            0,
            least - from * (msRate * (costs.ofEdge[edge] as number) + metreRate * metresOf(edge)),
          ),
    on(label, weights, isHopeless, push) {
      const { edge, from } = label;
      for (const share of endsOn.get(edge) ?? [])
        if (share > from || (share === from && label.before === undefined))
          push(finish(label, share, weights));
      for (let by = turns.first[edge] as number; by < (turns.first[edge + 1] as number); by++) {
        const next = turns.to[by] as number;
        if (
          (toEnd[next] as number) < 0 ||
          (costs.ofTurn[by] as number) >= UNREACHABLE ||
          (costs.ofEdge[next] as number) >= UNREACHABLE
        )
          continue;
        const weightMs =
          label.weightMs +
          (1 - from) * (costs.ofEdge[edge] as number) +
          (costs.ofTurn[by] as number) -
          (sails(edge) ? 0 : sooner(next));
        const lengthM = label.lengthM + (1 - from) * metresOf(edge);
        if (isHopeless(label, next, costOf(label.state, weightMs, lengthM, weights))) continue;
        push(turn(label, next, by, weights, false));
        if (endsOn.get(next)?.includes(0) === true)
          push(finish(turn(label, next, by, weights, true), 0, weights));
      }
    },
  };
}

/** What the stations at the end of an edge add at least, in units of cost. */
function tollsAt<State extends FareState>(
  { gates }: RoadNetwork,
  fares: Fares<State>,
  edge: number,
): number {
  let ore = 0;
  for (let gate = gates.first[edge] as number; gate < (gates.first[edge + 1] as number); gate++)
    ore += fares.leastOre(gates.station[gate] as number);
  return ORE * ore;
}

/** By edge: what it costs at least from its beginning to the end, in units of cost. */
function boundCosts<State extends FareState>(
  { network, costs, into, ends, toEnd, sooner }: Omit<SearchParts<State>, 'fastest' | 'bound'>,
  { msRate, metreRate }: Weights,
  tollOf: (edge: number) => number,
): Float64Array {
  const { graph, measures } = network;
  const sails = (edge: number) => isFerry(graph.links, graph.linkOf[edge] as number);
  const along = (edge: number) =>
    msRate * (costs.ofEdge[edge] as number) +
    metreRate * (measures.drivenM[graph.linkOf[edge] as number] as number);
  const least = new Float64Array(graph.edgeCount).fill(Number.POSITIVE_INFINITY);
  const heap: LabelHeap<number> = openHeap();
  for (const { edge, share } of ends.to)
    if ((toEnd[edge] as number) >= 0) heap.push(share * along(edge), edge);
  for (;;) {
    const cost = heap.leastKey();
    const edge = heap.pop();
    if (edge === undefined) return least;
    if (cost >= (least[edge] as number)) continue;
    least[edge] = cost;
    for (let i = into.first[edge] as number; i < (into.first[edge + 1] as number); i++) {
      const before = into.from[i] as number;
      const usualMs = costs.ofTurn[into.turn[i] as number] as number;
      const turnMs = usualMs - (sails(before) ? 0 : sooner(edge));
      if (
        (toEnd[before] as number) < 0 ||
        (least[before] as number) < Number.POSITIVE_INFINITY ||
        usualMs >= UNREACHABLE ||
        (costs.ofEdge[before] as number) >= UNREACHABLE
      )
        continue;
      // A way that turns round right behind a station, or begins or ends there, does not pass it.
      const isPassed =
        graph.opposite[before] !== edge &&
        !ends.to.some((end) => end.edge === edge && end.share === 0);
      heap.push(cost + msRate * turnMs + along(before) + (isPassed ? tollOf(before) : 0), before);
    }
  }
}

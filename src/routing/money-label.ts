/**
 * Labels of a search by money: a way up to an edge, with its clock and its bill. They are driven edge by edge, with the
 * same sums in the same order as a drive is read by: see `drive.ts`.
 */
import { timeRun, type WaitFor } from './drive.ts';
import { findTurn } from './graph.ts';
import { type Costs, UNREACHABLE } from './metric.ts';
import type { Corridor } from './money-corridor.ts';
import type { Clocked, FareState, Fares } from './money-fares.ts';
import { isSailed, type RoadNetwork } from './network.ts';
import type { Path } from './query.ts';

/** A way up to the beginning of an edge, or where it has come to its end, up to there. */
export interface Label<State> extends Clocked<State> {
  readonly edge: number;
  /** Share of the edge before it, and where it ends there, before its end; -1: it goes on. */
  readonly from: number;
  readonly to: number;
  readonly weightMs: number;
  readonly lengthM: number;
  /** Private roads that it turned into. */
  readonly entries: number;
  /** What it is compared by: cost by the value of time, or money alone. */
  readonly cost: number;
  readonly before: Label<State> | undefined;
}

/** Units of cost for one øre: with them an hour of one krone is one unit for each millisecond. */
export const ORE = 36_000;

/** What a way is wanted for. */
export interface MoneyAim {
  /** Øre that an hour is worth; `pareto`: all ways of which none is both faster and cheaper. */
  readonly hourOre: number | 'pareto';
  /** Øre for each metre. */
  readonly metreOre: number;
  /** A front that is cut has the ways of these values of time as well; absent: of none. */
  readonly hoursOre?: readonly number[];
}

/** What a label is weighed by beside its bill: units of cost for each millisecond and metre. */
export interface Weights {
  readonly msRate: number;
  readonly metreRate: number;
}

/** Where an hour is worth nothing, time breaks ties: two days of it are less than one øre. */
export const TIE_RATE = 1e-4;

/** The weights of an aim. */
export const toWeights = ({ hourOre, metreOre }: MoneyAim): Weights => ({
  // An hour of one øre is a hundredth of a unit for each millisecond.
  msRate: hourOre === 'pareto' ? 0 : hourOre === 0 ? TIE_RATE : hourOre / 100,
  metreRate: metreOre * ORE,
});

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

export const costBy =
  ({ msRate, metreRate }: Weights) =>
  ({ ore, lengthM, weightMs }: PricedPath): number =>
    ORE * ore + metreRate * lengthM + msRate * weightMs;

export interface DrivingParts<State extends FareState> {
  readonly network: RoadNetwork;
  readonly costs: Costs;
  readonly corridor: Corridor;
  readonly fares: Fares<State>;
  readonly waitFor: WaitFor | undefined;
}

export interface Driving<State> {
  begin(edge: number, share: number): Label<State>;
  /** Along a path that is known, to its end. */
  follow(path: Path, weights: Weights): Label<State>;
  /** All labels that follow on one. */
  on(
    label: Label<State>,
    weights: Weights,
    isHopeless: (label: Label<State>, next: number, cost: number) => boolean,
    push: (label: Label<State>) => void,
  ): void;
  /** What of a lower bound from the beginning of its edge is left for a label. */
  restOf(label: Label<State>, least: number, weights: Weights): number;
  /** At sea the clocks of two labels compare where they have boarded the same ferry: its wait is added ashore. */
  isComparable(one: Label<State>, other: Label<State>): boolean;
  /** A label that comes ashore with the next edge is as late as its wait then says. */
  isLate(label: Label<State>, next: number): boolean;
}

export function openDriving<State extends FareState>(parts: DrivingParts<State>): Driving<State> {
  const { network, costs, corridor, fares, waitFor } = parts;
  const { graph, times, turnChoice, privateEntryMs, measures } = network;
  const { turns, linkOf } = graph;
  const metresOf = (edge: number) => measures.drivenM[linkOf[edge] as number] as number;
  const sails = (edge: number) => isSailed(graph, edge);
  const { boardedAt, beginOf, priceTurn, sailTo } = openPricing(parts);
  const endsOn = new Map<number, number[]>();
  for (const { edge, share } of corridor.ends.to)
    endsOn.set(edge, [...(endsOn.get(edge) ?? []), share]);

  const costOf = (state: State, weightMs: number, lengthM: number, weights: Weights) =>
    ORE * state.ore + weights.msRate * weightMs + weights.metreRate * lengthM;
  const turn = (
    label: Label<State>,
    next: number,
    by: number,
    weights: Weights,
    isEnd = false,
  ): Label<State> => {
    const { edge, from } = label;
    const beginMs = sails(next) ? label.ms : beginOf(label);
    const soonerMs = sails(edge) ? 0 : corridor.soonerMs(next);
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
    const clock = { ms, weightMs, lengthM, state };
    return { edge: next, from: 0, to: -1, ...clock, entries, cost, before: label };
  };
  const finish = (label: Label<State>, share: number, weights: Weights): Label<State> => {
    const part = share - label.from;
    const beginMs = beginOf(label);
    const ms = beginMs + part * (times.ofEdge[label.edge] as number);
    const weightMs =
      label.weightMs + (beginMs - label.ms) + part * (costs.ofEdge[label.edge] as number);
    const lengthM = label.lengthM + part * metresOf(label.edge);
    const state = sails(label.edge) ? sailTo(label, ms) : label.state;
    const cost = costOf(state, weightMs, lengthM, weights);
    return { ...label, to: share, ms, weightMs, lengthM, state, cost };
  };
  const isShut = (turnBy: number, next: number): boolean =>
    (corridor.placeOf[next] as number) < 0 ||
    (costs.ofTurn[turnBy] as number) >= UNREACHABLE ||
    (costs.ofEdge[next] as number) >= UNREACHABLE;

  const begin = (edge: number, share: number): Label<State> => {
    const clock = { ms: 0, weightMs: 0, lengthM: 0, state: fares.start };
    return { edge, from: share, to: -1, ...clock, entries: 0, cost: 0, before: undefined };
  };
  return {
    begin,
    follow({ edges, fromShare, toShare }, weights) {
      let label = begin(edges[0] as number, fromShare);
      for (let i = 1; i < edges.length; i++) {
        const next = edges[i] as number;
        const isEnd = i === edges.length - 1 && toShare === 0;
        label = turn(label, next, findTurn(graph, label.edge, next), weights, isEnd);
      }
      return finish(label, toShare, weights);
    },
    on(label, weights, isHopeless, push) {
      const { edge, from } = label;
      for (const share of endsOn.get(edge) ?? [])
        if (share > from || (share === from && label.before === undefined))
          push(finish(label, share, weights));
      const lengthM = label.lengthM + (1 - from) * metresOf(edge);
      const alongMs = label.weightMs + (1 - from) * (costs.ofEdge[edge] as number);
      for (let by = turns.first[edge] as number; by < (turns.first[edge + 1] as number); by++) {
        const next = turns.to[by] as number;
        if (isShut(by, next)) continue;
        const soonerMs = sails(edge) ? 0 : corridor.soonerMs(next);
        const weightMs = alongMs + (costs.ofTurn[by] as number) - soonerMs;
        if (isHopeless(label, next, costOf(label.state, weightMs, lengthM, weights))) continue;
        push(turn(label, next, by, weights));
        if (endsOn.get(next)?.includes(0) === true)
          push(finish(turn(label, next, by, weights, true), 0, weights));
      }
    },
    // A way that begins at the end of an edge passes no station there.
    restOf: ({ edge, from }, least, { msRate, metreRate }) =>
      from === 1
        ? 0
        : Math.max(
            0,
            least - from * (msRate * (costs.ofEdge[edge] as number) + metreRate * metresOf(edge)),
          ),
    isComparable: (one, other) =>
      waitFor === undefined || !sails(one.edge) || boardedAt(one) === boardedAt(other),
    isLate: ({ edge }, next) => waitFor !== undefined && sails(edge) && !sails(next),
  };
}

/** Stations and ferries on the way of a label, and the waits for them. */
function openPricing<State extends FareState>({ network, fares, waitFor }: DrivingParts<State>) {
  const { graph, times, measures, gates } = network;
  const { linkOf, opposite } = graph;
  const sails = (edge: number) => isSailed(graph, edge);

  /** The run of ferry that ends with a label; and the label ashore before it; undefined: the way begins at sea. */
  const readRun = (label: Label<State>) => {
    const run: number[] = [];
    let at: Label<State> | undefined = label;
    for (; at !== undefined && sails(at.edge); at = at.before) run.push(at.edge);
    return { run: run.reverse(), ashore: at };
  };
  const sailTo = (label: Label<State>, ms: number): State => {
    const { run, ashore } = readRun(label);
    let ashoreM = 0;
    let at = ashore;
    for (; at !== undefined && !sails(at.edge); at = at.before)
      ashoreM += (1 - at.from) * (measures.drivenM[linkOf[at.edge] as number] as number);
    return fares.sail(label.state, run, at === undefined ? undefined : ashoreM, ms);
  };
  return {
    /** When a label comes to the beginning of its edge: at sea by the wait for the ferry that it has taken. */
    beginOf(label: Label<State>): number {
      if (waitFor === undefined || !sails(label.edge)) return label.ms;
      const { run, ashore } = readRun(label);
      if (ashore === undefined) return label.ms;
      const quayMs = ashore.ms + (1 - ashore.from) * (times.ofEdge[ashore.edge] as number);
      return timeRun(network, [ashore.edge, ...run], quayMs, waitFor);
    },
    boardedAt(label: Label<State>): number {
      let at = label;
      while (at.before !== undefined && sails(at.before.edge)) at = at.before;
      return at.edge;
    },
    /** The end of a run of ferry, unless it goes on. */
    sailTo,
    /** @param isEnd the way ends where the next edge begins, and passes no station there. */
    priceTurn(label: Label<State>, next: number, ms: number, isEnd: boolean): State {
      const { edge } = label;
      let state = sails(edge) && !sails(next) ? sailTo(label, ms) : label.state;
      if (label.from === 1 || isEnd || opposite[edge] === next) return state;
      for (let gate = gates.first[edge] as number; gate < (gates.first[edge + 1] as number); gate++)
        state = fares.pass(state, gates.station[gate] as number, ms);
      return state;
    },
  };
}

export function toPriced<State extends FareState>(label: Label<State>): PricedPath {
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

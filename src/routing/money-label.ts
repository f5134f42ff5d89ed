/**
 * Labels of a search by money: a way up to an edge, with its clock and its bill. They are driven edge by edge, with the
 * same sums in the same order as a drive is read by: see `drive.ts`.
 */
import { type DrivenEdge, drivesOnInto, timeRun, type WaitFor } from './drive.ts';
import { findTurn } from './graph.ts';
import { UNREACHABLE } from './metric.ts';
import type { Corridor, MoneySearchParts } from './money-corridor.ts';
import type { Clocked, FareState, Fares } from './money-fares.ts';
import type { CorridorLeg } from './money-spread.ts';
import { isBoarded, isSailed } from './network.ts';
import type { EdgePlace } from './query.ts';
import type { TollTurns } from './tolls.ts';

/** A way up to the beginning of an edge; or up to a place on the edge, if it ends there or turns at a stop. */
export interface Label<State> extends Clocked<State> {
  readonly edge: number;
  /** Shares of the edge: where the way begins on it, and where it ends there or stops; -1: it goes on. */
  readonly from: number;
  readonly to: number;
  /** The leg of the trip, and the share of the edge at which the leg begins; -1: it has begun on an edge before. */
  readonly leg: number;
  readonly at: number;
  readonly weightMs: number;
  readonly lengthM: number;
  /** Number of private roads that it turned into. */
  readonly entries: number;
  /** The cost by which labels are compared: money, and time by its value if it has one. */
  readonly cost: number;
  readonly before: Label<State> | undefined;
}

/** Units of cost for one øre: with them an hour of one krone is one unit for each millisecond. */
export const ORE = 36_000;

/** What a search is for. */
export interface MoneyAim {
  /** Øre that an hour is worth; `pareto`: all ways are wanted of which none is both faster and cheaper. */
  readonly hourOre: number | 'pareto';
  /** Øre for each metre. */
  readonly metreOre: number;
  /** Values of time whose ways a front that is cut has as well; absent: none. */
  readonly hoursOre?: readonly number[];
}

/** What a label is weighed by beside its bill: units of cost for each millisecond and metre. */
export interface Weights {
  readonly msRate: number;
  readonly metreRate: number;
}

/** The rate of time where an hour is worth nothing. Time then breaks ties: two days of it are less than one øre. */
export const TIE_RATE = 1e-4;

/** The weights of an aim. */
export const toWeights = ({ hourOre, metreOre }: MoneyAim): Weights => ({
  // An hour of one øre is a hundredth of a unit for each millisecond.
  msRate: hourOre === 'pareto' ? 0 : hourOre === 0 ? TIE_RATE : hourOre / 100,
  metreRate: metreOre * ORE,
});

/** A way with its price. */
export interface PricedPath {
  readonly edges: readonly DrivenEdge[];
  /** Sum of tolls and ferries. Whole øre. */
  readonly ore: number;
  /** Number of amounts that no source tells. The sum leaves them out. */
  readonly unknowns: number;
  /** Time as it is driven, and time by which ways are chosen. */
  readonly ms: number;
  readonly weightMs: number;
  readonly lengthM: number;
}

export const costBy =
  ({ msRate, metreRate }: Weights) =>
  ({ ore, lengthM, weightMs }: PricedPath): number =>
    ORE * ore + metreRate * lengthM + msRate * weightMs;

/** What all searches of one trip have in common. */
export interface SearchParts<State extends FareState = FareState> extends MoneySearchParts {
  readonly corridor: Corridor;
  readonly boundMs: number;
  readonly fares: Fares<State>;
  /** Absent: ferries are waited for as on average. */
  readonly waitFor: WaitFor | undefined;
  /** Counts private toll roads, whose amounts no source tells; absent: there are none. */
  readonly countRoads?: TollTurns['countRoads'] | undefined;
  /** The least that a ferry adds to any bill, by the edge with which it leaves its quay. Øre. */
  readonly ferryOre: ReadonlyMap<number, number>;
}

export interface Driving<State> {
  begin(edge: number, share: number): Label<State>;
  /** The label at the end of a way along known edges. */
  follow(edges: readonly DrivenEdge[], weights: Weights): Label<State>;
  /** Pushes all labels that follow a label. */
  on(
    label: Label<State>,
    weights: Weights,
    isHopeless: (label: Label<State>, next: number, cost: number) => boolean,
    push: (label: Label<State>) => void,
  ): void;
  /** The part of a lower bound that is left for a label. The bound is from the beginning of its edge. */
  restOf(label: Label<State>, least: number, weights: Weights): number;
  /** Do the clocks of two labels compare? At sea both must have boarded the same ferry: its wait is added ashore. */
  isComparable(one: Label<State>, other: Label<State>): boolean;
  /** Does a label come ashore with the next edge? How late it is depends on its wait, which is added then. */
  isLate(label: Label<State>, next: number): boolean;
}

export function openDriving<State extends FareState>(parts: SearchParts<State>): Driving<State> {
  const { network, costs, corridor, fares, waitFor } = parts;
  const { graph, times, turnChoice, privateEntryMs, measures } = network;
  const { turns, linkOf, opposite } = graph;
  const { legs } = corridor;
  const metresOf = (edge: number) => measures.drivenM[linkOf[edge] as number] as number;
  const sails = (edge: number) => isSailed(graph, edge);
  const { boardedAt, beginOf, priceTurn, sailTo, passGates } = openPricing(parts);
  const endsOn = legs.map(listEnds);

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
    const soonerMs = isBoarded(network, edge, by) ? corridor.soonerMs(next) : 0;
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
    const { leg } = label;
    return { edge: next, from: 0, to: -1, leg, at: -1, ...clock, entries, cost, before: label };
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
  const isClosed = (turnBy: number, next: number): boolean =>
    (costs.ofTurn[turnBy] as number) >= UNREACHABLE ||
    (costs.ofEdge[next] as number) >= UNREACHABLE;

  const begin = (edge: number, share: number): Label<State> => {
    const clock = { ms: 0, weightMs: 0, lengthM: 0, state: fares.start };
    const place = { edge, from: share, to: -1, leg: 0, at: share };
    return { ...place, ...clock, entries: 0, cost: 0, before: undefined };
  };
  /** Begins a leg at the stop where a leg ends. Turning round there takes no time. */
  const beginAgain = (
    label: Label<State>,
    { edge, share }: EdgePlace,
    weights: Weights,
  ): Label<State> => {
    const { ms, weightMs, lengthM, leg } = label;
    // The way comes over the node even where no turn is allowed.
    const isPassed = label.to === 1 && share === 0 && opposite[label.edge] !== edge;
    const state = isPassed ? passGates(label, label.state, ms) : label.state;
    const cost = costOf(state, weightMs, lengthM, weights);
    const place = { edge, from: share, to: -1, leg: leg + 1, at: share };
    return { ...label, ...place, state, cost, before: label };
  };
  /** Drives on over a stop as if there were none; undefined: the way on is closed. See `joinLegs`. */
  const driveOn = (
    label: Label<State>,
    stop: number,
    { edge, share }: EdgePlace,
    weights: Weights,
  ): Label<State> | undefined => {
    const leg = label.leg + 1;
    if (edge === label.edge && share === stop) return { ...label, leg, at: share };
    const by = findTurn(graph, label.edge, edge);
    return isClosed(by, edge) ? undefined : { ...turn(label, edge, by, weights), leg, at: share };
  };
  /**
   * The labels that follow where a leg ends at a share of the edge.
   *
   * @param passes which labels are given: `on` those that drive on over the stop, `off` those that do not. At the
   * beginning of an edge only those that drive on pass the stations there. A leg of no length there counts as one that
   * drives on.
   */
  const arrive = (
    label: Label<State>,
    share: number,
    weights: Weights,
    passes: 'all' | 'on' | 'off',
  ): Label<State>[] => {
    const next = legs[label.leg + 1];
    if (next === undefined) return passes === 'on' ? [] : [finish(label, share, weights)];
    return next.from.flatMap((start) => {
      if ((costs.ofEdge[start.edge] as number) >= UNREACHABLE) return [];
      const isSame = start.edge === label.edge && start.share === share;
      if (!isSame && !drivesOnInto(graph, label.edge, start.edge))
        return passes === 'on' ? [] : [beginAgain(finish(label, share, weights), start, weights)];
      return passes === 'off' ? [] : (driveOn(label, share, start, weights) ?? []);
    });
  };
  return {
    begin,
    follow(edges, weights) {
      const [first, ...others] = edges;
      if (first === undefined) throw new Error('Expected an edge.');
      let label = begin(first.edge, first.from);
      let { to } = first;
      for (const { edge, from, fromStop, ...rest } of others) {
        const isEnd = rest.to === 0;
        label = fromStop
          ? beginAgain(finish(label, to, weights), { edge, share: from }, weights)
          : turn(label, edge, findTurn(graph, label.edge, edge), weights, isEnd);
        to = rest.to;
      }
      return finish(label, to, weights);
    },
    on(label, weights, isHopeless, push) {
      const { edge, from, at, leg } = label;
      for (const share of endsOn[leg]?.get(edge) ?? []) {
        if (share < at) continue;
        const passes = share === 0 && at < 0 ? 'on' : 'all';
        for (const one of arrive(label, share, weights, passes)) push(one);
      }
      const lengthM = label.lengthM + (1 - from) * metresOf(edge);
      const alongMs = label.weightMs + (1 - from) * (costs.ofEdge[edge] as number);
      for (let by = turns.first[edge] as number; by < (turns.first[edge + 1] as number); by++) {
        const next = turns.to[by] as number;
        if ((legs[leg]?.placeOf[next] as number) < 0 || isClosed(by, next)) continue;
        const soonerMs = isBoarded(network, edge, by) ? corridor.soonerMs(next) : 0;
        const weightMs = alongMs + (costs.ofTurn[by] as number) - soonerMs;
        if (isHopeless(label, next, costOf(label.state, weightMs, lengthM, weights))) continue;
        push(turn(label, next, by, weights));
        if (endsOn[leg]?.get(next)?.includes(0) === true)
          for (const one of arrive(turn(label, next, by, weights, true), 0, weights, 'off'))
            push(one);
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

/** By edge: the shares at which a leg ends. */
function listEnds({ to }: CorridorLeg): ReadonlyMap<number, readonly number[]> {
  const ends = new Map<number, number[]>();
  for (const { edge, share } of to) ends.set(edge, [...(ends.get(edge) ?? []), share]);
  return ends;
}

/** Stations, private toll roads and ferries on the way of a label, and the waits for them. */
function openPricing<State extends FareState>(parts: SearchParts<State>) {
  const { network, fares, waitFor, countRoads = () => 0 } = parts;
  const { graph, times, gates } = network;
  const { opposite } = graph;
  const sails = (edge: number) => isSailed(graph, edge);

  /** The run of ferry that ends with a label, and the label ashore before it; undefined: the way begins at sea. */
  const readRun = (label: Label<State>) => {
    const run: number[] = [];
    let at: Label<State> | undefined = label;
    for (; at !== undefined && sails(at.edge); at = at.before) run.push(at.edge);
    return { run: run.reverse(), ashore: at };
  };
  const sailTo = (label: Label<State>, ms: number): State => {
    const { run, ashore } = readRun(label);
    let at = ashore;
    let hasStopped = false;
    for (; at !== undefined && !sails(at.edge); at = at.before) hasStopped ||= at.to >= 0;
    return fares.sail(label.state, run, hasStopped, ms);
  };
  /** The bill with the stations at the end of the edge, unless the way begins there. */
  const passGates = ({ edge, from }: Label<State>, before: State, ms: number): State => {
    let state = before;
    const end = from === 1 ? 0 : (gates.first[edge + 1] as number);
    for (let gate = gates.first[edge] as number; gate < end; gate++)
      state = fares.pass(state, gates.station[gate] as number, ms);
    return state;
  };
  return {
    /** When a label comes to the beginning of its edge. At sea this includes the wait for the ferry it has taken. */
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
    /** The bill at the end of a run of ferry. */
    sailTo,
    /** @param isEnd the way ends where the next edge begins, and passes no station there. */
    priceTurn(label: Label<State>, next: number, ms: number, isEnd: boolean): State {
      const { edge } = label;
      const state = sails(edge) && !sails(next) ? sailTo(label, ms) : label.state;
      if (isEnd || opposite[edge] === next) return state;
      const passed = passGates(label, state, ms);
      const roads = countRoads(edge, next);
      return roads === 0 ? passed : { ...passed, unknowns: passed.unknowns + roads };
    },
    passGates,
  };
}

export function toPriced<State extends FareState>(label: Label<State>): PricedPath {
  const { ms, weightMs, lengthM, state } = label;
  const edges: DrivenEdge[] = [];
  for (let at: Label<State> | undefined = label; at !== undefined; at = at.before) {
    const { edge, from, to, before } = at;
    const isFromStop = before !== undefined && before.to >= 0;
    edges.push({ edge, from, to: to < 0 ? 1 : to, ...(isFromStop && { fromStop: true as const }) });
  }
  const { ore, unknowns } = state;
  return { edges: edges.reverse(), ore, unknowns, ms, weightMs, lengthM };
}

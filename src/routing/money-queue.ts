/**
 * One search by money: its labels in the order of their lower bounds, without those that others have beaten.
 */
import type { StepBudget, Steps } from '../base/steps.ts';
import { type LabelHeap, openHeap } from './heap.ts';
import { UNREACHABLE } from './metric.ts';
import {
  type Bounds,
  type BoundTerms,
  type KnownFront,
  mostOfPlain,
  openBounds,
  type Progress,
} from './money-bounds.ts';
import type { FareState, Rest } from './money-fares.ts';
import {
  costBy,
  type Driving,
  type Label,
  type MoneyAim,
  ORE,
  type PricedPath,
  type SearchParts,
  TIE_RATE,
  toPriced,
  toWeights,
} from './money-label.ts';

/** Steps after which other work may be done. */
const STEPS_AT_A_TIME = 1200;
/** Sums of the same numbers in another order differ by less than this. */
export const ROUNDING = 1e-3;

/**
 * A search goes to its end, up to `mostSteps`, or until it is late. A quick one settles each edge once, by the label
 * that looks best.
 */
export interface Pace extends Pick<StepBudget, 'isLate'> {
  readonly mostSteps: number;
  readonly isQuick?: true;
}

/** What one search has found. */
interface Found {
  readonly ways: readonly PricedPath[];
  readonly steps: number;
  readonly isCut: boolean;
}

interface SearchTerms<State> {
  readonly drive: Driving<State>;
  /** The fastest way. Ways with more private roads are not looked at. */
  readonly standard: Label<State>;
  /** Ways with more unknown prices are not looked at. */
  readonly mostUnknowns: number;
  /** Ways that cost more are not looked at; absent: than the fastest way, which has no more unknown prices. */
  readonly mostCost?: number;
  readonly aim: MoneyAim;
  readonly pace: Pace;
  /** The ways known so far, in a search for a front. */
  readonly front?: KnownFront;
}

/** Gives the ways in the order in which they are settled; for a value of time only the best one, if it is found. */
export function* searchBy<State extends FareState>(
  parts: SearchParts<State>,
  { drive, standard, mostUnknowns, mostCost, aim, pace, front }: SearchTerms<State>,
): Steps<Found> {
  const weights = toWeights(aim);
  const progress: Progress = { steps: 0, most: Number.POSITIVE_INFINITY };
  const { mostSteps, isQuick, isLate } = pace;
  if (front === undefined)
    progress.most = (mostCost ?? costBy(weights)(toPriced(standard))) + ROUNDING;
  if (weights.msRate > TIE_RATE && !isQuick && mostCost === undefined)
    progress.most = Math.min(progress.most, yield* mostOfPlain(parts, weights, progress));
  const queue = yield* openQueue(parts, {
    ...{ drive, weights, front, isQuick, standard, mostUnknowns, progress },
  });
  for (const { edge, share } of parts.corridor.legs[0]?.from ?? [])
    if ((parts.costs.ofEdge[edge] as number) < UNREACHABLE) queue.push(drive.begin(edge, share));
  const ways: PricedPath[] = [];
  const endWith = (isCut: boolean): Found => ({ ways, steps: progress.steps, isCut });
  let pauseAt = STEPS_AT_A_TIME;
  for (let label = queue.pop(); label !== undefined; label = queue.pop()) {
    if (queue.wanted.size > 0) yield* queue.findWanted();
    if (progress.steps > mostSteps) return endWith(true);
    if (progress.steps >= pauseAt) {
      if (isLate?.()) return endWith(true);
      pauseAt = progress.steps + STEPS_AT_A_TIME;
      yield;
    }
    if (label.to < 0) drive.on(label, weights, queue.isHopeless, queue.push);
    else if (front === undefined) return { ...endWith(false), ways: [toPriced(label)] };
    else if (label.cost < progress.most) {
      progress.most = label.cost;
      front.add(label);
      ways.push(toPriced(label));
    }
  }
  return endWith(false);
}

interface QueueTerms<State>
  extends BoundTerms,
    Pick<SearchTerms<State>, 'drive' | 'standard' | 'mostUnknowns'> {
  readonly isQuick: true | undefined;
}

/** The labels of one search that are worth driving on from, by their lower bounds. */
interface Queue<State> extends Pick<Bounds<State>, 'wanted' | 'findWanted'> {
  push(label: Label<State>): void;
  /** The next one, which no other has beaten; undefined: there is none. */
  pop(): Label<State> | undefined;
  /** Is the next edge too dear, whatever the label costs there? */
  isHopeless(before: Label<State>, next: number, cost: number): boolean;
}

/** A label, and the number of labels settled at its edge that it has been compared with. */
interface Queued<State> {
  readonly label: Label<State>;
  readonly compared: number;
}

function* openQueue<State extends FareState>(
  parts: SearchParts<State>,
  terms: QueueTerms<State>,
): Steps<Queue<State>> {
  const { costs, corridor, boundMs } = parts;
  const { drive, weights, front, isQuick, standard, mostUnknowns, progress } = terms;
  const { legs, toEndMs } = corridor;
  const placeAt = (leg: number, edge: number) => legs[leg]?.placeOf[edge] as number;
  const bounds = yield* openBounds(parts, drive, terms);
  const heap: LabelHeap<Queued<State>> = openHeap();
  const settled: (Label<State>[] | undefined)[] = [];
  const beats = openDominance(parts, terms);
  /** @param compared number of labels settled at its edge that it has been compared with. */
  const isBeaten = (label: Label<State>, compared: number): boolean => {
    // A leg that begins within an edge does not come to the ends that lie before its beginning.
    if (label.at > 0) return false;
    const others = settled[placeAt(label.leg, label.edge)];
    if (others === undefined || others.length === compared) return false;
    if (isQuick) return true;
    const rest = bounds.restOf(label);
    for (let i = compared; i < others.length; i++) {
      progress.steps++;
      if (beats(others[i] as Label<State>, label, rest)) return true;
    }
    return false;
  };

  const settle = (label: Label<State>) => {
    const place = placeAt(label.leg, label.edge);
    const others = settled[place];
    if (others === undefined) settled[place] = [label];
    else others.push(label);
  };

  return {
    wanted: bounds.wanted,
    findWanted: bounds.findWanted,
    push(label) {
      if (label.entries > standard.entries || label.state.unknowns > mostUnknowns) return;
      const isEnd = label.to >= 0;
      const place = placeAt(label.leg, label.edge);
      const restMs = isEnd
        ? 0
        : (toEndMs[place] as number) - (costs.ofEdge[label.edge] as number) * label.from;
      if (label.weightMs + restMs > boundMs) return;
      const low = isEnd
        ? label.cost
        : label.cost -
          bounds.fallOf(label) +
          drive.restOf(label, bounds.leastCosts[place] as number, weights);
      if (low > progress.most) return;
      // Ways that only equal a known one are dropped as well: the known one is among those found.
      if (front && !isEnd && bounds.deadlineMs(label, label.cost - bounds.fallOf(label)) < 0)
        return;
      if (!isEnd && isBeaten(label, 0)) return;
      progress.steps++;
      const compared = settled[place]?.length ?? 0;
      heap.push(front ? label.weightMs + restMs : low, { label, compared });
    },
    pop() {
      for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
        const { label, compared } = next;
        if (label.to >= 0) return label;
        if (isBeaten(label, compared)) continue;
        if (label.at <= 0) settle(label);
        return label;
      }
      return undefined;
    },
    isHopeless: (before, next, cost) =>
      !drive.isLate(before, next) &&
      cost -
        ORE * before.state.mayFallOre +
        (bounds.leastCosts[placeAt(before.leg, next)] as number) >
        progress.most,
  };
}

/**
 * Tells whether one label at an edge is no worse than another one, whatever is driven after both.
 *
 * Labels with the same bill are two drives of one way. If the bills differ, the first label has to be cheaper by as
 * much as the two bills may still come apart.
 */
function openDominance<State extends FareState>(
  { fares, boundMs, corridor, waitFor }: SearchParts<State>,
  { drive, weights, front, progress }: QueueTerms<State>,
) {
  // If both labels wait for a ferry until the morning, the sooner one loses its lead.
  const mayCatchUp =
    waitFor !== undefined && corridor.edges.some((edge) => corridor.soonerMs(edge) > 0);
  // Ways that are worth their cost end before the bound: then a label may be better without being as fast.
  const isBoundFar = front === undefined && progress.most / weights.msRate <= boundMs;
  const apart = openApart<State>();
  /** @param rest what may be driven behind the other label. */
  return (one: Label<State>, other: Label<State>, rest: Rest): boolean => {
    if (one.cost > other.cost) return false;
    if (one.entries > other.entries || one.state.unknowns > other.state.unknowns) return false;
    if (!drive.isComparable(one, other)) return false;
    const isAsFast = one.weightMs <= other.weightMs;
    if (one.state === other.state) return isAsFast || front === undefined;
    if (!isAsFast && !isBoundFar) return false;
    if (isBehind(other, one)) return true;
    const soonerMs = mayCatchUp ? Math.max(0, other.weightMs - one.weightMs) : 0;
    const cheaperOre = (other.cost - one.cost - weights.msRate * soonerMs) / ORE;
    if (cheaperOre < 0) return false;
    if (apart.isKnown(one.state, other, cheaperOre)) return false;
    if (fares.slackOre(one, other, rest, cheaperOre) <= cheaperOre) return true;
    apart.note(one.state, other, cheaperOre);
    return false;
  };
}

/** If neither of two bills has beaten the other, they are compared again after this time: before, little changes. */
const APART_MS = 60_000;

/** Pairs of bills of which one was not cheap enough to beat the other. It is never wrong to keep a label. */
function openApart<State extends FareState>() {
  const known = new Map<State, Map<State, { readonly cheaperOre: number; readonly ms: number }>>();
  return {
    isKnown(one: State, { state, ms }: Label<State>, cheaperOre: number): boolean {
      const last = known.get(one)?.get(state);
      return last !== undefined && cheaperOre <= last.cheaperOre && ms < last.ms + APART_MS;
    },
    note(one: State, { state, ms }: Label<State>, cheaperOre: number): void {
      const others = known.get(one) ?? new Map();
      known.set(one, others.set(state, { cheaperOre, ms }));
    },
  };
}

/** Is the first label one of those before the other? The way is then a circle back to the same edge. */
function isBehind<State>(label: Label<State>, first: Label<State>): boolean {
  let at = label.before;
  while (at !== undefined && at.weightMs > first.weightMs) at = at.before;
  return at === first;
}

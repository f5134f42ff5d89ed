/**
 * The likeliest places of a chain of fixes (Viterbi's algorithm), and how likely each place and each passage of a gate
 * is, given all fixes (the forward-backward algorithm). Both run over one lattice: the ways from each likely place of a
 * fix to each candidate of the next.
 *
 * Source: P. Newson and J. Krumm, "Hidden Markov Map Matching Through Noise and Sparseness", ACM GIS 2009.
 */

import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { isSailed, linkLengthM, placeOnLink, type RoadNetwork } from '../routing/network.ts';
import type { Candidates } from './candidates.ts';
import {
  costPerM,
  emissionAtSea,
  emissionCost,
  hasteCost,
  type NoiseModel,
  OFF_ROAD,
} from './noise-model.ts';
import type { StepSearch } from './step-search.ts';

/** Where the vehicle was at a fix, and how it came there. */
export interface MatchedState {
  readonly fix: number;
  /** -1: on no road of the network. */
  readonly edge: number;
  readonly alongM: number;
  readonly offM: number;
  /** Edges from that of the state before, see `StepSearch`; `[]` after and before a state off the network. */
  readonly path: readonly number[];
  /** How likely the vehicle was on this edge, given all fixes; 0 off the network. */
  readonly confidence: number;
}

/** How often a station is passed between a fix and the next, as the model expects it: mostly 0 to 1. */
export interface ExpectedPassage {
  /** Index into `stationIds` of the gates. */
  readonly station: number;
  readonly fix: number;
  readonly expected: number;
}

export interface ChainParts {
  readonly network: RoadNetwork;
  readonly search: StepSearch;
  readonly fixes: readonly Fix[];
  readonly candidates: Candidates;
  readonly noise: NoiseModel;
  /** Only the likeliest drive is asked for: no confidence, no passages. */
  readonly isRough?: true;
}

/** Places that are this much less likely than the best one of their fix are given up. Natural logarithm. */
const HOPELESS = 14;
/** Ways that are longer than the straight line by more than this many betas are not looked at. */
const LONGEST_BETAS = 14;
/** Fixes this near to a sailing line were taken aboard, or at its quay. Metres. */
const ON_FERRY_M = 200;
/** Fixes whose likelihoods are worked out at once, and those after them that are heard first. */
const BLOCK = { fixes: 128, lag: 16 };
/** Places nearer to each other than this are one. Metres. */
const SAME_PLACE_M = 1;
const NEVER = Number.POSITIVE_INFINITY;

/** By how much a way is longer than the straight line. Metres. */
const longerM = (missM: number): number => Math.max(0, missM);

/** The first and the last fix of a chain, both inside. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

export function* matchChain(
  parts: ChainParts,
  ends: Ends,
): Steps<{
  readonly states: readonly MatchedState[];
  readonly passages: readonly ExpectedPassage[];
}> {
  const { from, to } = ends;
  const costs = openCosts(parts, ends);
  const step = openSteps(parts, costs, from);
  const judge = openJudge(parts, costs);
  const passages: ExpectedPassage[] = [];
  let lattice = new Lattice(from);
  for (let fix = from; fix < to; fix++) {
    step(fix, lattice);
    if (fix % 16 === 15) yield;
    if (parts.isRough || fix + 1 - lattice.from < BLOCK.fixes + BLOCK.lag) continue;
    passages.push(...judge(lattice, lattice.from + BLOCK.fixes - 1, fix + 1));
    lattice = lattice.after(BLOCK.fixes);
    yield;
  }
  if (!parts.isRough) passages.push(...judge(lattice, to, to));
  return { states: yield* readStates(parts, costs, ends), passages };
}

/** Costs and paths of a chain, one row a place. The rows begin with the places of its first fix. */
type Costs = ReturnType<typeof openCosts>;

function openCosts({ candidates: { first } }: ChainParts, { from, to }: Ends) {
  const base = first[from] as number;
  const size = (first[to + 1] as number) - base;
  return {
    base,
    /** Cost of the likeliest way up to it. */
    score: new Float64Array(size).fill(NEVER),
    /** Cost of all ways up to it together. */
    ahead: new Float64Array(size).fill(NEVER),
    /** The place before it on the likeliest way, and the path from there. */
    back: new Int32Array(size).fill(-1),
    paths: new Array<readonly number[] | undefined>(size),
    likelihood: new Float64Array(size),
  };
}

/** Makes the function that adds the ways from the places of a fix to those of the next one to a lattice. */
function openSteps(parts: ChainParts, costs: Costs, from: number) {
  const { search, candidates, isRough } = parts;
  const { first, edge, alongM } = candidates;
  const { base, score, ahead, back, paths } = costs;
  const wayS = openPace(candidates, search);
  const emit = openEmission(parts);
  const lookAt = openLeg(parts, emit);
  for (let place = first[from] as number; place < (first[from + 1] as number); place++)
    score[place - base] = ahead[place - base] = emit(place, from);

  function add(
    lattice: Lattice,
    place: number,
    target: number,
    cost: number,
    path?: readonly number[],
  ): void {
    const arrived = (score[place - base] as number) + cost;
    const row = target - base;
    if (arrived < (score[row] as number)) {
      score[row] = arrived;
      back[row] = place;
      paths[row] = path;
    }
    if (isRough) return;
    lattice.add(place, target, cost, path);
    ahead[row] = addCosts(ahead[row] as number, (ahead[place - base] as number) + cost);
  }
  /** The ways from a place off the network onto roads. */
  function comeBack(lattice: Lattice, place: number, leg: Leg): void {
    const { next, nextOff, straight, emitted } = leg;
    for (let target = next; target < nextOff; target++)
      add(
        lattice,
        place,
        target,
        straight + OFF_ROAD.switchCost + (emitted[target - next] as number),
      );
  }
  /** The ways over roads. */
  function driveOn(lattice: Lattice, place: number, leg: Leg): void {
    const { next, nextOff, movedM, missM, perM, emitted, hadS, limitM } = leg;
    const metres = search.reach(edge[place] as number, alongM[place] as number, limitM);
    for (let target = next; target < nextOff; target++) {
      const m = metres[target - next] as number;
      const slow = (movedM + missM(m - movedM)) * perM + (emitted[target - next] as number);
      const bound = (score[target - base] as number) + HOPELESS - (score[place - base] as number);
      if (m === NEVER || slow > bound) continue;
      const path = search.pathTo(target - next);
      const cost = slow + (hadS === undefined ? 0 : hasteCost(wayS(place, target, path), hadS));
      if (cost <= bound) add(lattice, place, target, cost, path);
    }
  }

  return (fix: number, lattice: Lattice): void => {
    const leg = lookAt(fix);
    const { here, next, nextOff, straight, emitted } = leg;
    const off = next - 1;
    const least = Math.min(...score.subarray(here - base, next - base));
    search.aim(candidates, next, nextOff);
    for (let place = here; place < next; place++) {
      if ((score[place - base] as number) > least + HOPELESS) continue;
      const leave = straight + (place === off ? 0 : OFF_ROAD.switchCost);
      add(lattice, place, nextOff, leave + (emitted[nextOff - next] as number));
      if (place === off) comeBack(lattice, place, leg);
      else driveOn(lattice, place, leg);
    }
    lattice.close();
  };
}

/** A fix and the next one. The last place of each is off the network. */
type Leg = ReturnType<ReturnType<typeof openLeg>>;

function openLeg(parts: ChainParts, emit: ReturnType<typeof openEmission>) {
  const { fixes, candidates, noise } = parts;
  const isAtSea = openAtSea(parts);
  return (fix: number) => {
    const [here, next, end] = [fix, fix + 1, fix + 2].map((one) => candidates.first[one] as number);
    const movedM = flatDistanceM(fixes[fix] as Fix, fixes[fix + 1] as Fix);
    const perM = costPerM(noise, movedM);
    const emitted = new Float64Array((end as number) - (next as number));
    for (let i = 0; i < emitted.length; i++) emitted[i] = emit((next as number) + i, fix + 1);
    return {
      here: here as number,
      next: next as number,
      nextOff: (end as number) - 1,
      movedM,
      perM,
      hadS: secondsBetween(fixes[fix] as Fix, fixes[fix + 1] as Fix),
      straight: movedM * perM * OFF_ROAD.detour,
      limitM: movedM + LONGEST_BETAS / perM,
      // A way shorter than the straight line between two fixes tells of their noise: it is no likelier for that. At
      // sea it is less likely: the vehicle sails on, and does not stand at the end of a road ashore.
      missM: isAtSea(fix) && isAtSea(fix + 1) ? Math.abs : longerM,
      emitted,
    };
  };
}

/**
 * Makes the function that works out the likelihoods from the first fix of a lattice up to `until`, by all fixes up to
 * `heard`, and lists the passages there.
 */
function openJudge({ network, candidates: { first, edge } }: ChainParts, costs: Costs) {
  const { base, ahead, likelihood } = costs;
  const listPassed = openPassed(network);

  /** Costs of all ways from each place of the lattice to the fix `heard`. */
  function listBehind(lattice: Lattice, heard: number): Float64Array {
    const begin = first[lattice.from] as number;
    const behind = new Float64Array((first[heard + 1] as number) - begin).fill(NEVER);
    behind.fill(0, (first[heard] as number) - begin);
    for (let fix = heard - 1; fix >= lattice.from; fix--)
      lattice.each(fix, (place, target, cost) => {
        const row = place - begin;
        behind[row] = addCosts(behind[row] as number, cost + (behind[target - begin] as number));
      });
    return behind;
  }
  /** Cost of all ways together. */
  function wholeAt(heard: number): number {
    let whole = NEVER;
    for (let place = first[heard] as number; place < (first[heard + 1] as number); place++)
      whole = addCosts(whole, ahead[place - base] as number);
    return whole;
  }

  return (lattice: Lattice, until: number, heard: number): ExpectedPassage[] => {
    const begin = first[lattice.from] as number;
    const behind = listBehind(lattice, heard);
    const whole = wholeAt(heard);
    for (let place = begin; place < (first[until + 1] as number); place++)
      likelihood[place - base] = Math.exp(
        whole - (ahead[place - base] as number) - (behind[place - begin] as number),
      );
    const passages: ExpectedPassage[] = [];
    for (let fix = lattice.from; fix <= Math.min(until, heard - 1); fix++) {
      const passed = new Map<number, number>();
      lattice.each(fix, (place, target, cost, path = []) => {
        const stations = listPassed(edge[place] as number, path);
        if (stations.length === 0) return;
        const share = Math.exp(
          whole - (ahead[place - base] as number) - cost - (behind[target - begin] as number),
        );
        for (const station of stations) passed.set(station, (passed.get(station) ?? 0) + share);
      });
      for (const [station, expected] of passed) passages.push({ station, fix, expected });
    }
    return passages;
  };
}

/** The likeliest way, from its last place back to the first. */
function* readStates(
  { network, candidates, isRough }: ChainParts,
  { base, score, back, paths, likelihood }: Costs,
  { to }: Ends,
): Steps<MatchedState[]> {
  const { first, edge, alongM, offM } = candidates;
  const isSamePlace = openSamePlace(network, candidates);
  /** The likelihood of all candidates at one place: the place of a junction is on several edges. */
  const likelihoodOfRoad = (place: number, fix: number): number => {
    let sum = 0;
    for (let other = first[fix] as number; other < (first[fix + 1] as number); other++)
      if (edge[other] !== -1 && isSamePlace(place, other))
        sum += likelihood[other - base] as number;
    return Math.min(1, sum);
  };
  let last = first[to] as number;
  for (let place = last; place < (first[to + 1] as number); place++)
    if ((score[place - base] as number) < (score[last - base] as number)) last = place;
  const states: MatchedState[] = [];
  for (let [place, fix] = [last, to]; place !== -1; fix--) {
    const isJudged = edge[place] !== -1 && !isRough;
    states.push({
      fix,
      edge: edge[place] as number,
      alongM: alongM[place] as number,
      offM: offM[place] as number,
      path: paths[place - base] ?? [],
      confidence: isJudged ? likelihoodOfRoad(place, fix) : 0,
    });
    place = back[place - base] as number;
    if (fix % 256 === 255) yield;
  }
  return states.reverse();
}

/** Ways from the places of fixes to those of the next ones. */
class Lattice {
  readonly from: number;
  readonly #first = [0];
  readonly #places: number[] = [];
  readonly #targets: number[] = [];
  readonly #costs: number[] = [];
  readonly #paths: (readonly number[] | undefined)[] = [];

  /** @param from the first fix that ways lead from. */
  constructor(from: number) {
    this.from = from;
  }

  add(place: number, target: number, cost: number, path: readonly number[] | undefined) {
    this.#places.push(place);
    this.#targets.push(target);
    this.#costs.push(cost);
    this.#paths.push(path);
  }

  /** Says that all ways from the next fix are added. */
  close() {
    this.#first.push(this.#places.length);
  }

  each(
    fix: number,
    see: (place: number, target: number, cost: number, path?: readonly number[]) => void,
  ) {
    const [begin, end] = [this.#first[fix - this.from], this.#first[fix - this.from + 1]];
    for (let way = begin as number; way < (end as number); way++)
      see(
        this.#places[way] as number,
        this.#targets[way] as number,
        this.#costs[way] as number,
        this.#paths[way],
      );
  }

  /** The lattice without its first fixes. */
  after(fixes: number): Lattice {
    const rest = new Lattice(this.from + fixes);
    for (let fix = rest.from; fix < this.from + this.#first.length - 1; fix++) {
      this.each(fix, (...way) => rest.add(way[0], way[1], way[2], way[3]));
      rest.close();
    }
    return rest;
  }
}

/** Undefined where the trace tells no times. */
const secondsBetween = (one: Fix, other: Fix): number | undefined =>
  one.atMs === undefined || other.atMs === undefined ? undefined : (other.atMs - one.atMs) / 1000;

/** Seconds of a way between two places by the speeds of the network. */
function openPace({ edge, alongM }: Candidates, { lengthM, paceS }: StepSearch) {
  const secondsOf = (one: number, m: number) => paceS(one) * Math.max(0, m);
  return (place: number, target: number, path: readonly number[]): number => {
    let [here, hereM, sum] = [edge[place] as number, alongM[place] as number, 0];
    for (const step of path) {
      const leftM = (lengthM[here] as number) - hereM;
      // Turning round has no length.
      if (step >= 0) sum += secondsOf(here, leftM);
      [here, hereM] = step < 0 ? [~step, leftM] : [step, 0];
    }
    return sum + secondsOf(here, (alongM[target] as number) - hereM);
  };
}

/** The cost of one or the other of two things. */
function addCosts(a: number, b: number): number {
  const [less, more] = a < b ? [a, b] : [b, a];
  if (more - less > 40 || more === NEVER) return less;
  return less - Math.log1p(Math.exp(less - more));
}

function openEmission({
  network: { graph },
  search: { lengthM },
  candidates: { first, edge, alongM, offM },
  noise,
}: Pick<ChainParts, 'network' | 'search' | 'candidates' | 'noise'>) {
  const isSea = (place: number) => isSailed(graph, edge[place] as number);
  const isAtQuay = (place: number) => {
    const along = alongM[place] as number;
    return along <= 0 || along >= (lengthM[edge[place] as number] as number);
  };
  return (place: number, fix: number): number => {
    if (edge[place] !== -1) {
      const cost = emissionCost(offM[place] as number, noise.sigmaM[fix] as number);
      if (!isSea(place)) return cost;
      const atSea = emissionAtSea(offM[place] as number);
      // Beyond its quay a ferry sails nowhere.
      return isAtQuay(place) ? Math.max(cost, atSea) : atSea;
    }
    // At sea there is no road that the network might lack.
    for (let other = first[fix] as number; other < place; other++)
      if (isSea(other) && (offM[other] as number) <= ON_FERRY_M)
        return OFF_ROAD.cost + OFF_ROAD.atSea;
    return OFF_ROAD.cost;
  };
}

/** May a fix have been taken aboard a ferry between its quays? */
export function openAtSea({
  network: { graph },
  search: { lengthM },
  candidates: { first, edge, alongM, offM },
}: Pick<ChainParts, 'network' | 'search' | 'candidates'>) {
  const isAbeam = (place: number): boolean => {
    const [own, along] = [edge[place] as number, alongM[place] as number];
    return along > 0 && along < (lengthM[own] as number) && isSailed(graph, own);
  };
  return (fix: number): boolean => {
    const off = (first[fix + 1] as number) - 1;
    for (let place = first[fix] as number; place < off; place++)
      if ((offM[place] as number) <= ON_FERRY_M && isAbeam(place)) return true;
    return false;
  };
}

/** Do two candidates of a fix lie less than a metre apart? */
function openSamePlace(network: RoadNetwork, { edge, alongM, offM }: Candidates) {
  const { linkOf, isBackward } = network.graph;
  const at = (place: number) => {
    const link = linkOf[edge[place] as number] as number;
    const along = alongM[place] as number;
    const isAgainst = isBackward[edge[place] as number] === 1;
    return placeOnLink(network, link, isAgainst ? linkLengthM(network, link) - along : along);
  };
  return (one: number, other: number): boolean => {
    if (linkOf[edge[one] as number] === linkOf[edge[other] as number]) return true;
    const asideM = Math.abs((offM[one] as number) - (offM[other] as number));
    return asideM < SAME_PLACE_M && flatDistanceM(at(one), at(other)) < SAME_PLACE_M;
  };
}

/** Lists the stations at the ends of the edges that a way leaves. */
function openPassed({ gates }: RoadNetwork) {
  const NONE: readonly number[] = [];
  return (edge: number, path: readonly number[]): readonly number[] => {
    let found: number[] | undefined;
    let here = edge;
    for (const next of path) {
      const end = next < 0 ? 0 : (gates.first[here + 1] as number);
      for (let row = gates.first[here] as number; row < end; row++) {
        found ??= [];
        found.push(gates.station[row] as number);
      }
      here = next < 0 ? ~next : next;
    }
    return found ?? NONE;
  };
}

/** Lays a recorded drive onto the road network. */

import { MINUTE_MS } from '../base/duration.ts';
import type { Fix, LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import type { MatchingRules } from '../facts/schema/road-network.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { type Drive, type DrivenEdge, joinLegs, readDrive } from '../routing/drive.ts';
import type { RoadNetwork } from '../routing/network.ts';
import type { EdgePlace } from '../routing/query.ts';
import { type Candidates, openCandidates } from './candidates.ts';
import { estimateModel } from './estimate-model.ts';
import type { LeapTerms } from './leaps.ts';
import { type ExpectedPassage, type MatchedState, matchChain, openAtSea } from './match-chain.ts';
import { openStepSearch, type StepSearch } from './step-search.ts';
import { type PreparedTrace, prepareTrace, type TraceTerms } from './trace.ts';

/** Where the vehicle was on a run at a fix. */
export interface Mark {
  readonly fix: number;
  /** Metres from the beginning of the run. */
  readonly alongM: number;
  readonly offM: number;
  /** How sure the road is, 0 to 1. */
  readonly confidence: number;
}

/** Two fixes between which the trace is silent for long. The way between them is a route. */
interface Gap {
  readonly fromFix: number;
  readonly toFix: number;
}

/** A part of the drive on the network, without a break. */
export interface RoadRun {
  readonly kind: 'road';
  readonly drive: Drive;
  /** In travel order, one for each fix of the run. */
  readonly marks: readonly Mark[];
  /** Routed parts of it. */
  readonly gaps: readonly Gap[];
}

/**
 * The way across a silence that no run leads over. `gap`: the trace is on no road before it or behind it.
 * `unrecorded`: nothing tells that the way was driven in one go, or by this vehicle.
 */
export interface BridgeRun {
  readonly kind: 'gap' | 'unrecorded';
  /** The fixes before it and behind it, which are no part of it. */
  readonly fromFix: number;
  readonly toFix: number;
  /** The fastest way; absent: none leads there in the time. */
  readonly drive?: Drive;
}

/** A part of the drive on roads that the network does not have: straight from fix to fix. */
export interface OffRun {
  readonly kind: 'off';
  /** First and last fix, both inside. */
  readonly fromFix: number;
  readonly toFix: number;
}

type Run = RoadRun | BridgeRun | OffRun;

export interface MatchedTrace extends PreparedTrace {
  /** In travel order, at least one; two runs share one fix at most. */
  readonly runs: readonly Run[];
  /** The fixes behind silences. */
  readonly afterSilence: ReadonlySet<number>;
  /** Passages of gates as the model expects them, by fix. */
  readonly passages: readonly ExpectedPassage[];
  readonly states: readonly MatchedState[];
  readonly search: StepSearch;
  readonly candidates: Candidates;
}

/** A place on a road, or one that is on no road of the network. */
export type WayEnd = EdgePlace | LatLon;

/**
 * The fastest way between two places at a moment, Unix milliseconds; undefined where none leads. It may begin and end
 * in the other direction of a road: the vehicle turned round.
 */
export type FindWay = (
  from: WayEnd,
  to: WayEnd,
  atMs: number,
) => Steps<readonly DrivenEdge[] | undefined>;

interface MatchTerms extends TraceTerms {
  readonly silence: MatchingRules['silence'];
  readonly findWay: FindWay;
}

/** Opens what matches a trace in slices of a millisecond or so, between which other work may be done. */
export function openTraceMatcher(
  network: RoadNetwork,
  index: Uint8Array,
  { findWay, ...terms }: MatchTerms,
) {
  const listCandidates = openCandidates(network, index);
  const search = openStepSearch(network);
  /** @param startMs departure of a trace without times. Unix milliseconds. */
  return function* (given: readonly Fix[], startMs: number): Steps<MatchedTrace> {
    const trace = yield* prepareTrace(given, terms);
    const { fixes } = trace;
    const candidates: Candidates = yield* listCandidates(fixes);
    const parts = { network, search, fixes, candidates };
    const unseen = listUnseen(trace);
    const chains = listChains(trace, unseen, { ...terms.silence, isAtSea: openAtSea(parts) });
    const noise = yield* estimateModel(parts, chains);
    const states: MatchedState[] = [];
    const passages: ExpectedPassage[] = [];
    for (const chain of chains) {
      const matched = yield* matchChain({ ...parts, noise }, chain);
      for (const state of matched.states) states.push(state);
      for (const passage of matched.passages) passages.push(passage);
      yield;
    }
    const afterSilence = new Set(chains.slice(1).map(({ from }) => from));
    const isDrivable = openIsDrivable(fixes, search, terms.leap);
    const runs = yield* buildRuns(network, search, {
      states,
      fixes,
      afterSilence,
      unseen,
      *findWay(a, b, fix) {
        const way = yield* findWay(a, b, fixes[fix]?.atMs ?? startMs);
        return way && isDrivable(way, fix) ? way : undefined;
      },
    });
    return { ...trace, runs, afterSilence, passages, states, search, candidates };
  };
}

/** The fixes behind ways of which nothing is recorded. */
const listUnseen = ({ rests }: PreparedTrace): ReadonlySet<number> =>
  new Set(rests.flatMap(({ beginFix, isUnseen }) => (isUnseen ? beginFix : [])));

type SilenceTerms = MatchingRules['silence'] & {
  /** May a fix have been taken aboard a ferry? It goes where the ferry does, however long nothing is recorded. */
  readonly isAtSea: (fix: number) => boolean;
};

/**
 * The trace cut at its silences: the road between is found as a route. A fix between two short silences is not cut off
 * from both: alone it tells neither road nor direction.
 */
function listChains(
  { fixes, isTimed }: PreparedTrace,
  unseen: ReadonlySet<number>,
  { longMin, farM, nearM, mostM, isAtSea }: SilenceTerms,
) {
  /** Is the step to a fix a silence, if it leads farther than `leastM`? */
  const isSilent = (fix: number, leastM: number): boolean => {
    const [a, b] = [fixes[fix - 1], fixes[fix]];
    if (a === undefined || b === undefined) return false;
    const movedM = flatDistanceM(a, b);
    const aboard = [fix - 1, fix].filter(isAtSea).length;
    // Without times the two may have been aboard different ferries.
    if (aboard > 0 && ((aboard === 2 && isTimed) || movedM <= mostM)) return false;
    const silentMs = isTimed ? (b.atMs ?? 0) - (a.atMs ?? 0) : 0;
    return movedM > mostM || (silentMs > longMin * MINUTE_MS && movedM > leastM);
  };
  const isAlone = (fix: number) =>
    isSilent(fix, nearM) && !isSilent(fix - 1, nearM) && !isSilent(fix + 1, nearM);
  const chains: { from: number; to: number }[] = [];
  let from = 0;
  for (let fix = 1; fix < fixes.length; fix++) {
    if (!unseen.has(fix) && !isSilent(fix, farM) && !isAlone(fix)) continue;
    chains.push({ from, to: fix - 1 });
    from = fix;
  }
  return [...chains, { from, to: fixes.length - 1 }];
}

/** Tells whether a vehicle can have driven a way from a fix to the next: it is no leap. */
function openIsDrivable(
  fixes: readonly Fix[],
  { lengthM }: StepSearch,
  { fastestKmh, leastM }: LeapTerms,
) {
  return (way: readonly DrivenEdge[], fix: number): boolean => {
    const [from, to] = [fixes[fix]?.atMs, fixes[fix + 1]?.atMs];
    if (from === undefined || to === undefined) return true;
    const wayM = way.reduce((sum, one) => sum + (one.to - one.from) * (lengthM[one.edge] ?? 0), 0);
    return wayM <= leastM || wayM <= ((fastestKmh / 3.6) * (to - from)) / 1000;
  };
}

interface OpenRun {
  edges: DrivenEdge[];
  readonly marks: { fix: number; edge: number; share: number; offM: number; confidence: number }[];
  readonly gaps: Gap[];
}

interface RunTerms {
  readonly states: readonly MatchedState[];
  readonly fixes: readonly Fix[];
  readonly afterSilence: ReadonlySet<number>;
  /** The fixes of `afterSilence` that are behind ways of which nothing is recorded. */
  readonly unseen: ReadonlySet<number>;
  /** Finds the way across a silence, by the fix before it. */
  readonly findWay: (
    from: WayEnd,
    to: WayEnd,
    fix: number,
  ) => Steps<readonly DrivenEdge[] | undefined>;
}

/** Fixes that are looked at in one step. */
const STEP_FIXES = 512;

function* buildRuns(
  network: RoadNetwork,
  { lengthM }: StepSearch,
  { states, fixes, afterSilence, unseen, findWay }: RunTerms,
): Steps<Run[]> {
  const runs: Run[] = [];
  let open: OpenRun | undefined;
  const close = () => {
    if (open !== undefined) runs.push(toRun(network, lengthM, open));
    open = undefined;
  };
  /** The share of its edge at which a state is. */
  const shareOf = ({ edge, alongM }: MatchedState) => {
    const whole = lengthM[edge] as number;
    return whole === 0 ? 0 : Math.min(1, Math.max(0, alongM / whole));
  };
  const placeOf = (state: MatchedState): WayEnd =>
    state.edge === -1 ? (fixes[state.fix] as Fix) : { edge: state.edge, share: shareOf(state) };
  /** Goes on over a silence: in the run that is open where a way is known, else in a run of its own. */
  function* passSilence(before: MatchedState, state: MatchedState): Steps<void> {
    const fromFix = before.fix;
    const end = open?.edges.at(-1);
    const from = end ? { edge: end.edge, share: end.to } : placeOf(before);
    const way = yield* findWay(from, placeOf(state), fromFix);
    const isUnseen = unseen.has(state.fix);
    if (open !== undefined && state.edge !== -1 && way !== undefined && !isUnseen) {
      open.edges = joinLegs(network.graph, open.edges, way);
      driveOnFrom(open.edges, state.edge, shareOf(state));
      open.gaps.push({ fromFix, toFix: state.fix });
      return;
    }
    close();
    const drive = way && readDrive(network, way);
    const kind = isUnseen ? 'unrecorded' : 'gap';
    runs.push({ kind, fromFix, toFix: state.fix, ...(drive && { drive }) });
  }
  for (const [i, state] of states.entries()) {
    if (i % STEP_FIXES === STEP_FIXES - 1) yield;
    const before = states[i - 1];
    if (before !== undefined && afterSilence.has(state.fix)) yield* passSilence(before, state);
    else if (open !== undefined && state.edge !== -1) drivePath(open.edges, state.path);
    if (state.edge === -1) {
      close();
      addOff(runs, state.fix);
      continue;
    }
    const share = shareOf(state);
    open ??= { edges: [{ edge: state.edge, from: share, to: share }], marks: [], gaps: [] };
    addMark(open, state, share);
  }
  close();
  return runs;
}

function addOff(runs: Run[], fix: number): void {
  const last = runs.at(-1);
  if (last?.kind === 'off') runs[runs.length - 1] = { ...last, toFix: fix };
  else runs.push({ kind: 'off', fromFix: fix, toFix: fix });
}

/** Where a way ends in the other direction the vehicle turns round, and drives on along an edge. */
function driveOnFrom(edges: DrivenEdge[], edge: number, share: number): void {
  if (edges.at(-1)?.edge !== edge) edges.push({ edge, from: share, to: share, fromStop: true });
}

/** @param path see `StepSearch`. */
function drivePath(edges: DrivenEdge[], path: readonly number[]): void {
  for (const step of path) {
    const at = edges.length - 1;
    const last = edges[at] as DrivenEdge;
    if (step < 0) edges.push({ edge: ~step, from: 1 - last.to, to: 1 - last.to, fromStop: true });
    else {
      edges[at] = { ...last, to: 1 };
      edges.push({ edge: step, from: 0, to: 0 });
    }
  }
}

function addMark({ edges, marks }: OpenRun, state: MatchedState, along: number): void {
  const { fix, offM, confidence } = state;
  const at = edges.length - 1;
  const last = edges[at] as DrivenEdge;
  const share = Math.max(last.to, along);
  edges[at] = { ...last, to: share };
  marks.push({ fix, edge: at, share, offM, confidence });
}

function toRun(
  network: RoadNetwork,
  lengthM: Float32Array,
  { edges, marks, gaps }: OpenRun,
): RoadRun {
  const beforeM = [0];
  edges.forEach(({ edge, from, to }, i) => {
    beforeM.push((beforeM[i] as number) + (to - from) * (lengthM[edge] as number));
  });
  return {
    kind: 'road',
    drive: readDrive(network, edges),
    marks: marks.map(({ fix, edge: at, share, offM, confidence }) => {
      const { edge, from } = edges[at] as DrivenEdge;
      return {
        fix,
        alongM: (beforeM[at] as number) + (share - from) * (lengthM[edge] as number),
        offM,
        confidence,
      };
    }),
    gaps,
  };
}

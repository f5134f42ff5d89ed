/**
 * Stations that may have been passed while a recording was silent: they lie on any way through the silence that the
 * vehicle had the time for, not only on the fastest way.
 */
import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import type { MatchingRules } from '../facts/schema/road-network.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { type Drive, turnRound } from '../routing/drive.ts';
import { listGates, type RoadNetwork } from '../routing/network.ts';
import type { EdgePlace } from '../routing/query.ts';
import type { DriveTable, Router } from '../routing/router.ts';
import type { SnappedStop } from '../routing/snap.ts';
import type { JudgedPassage, StationSpot } from './judge-stations.ts';
import type { MatchedTrace } from './match-trace.ts';
import { mostWayS } from './noise-model.ts';

interface SilenceTerms {
  readonly spots: readonly StationSpot[];
  readonly silence: MatchingRules['silence'];
  readonly judging: MatchingRules['judging'];
  /** Gives the closed sections at a moment, Unix milliseconds. */
  readonly closedAt: (atMs: number) => readonly number[];
}

/** The edge at whose end a station stands. */
interface Gate extends StationSpot {
  readonly edge: number;
}

/** The fixes around a silence. */
interface Silence {
  readonly fromFix: number;
  readonly toFix: number;
}

/** A passage that may have been made on a way through a silence. */
export interface SilentPassage extends JudgedPassage {
  /** Seconds from the fix before the silence, and on to the one behind it, by the speeds of the network. */
  readonly wayS: readonly [before: number, behind: number];
}

/** @returns the passages that may have been made besides those that are judged already, in no order. */
export function openSilenceJudge(network: RoadNetwork, router: Router, terms: SilenceTerms) {
  const spotOf = new Map(terms.spots.map((spot) => [spot.id, spot]));
  const gates = [...listGates(network.gates)].flatMap(({ edge, stationId }): Gate[] => {
    const spot = spotOf.get(stationId);
    return spot === undefined ? [] : [{ ...spot, edge }];
  });
  const { samePassFixes, unseen } = terms.judging;
  return function* (
    trace: MatchedTrace,
    judged: readonly JudgedPassage[],
    startMs: number,
  ): Steps<SilentPassage[]> {
    const found: SilentPassage[] = [];
    for (const silence of listSilences(trace, terms.silence.farM)) {
      const { fromFix, toFix } = silence;
      const isAbout = ({ fix }: JudgedPassage) =>
        fix >= fromFix - samePassFixes && fix <= toFix + samePassFixes;
      const known = new Set(
        judged.filter(isAbout).map(({ stationId }) => spotOf.get(stationId)?.key),
      );
      const others = gates.filter(({ key }) => !known.has(key));
      for (const way of yield* listWays(network, router, trace, silence, {
        ...terms,
        gates: others,
        startMs,
      })) {
        if (known.has(way.key)) continue;
        known.add(way.key);
        const { stationId, passedS, drivenS } = way;
        for (const atS of passedS) {
          const wayS = [atS, drivenS - atS] as const;
          const passage = { stationId, wayS, share: atS / Math.max(1, drivenS), fix: fromFix };
          found.push({ ...passage, likelihood: unseen, doubt: 'trace-silent' });
        }
      }
    }
    return found;
  };
}

/**
 * The silences within a drive in which the vehicle did not stand. What lies between two drives is not recorded, and its
 * time tells nothing.
 *
 * @param farM a vehicle that is nearer to where it was has stood: recorders sleep in parked cars, and wake late.
 */
const listSilences = ({ runs, fixes }: MatchedTrace, farM: number): Silence[] =>
  runs
    .flatMap((run): readonly Silence[] =>
      run.kind === 'road' ? run.gaps : run.kind === 'gap' ? [run] : [],
    )
    .filter(({ fromFix, toFix }) => {
      const [from, to] = [fixes[fromFix], fixes[toFix]] as [Fix, Fix];
      return flatDistanceM(from, to) > farM;
    });

/** A way through a silence that passes a station. */
interface WayPast {
  readonly stationId: string;
  readonly key: string;
  /** Seconds up to each passage of the station, and of the whole way. A way that turns round behind it passes it twice. */
  readonly passedS: readonly number[];
  readonly drivenS: number;
}

interface WayTerms extends SilenceTerms {
  readonly gates: readonly Gate[];
  /** Departure of a trace without times. Unix milliseconds. */
  readonly startMs: number;
}

function* listWays(
  network: RoadNetwork,
  router: Router,
  trace: MatchedTrace,
  { fromFix, toFix }: Silence,
  { gates, judging, closedAt, startMs }: WayTerms,
): Steps<WayPast[]> {
  const [a, b] = [trace.fixes[fromFix], trace.fixes[toFix]] as [Fix, Fix];
  const [from, to] = [fromFix, toFix].map((fix) => stopAt(network, router, trace, fix));
  if (from === undefined || to === undefined) return [];
  const closed = closedAt(a.atMs ?? startMs);
  const best = yield* readLeg(yield* router.stepTable([from], [to]), [0, 0], closed);
  if (best === undefined) return [];
  const hadS = trace.isTimed ? ((b.atMs ?? 0) - (a.atMs ?? 0)) / 1000 : undefined;
  const { sizeOf, most, leastOf } = openBound(best, hadS, judging);
  const isNear = ({ at }: Gate) =>
    leastOf(flatDistanceM(a, at)) + leastOf(flatDistanceM(at, b)) <= most;
  const near = gates.filter(isNear);
  const stops = near.map(({ edge, at }) => toStop(network, [{ edge, share: 1 }], at));
  const toGates = yield* router.stepTable([from], stops);
  const reached: { readonly no: number; readonly there: Leg }[] = [];
  for (const [no, { at }] of near.entries()) {
    yield;
    const there = yield* readLeg(toGates, [0, no], closed);
    if (there !== undefined && sizeOf(there) + leastOf(flatDistanceM(at, b)) <= most)
      reached.push({ no, there });
  }
  const onwards = yield* router.stepTable(
    reached.map(({ no }) => leaveGate(network, near[no] as Gate)),
    [to],
  );
  const ways: WayPast[] = [];
  for (const [i, { no, there }] of reached.entries()) {
    yield;
    const back = yield* readLeg(onwards, [i, 0], closed);
    if (back === undefined || sizeOf(there) + sizeOf(back) > most) continue;
    const { id, key, edge } = near[no] as Gate;
    const own = new Set(near.flatMap((gate) => (gate.key === key ? gate.edge : [])));
    const first = back.edges[0]?.edge ?? edge;
    const passedS = [
      ...listPassed(network, there, own),
      there.drivenS,
      ...(first !== edge && own.has(first) ? [there.drivenS] : []),
      ...listPassed(network, back, own).map((atS) => there.drivenS + atS),
    ];
    ways.push({ stationId: id, key, passedS, drivenS: there.drivenS + back.drivenS });
  }
  // A station has several gates: that of the fastest way is meant.
  return ways.sort((one, other) => one.drivenS - other.drivenS);
}

/** The places from which a drive leaves a gate that it has passed: it goes on, or turns round right behind it. */
function leaveGate(network: RoadNetwork, { edge, at }: Gate): SnappedStop {
  const { turns, opposite } = network.graph;
  const behind = [...turns.to.subarray(turns.first[edge], turns.first[edge + 1])]
    .filter((next) => next !== opposite[edge])
    .flatMap((next) => turnRound(network.graph, { edge: next, share: 0 }));
  return toStop(network, [{ edge, share: 1 }, ...behind], at);
}

/**
 * The bound of ways through a silence: in seconds where the trace has times, else in metres.
 *
 * @param best the fastest way: a vehicle that had less time was that much faster.
 */
function openBound(best: Leg, hadS: number | undefined, judging: MatchingRules['judging']) {
  if (hadS === undefined)
    return {
      sizeOf: ({ lengthM }: Leg) => lengthM,
      most: judging.roundTimes * best.lengthM + judging.roundPlusM,
      leastOf: (straightM: number) => straightM,
    };
  return {
    sizeOf: ({ drivenS }: Leg) => drivenS,
    most: mostWayS(Math.max(hadS, best.drivenS)),
    leastOf: (straightM: number) => (3.6 * straightM) / judging.mostKmh,
  };
}

/**
 * The seconds at which a leg passes gates between its ends.
 *
 * @param gates the edges at whose ends they stand.
 */
function listPassed(
  { times }: RoadNetwork,
  { edges, drivenS }: Leg,
  gates: ReadonlySet<number>,
): number[] {
  let ms = 0;
  const passedMs: number[] = [];
  for (const [i, { edge, from, to }] of edges.entries()) {
    ms += (to - from) * (times.ofEdge[edge] as number);
    if (i > 0 && i < edges.length - 1 && gates.has(edge)) passedMs.push(ms);
  }
  return passedMs.map((one) => (drivenS * one) / ms);
}

interface Leg extends Pick<Drive, 'edges'> {
  readonly lengthM: number;
  /** Without the waits for ferries: a ferry may leave at once. */
  readonly drivenS: number;
}

/** Reads the fastest leg of a table, round what is closed. */
function* readLeg(
  table: DriveTable,
  [from, to]: readonly [number, number],
  closed: readonly number[],
): Steps<Leg | undefined> {
  const [fastest] = yield* table.stepDrive(from, to, { closed: [] }, 'none');
  const isOpen = !fastest?.sections.some(({ section }) => closed.includes(section));
  const [drive] = isOpen ? [fastest] : yield* table.stepDrive(from, to, { closed }, 'none');
  if (drive === undefined) return undefined;
  const { edges, lengthM, durationMs, boardings } = drive;
  const waitMs = boardings.reduce((sum, boarding) => sum + boarding.waitMs, 0);
  return { edges, lengthM, drivenS: (durationMs - waitMs) / 1000 };
}

/** Where the vehicle was at a fix, in both directions: it may turn round. Undefined: far from all roads. */
function stopAt(
  network: RoadNetwork,
  router: Router,
  { states, fixes, search }: MatchedTrace,
  fix: number,
): SnappedStop | undefined {
  const [state, at] = [states[fix], fixes[fix] as Fix];
  if (state === undefined || state.edge === -1) return router.snap(at);
  const wholeM = search.lengthM[state.edge] as number;
  const share = wholeM === 0 ? 0 : Math.min(1, Math.max(0, state.alongM / wholeM));
  const place = { edge: state.edge, share };
  return toStop(network, [place, ...turnRound(network.graph, place)], at);
}

const toStop = (
  { graph }: RoadNetwork,
  places: readonly [EdgePlace, ...EdgePlace[]],
  at: SnappedStop['at'],
): SnappedStop => ({ at, places, link: graph.linkOf[places[0].edge] as number });

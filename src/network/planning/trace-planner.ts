/** Plans recorded drives: lays them onto the network of the kernel, as routes with the moments of the recording. */
import { MINUTE_MS } from '../../base/duration.ts';
import type { Fix, LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import type { MatchingRules } from '../../facts/schema/road-network.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { median } from '../../matching/estimate-model.ts';
import {
  type JudgedPassage,
  openStationJudge,
  type StationSpot,
} from '../../matching/judge-stations.ts';
import {
  type FindWay,
  type MatchedTrace,
  openTraceMatcher,
  type RoadRun,
  type WayEnd,
} from '../../matching/match-trace.ts';
import { leastDriveS } from '../../matching/noise-model.ts';
import { openSilenceJudge, type SilentPassage } from '../../matching/silence-stations.ts';
import { listOnFoot } from '../../matching/trace.ts';
import type { PlannedRoute, StopOnRoad } from '../../passages/planned-route.ts';
import { type Drive, turnRound } from '../../routing/drive.ts';
import type { RoadNetwork } from '../../routing/network.ts';
import type { EdgePlace } from '../../routing/query.ts';
import { openRouter, type Router } from '../../routing/router.ts';
import type { SnappedStop } from '../../routing/snap.ts';
import { TURN_BACK_S } from '../../routing/turn-times.ts';
import type { MatchedStretch, TollCatalogue, TraceMatch, TracePlanner } from '../../trip/ports.ts';
import type { RoadSection } from '../../trip/road-section.ts';
import { FARTHEST_ROAD_M, FERRY_PAYMENT, REST_MS } from '../../trip/settings.ts';
import type { PreparedNetwork } from '../kernel-file.ts';
import type { StationToPlace } from '../placement/place.ts';
import { cutAtRests, driveAt, type LegBeyond, listDrives, shareOnRoads } from './cut-drives.ts';
import { type Laid, layRuns, openModel, placeAt, placeBetween } from './lay-runs.ts';
import { listRides, openLostCrossings, openSeenCrossings } from './recorded-crossings.ts';
import { openClosed } from './season-router.ts';
import { openRouteWriter } from './write-routes.ts';

export interface TraceTerms {
  readonly source: string;
  /** The places of all stations that charge. */
  readonly spots: readonly StationSpot[];
  /** Roads that are closed on some days. The way across a silence avoids them on these days. */
  readonly sections: readonly RoadSection[];
  /** The rules of `data/road-network/matching.json`. */
  readonly judging: MatchingRules;
}

/**
 * The stations of the road database with their places and their keys in the catalogue. A station that the catalogue
 * lacks charges nothing, so it is left out. So are payment points that only collect the fare of a ferry: the fare is
 * charged for the crossing.
 */
export const listSpots = (
  stations: readonly Pick<StationToPlace, 'id' | 'at' | 'charged'>[],
  { findStation }: Pick<TollCatalogue, 'findStation'>,
): StationSpot[] =>
  stations.flatMap(({ id, at, charged }) => {
    const station = findStation(id);
    const isFare = station?.project.id === FERRY_PAYMENT && station.tariffs.length === 0;
    return station === undefined || isFare
      ? []
      : [{ id, at, key: station.passageKey, isBothWays: charged === 'both' }];
  });

export function openTracePlanner(
  { network, index, metric }: PreparedNetwork,
  { source, spots, sections, judging }: TraceTerms,
): TracePlanner {
  const router = openRouter(network, index, { metric });
  const closedAt = openClosed({ ids: network.sections.ids, sections });
  const findWay = openWays(network, router, closedAt);
  const rest = { ...judging.rest, restMs: REST_MS };
  const { leap, silence } = judging;
  const matchTrace = openTraceMatcher(network, index, { findWay, rest, leap, silence });
  const judge = openStationJudge(network, spots, judging);
  const judgeSilences = openSilenceJudge(network, router, {
    spots,
    silence,
    judging: judging.judging,
    closedAt,
  });
  const toRoute = openRouteWriter(network);
  const write = (drive: Drive) => toRoute(drive, '1', { stops: [], startMs: 0 });
  const { laying, crossings } = judging;
  const rides = listRides(network);
  const seenCrossings = openSeenCrossings(network, rides, crossings);
  const findLost = openLostCrossings(network, rides, crossings);
  const layTerms = { write, localKmh: laying.localKmh, seenCrossings };

  return {
    source,
    *plan(given, startMs) {
      const trace = yield* matchTrace(given, startMs);
      const beyond = yield* measureBeyond(trace, router);
      const seen = yield* judge(trace);
      const silent = yield* judgeSilences(trace, seen, startMs);
      const onFoot = listOnFoot(trace, judging.onFoot, silence.longMin * MINUTE_MS);
      const judged = [...seen, ...silent]
        .map((one) => (onFoot[one.fix] ? { doubt: 'on-foot' as const, ...one } : one))
        .sort((a, b) => a.fix + a.share - (b.fix + b.share));
      const laid = yield* layRuns(trace, layTerms);
      laid.unrecordedFerries.push(...(yield* findLost(trace, laid)));
      yield;
      const { fixes, isTimed } = trace;
      const beginMs = (isTimed && fixes[0]?.atMs) || startMs;
      const drives = listDrives(trace, laid, beginMs, rest);
      const passed = judged.map((station) =>
        placePassage(trace, station, laid, { beginMs, drives }),
      );
      const route = toPlanned(trace, laid, passed);
      const stretches = yield* listStretches(trace, laid, laying.sureShare);
      const match: TraceMatch = {
        fixes: given.length,
        ignored: trace.ignored,
        leaps: trace.leaps,
        isCut: trace.cutAt.start || trace.cutAt.end,
        beyondM: beyond.reduce((sum, { lengthM }) => sum + lengthM, 0),
        isTimed,
        share: shareOnRoads(stretches),
        lengthFactor: lengthFactorOf(laid),
        stretches,
        drives,
        doubts: passed.flatMap(({ place: _, rangeS: __, doubt, ...passage }) =>
          doubt === undefined ? [] : [{ ...passage, why: doubt }],
        ),
      };
      const whole = { route, startMs: beginMs, match, parts: [] };
      const parts = yield* cutAtRests(whole, laid, { cutAt: trace.cutAt, beyond });
      return { ...whole, parts };
    },
  };
}

interface PassedOn {
  readonly beginMs: number;
  readonly drives: TraceMatch['drives'];
}

/** The passage of a station, with its place and time, and the range of its time if the recording has times. */
function placePassage(
  trace: MatchedTrace,
  passage: JudgedPassage | SilentPassage,
  laid: Laid,
  { beginMs, drives }: PassedOn,
) {
  const { stationId, on, fix, share, doubt } = passage;
  const place =
    on === undefined
      ? placeBetween(laid, fix, share)
      : placeAt(laid, (laid.beginM[on.run] as number) + on.alongM);
  const atMs = beginMs + Math.round(1000 * place.atS);
  const trip = drives.length === 1 ? {} : { trip: drives[driveAt(drives, atMs)]?.trip ?? 0 };
  const rangeS = findRange(trace, passage, place.atS);
  return { stationId, place, doubt, atMs, ...(rangeS && { rangeS }), ...trip };
}

/**
 * Between which seconds a station was passed: behind the fix before it, and before the next one, by the least times in
 * which the ways between can be driven. Undefined: the trace has no times, or nothing is recorded of the way.
 */
function findRange(
  { fixes, isTimed, runs }: MatchedTrace,
  { on, fix, ...passage }: JudgedPassage | SilentPassage,
  atS: number,
): readonly [number, number] | undefined {
  const [first, from, to] = [fixes[0], fixes[fix], fixes[fix + 1]].map((one) => one?.atMs);
  if (!isTimed || first === undefined || from === undefined || to === undefined) return undefined;
  const run = on && runs[on.run];
  if (run?.kind === 'unrecorded') return undefined;
  const told = 'wayS' in passage ? passage.wayS : ([0, 0] as const);
  const [beforeS, behindS] = run === undefined ? told : secondsAround(run, fix, on?.alongM ?? 0);
  const [early, late] = [
    (from - first) / 1000 + leastDriveS(beforeS),
    (to - first) / 1000 - leastDriveS(behindS),
  ];
  return [Math.min(early, atS), Math.max(late, atS)];
}

/** Seconds of a run from a fix to a place, and from there to the next fix, by the speeds of the network. */
function secondsAround(
  run: MatchedTrace['runs'][number],
  fix: number,
  placeM: number,
): readonly [before: number, behind: number] {
  if (run.kind === 'off' || run.drive === undefined) return [0, 0];
  const { alongM, boardings } = run.drive;
  const endM = alongM.at(-1) ?? 0;
  const marks = run.kind === 'road' ? run.marks : [];
  const markM = (of: number, otherwise: number) =>
    marks.find((mark) => mark.fix === of)?.alongM ?? otherwise;
  const secondsAt = openModel(run.drive);
  /** A ferry may leave at once. */
  const drivenS = (fromM: number, toM: number): number => {
    const waits = boardings.filter(({ point }) => {
      const atM = alongM[point] as number;
      return atM > fromM && atM <= toM;
    });
    const waitMs = waits.reduce((sum, one) => sum + one.waitMs, 0);
    return Math.max(0, secondsAt(toM) - secondsAt(fromM) - waitMs / 1000);
  };
  return [drivenS(markM(fix, 0), placeM), drivenS(placeM, markM(fix + 1, endM))];
}

function lengthFactorOf({ alongM, unrecordedM, lengthM }: Laid): number {
  const drawnM = (alongM.at(-1) ?? 0) - unrecordedM;
  return drawnM > 0 ? lengthM / drawnM : 1;
}

function toPlanned(
  { fixes }: MatchedTrace,
  laid: Laid,
  passed: readonly ReturnType<typeof placePassage>[],
): PlannedRoute {
  const { line, secondsAt, lengthM, ferries, sections, unrecordedFerries } = laid;
  const sailedM = unrecordedFerries.reduce((sum, ferry) => sum + ferry.lengthM, 0);
  return {
    id: '1',
    isRecorded: true,
    ...{ line, lengthM, secondsAt, ferries },
    durationS: secondsAt.at(-1) ?? 0,
    ...(sections.length > 0 && { sections }),
    stops: [fixes[0], fixes.at(-1)].map((fix, i) => toStop(fix as Fix, line.at(-i))),
    passages: passed
      .map(({ atMs: _, doubt, place, ...passage }) => ({
        ...passage,
        ...place,
        ...(doubt && { isDoubted: true as const }),
      }))
      .toSorted((a, b) => a.atS - b.atS),
    ...(sailedM > 0 && { unrecordedFerryM: sailedM }),
  };
}

/**
 * Finds the fastest way, or a way round closed roads if the fastest way leads over one. The vehicle may turn round
 * where it is seen last, and where it is seen again: each takes as long as turning back at the end of a road.
 */
function openWays(
  { graph }: RoadNetwork,
  router: Router,
  closedAt: ReturnType<typeof openClosed>,
): FindWay {
  const at = { lat: 0, lon: 0 };
  const toStop = (place: EdgePlace): SnappedStop => ({
    at,
    places: [place],
    link: graph.linkOf[place.edge] as number,
  });
  /** The first one is the end as it was driven. At the second one the vehicle turns round. */
  const toStops = (end: WayEnd): SnappedStop[] =>
    'edge' in end
      ? [end, ...turnRound(graph, end)].map(toStop)
      : [router.snap(end)].flatMap((stop) => stop ?? []);
  const turnMs = (stop: number) => (stop === 0 ? 0 : 1000 * TURN_BACK_S);
  return function* (from, to, atMs) {
    const [starts, ends] = [toStops(from), toStops(to)];
    const table = yield* router.stepTable(starts, ends);
    const closed = closedAt(atMs);
    const isOpen = ({ sections }: Drive) => !sections.some((one) => closed.includes(one.section));
    for (const closing of [{ closed: [] }, { closed }, { closed, evenClosed: true as const }]) {
      let best: { readonly drive: Drive; readonly sum: number } | undefined;
      for (const start of starts.keys())
        for (const end of ends.keys()) {
          const [drive] = yield* table.stepDrive(start, end, closing, 'none');
          const sum = (drive?.durationMs ?? 0) + turnMs(start) + turnMs(end);
          if (drive !== undefined && sum < (best?.sum ?? sum + 1)) best = { drive, sum };
        }
      if (best !== undefined && (closing.evenClosed || isOpen(best.drive))) return best.drive.edges;
    }
    return undefined;
  };
}

/** Distance between two searches for the nearest road. Metres. */
const LOOK_M = 2000;

/** A fix, and how far from roads it lies. */
interface LookedAt {
  readonly fix: number;
  readonly at: Fix;
  readonly isOnRoad: boolean;
  /** So far from all roads that nothing is known of tolls there. */
  readonly isBeyond: boolean;
}

/** The legs that lie so far from all roads that nothing is known of tolls there. Unrecorded stretches do not count. */
function* measureBeyond({ runs, fixes }: MatchedTrace, router: Router): Steps<LegBeyond[]> {
  const beyond: LegBeyond[] = [];
  let before: LookedAt | undefined;
  for (const run of runs) {
    if (run.kind === 'unrecorded') before = undefined;
    if (run.kind !== 'road' && run.kind !== 'off') continue;
    const looked =
      run.kind === 'road' ? endsOnRoad(run, fixes) : yield* lookAbout(run, fixes, router);
    for (const one of looked) {
      beyond.push(...legBeyond(before, one));
      before = one;
    }
  }
  return beyond;
}

const endsOnRoad = ({ marks }: RoadRun, fixes: readonly Fix[]): LookedAt[] =>
  [marks[0], marks.at(-1)].flatMap((mark) =>
    mark ? [{ fix: mark.fix, at: fixes[mark.fix] as Fix, isOnRoad: true, isBeyond: false }] : [],
  );

function* lookAbout(
  { fromFix, toFix }: { readonly fromFix: number; readonly toFix: number },
  fixes: readonly Fix[],
  { snap }: Router,
): Steps<LookedAt[]> {
  const all: LookedAt[] = [];
  let looked: LookedAt | undefined;
  for (let fix = fromFix; fix <= toFix; fix++) {
    const at = fixes[fix] as Fix;
    if (looked === undefined || flatDistanceM(looked.at, at) >= LOOK_M) {
      yield;
      const road = snap(at);
      const isBeyond = road === undefined || flatDistanceM(road.at, at) > FARTHEST_ROAD_M;
      looked = { fix, at, isOnRoad: false, isBeyond };
    }
    all.push({ ...looked, fix, at });
  }
  return all;
}

function legBeyond(a: LookedAt | undefined, b: LookedAt): LegBeyond[] {
  if (a === undefined || !(a.isBeyond || b.isBeyond)) return [];
  const nearM = a.isOnRoad || b.isOnRoad ? FARTHEST_ROAD_M : 0;
  return [{ toFix: b.fix, lengthM: Math.max(0, flatDistanceM(a.at, b.at) - nearM) }];
}

const toStop = (fix: Fix, at: LatLon = fix): StopOnRoad => ({
  at,
  movedM: flatDistanceM(at, fix),
});

/** A stretch to which fixes are still added. */
interface OpenStretch {
  readonly kind: MatchedStretch['kind'];
  readonly fromM: number;
  toM: number;
  readonly isSure: boolean;
  readonly offs: number[];
  sum: number;
  fixes: number;
}

const isSilence = (kind: MatchedStretch['kind']) => kind === 'gap' || kind === 'unrecorded';

type AddFix = (
  kind: MatchedStretch['kind'],
  fix: number,
  confidence: number,
  offM?: number,
) => void;

function addRun(run: MatchedTrace['runs'][number], add: AddFix): void {
  if (run.kind === 'off')
    for (let fix = run.fromFix; fix <= run.toFix; fix++) add('off-network', fix, 0);
  else if (run.kind !== 'road') add(run.kind, run.toFix, 0);
  else {
    const gapEnds = new Set(run.gaps.map(({ toFix }) => toFix));
    for (const { fix, offM, confidence } of run.marks)
      if (gapEnds.has(fix)) add('gap', fix, 0.5);
      else add('road', fix, confidence, offM);
  }
}

/** The parts of the route, cut where their kind changes and where roads become sure or doubtful. */
function* listStretches(
  { runs }: MatchedTrace,
  { fixAt, alongM }: Laid,
  sureShare: number,
): Steps<MatchedStretch[]> {
  const stretches: OpenStretch[] = [];
  const add: AddFix = (kind, fix, confidence, offM) => {
    const isSure = confidence >= sureShare;
    let open = stretches.at(-1);
    const fromM = open?.toM ?? 0;
    if (open === undefined || open.kind !== kind || open.isSure !== isSure || isSilence(kind)) {
      open = { kind, fromM, toM: fromM, isSure, offs: [], sum: 0, fixes: 0 };
      stretches.push(open);
    }
    open.toM = Math.max(open.toM, fixAt[fix]?.alongM ?? 0);
    open.sum += confidence;
    open.fixes += 1;
    if (offM !== undefined) open.offs.push(offM);
  };
  for (const run of runs) {
    yield;
    addRun(run, add);
  }
  yield;
  const wholeM = alongM.at(-1) ?? 0;
  return stretches.map(({ kind, fromM, toM, sum, fixes, offs }, i) => ({
    kind,
    fromM,
    toM: i === stretches.length - 1 ? Math.max(toM, wholeM) : toM,
    confidence: sum / fixes,
    ...(offs.length > 0 && { offM: median(offs) ?? 0 }),
  }));
}

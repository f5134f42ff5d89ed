/** Plans recorded drives: lays them onto the network of the kernel, as routes with the moments of the recording. */
import type { Day } from '../base/day.ts';
import { memoizeKeys } from '../base/memoize.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Fix, LatLon } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { median } from '../matching/estimate-model.ts';
import { openStationJudge, type StationSpot } from '../matching/judge-stations.ts';
import {
  type MatchedTrace,
  type OffRun,
  openTraceMatcher,
  type RoadRun,
} from '../matching/match-trace.ts';
import type { JudgeTerms } from '../matching/weigh-claim.ts';
import type { FerryStretch, PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { openRouter } from '../routing/router.ts';
import type { MatchedStretch, RecordedDrive, TraceMatch, TracePlanner } from '../trip/ports.ts';
import { closedOn, type RoadSection } from '../trip/road-section.ts';
import type { PreparedNetwork } from './kernel-file.ts';
import { openRouteWriter } from './kernel-planner.ts';

/** Below this a road is in doubt. */
const SURE_SHARE = 0.8;
/** Of roads that the network does not have, where nothing tells their pace. Metres a second. */
const LOCAL_PACE = 30 / 3.6;

export interface TraceTerms {
  readonly source: string;
  /** Of all stations that charge. */
  readonly spots: readonly StationSpot[];
  /** Roads that are closed on some days: a silence is not routed over them there. */
  readonly sections: readonly RoadSection[];
  readonly judging: JudgeTerms;
}

export function openTracePlanner(
  { network, index }: PreparedNetwork,
  { source, spots, sections, judging }: TraceTerms,
): TracePlanner {
  const router = openRouter(network, index);
  const at = { lat: 0, lon: 0 };
  const indexOf = new Map(network.sections.ids.map((id, i) => [id, i]));
  const closedOnDay = memoizeKeys((day: Day): readonly number[] =>
    closedOn(sections, day)
      .flatMap(({ id }) => indexOf.get(id) ?? [])
      .sort((a, b) => a - b),
  );
  const matcher = openTraceMatcher(network, index, (from, to, atMs) => {
    const closed = closedOnDay(toOsloTime(atMs).day);
    const wish = { avoidTolls: false, others: 0, closed, evenClosed: true as const };
    const stops = [from, to].map((place) => ({
      at,
      places: [place],
      link: network.graph.linkOf[place.edge] as number,
    }));
    return router.drive(stops, wish)[0]?.edges;
  });
  const judge = openStationJudge(network, spots, judging);
  const toRoute = openRouteWriter(network);

  return {
    source,
    *plan(given, startMs) {
      const trace = yield* matcher.match(given, startMs);
      const judged = yield* judge(trace);
      const laid = layRuns(trace, (run) => toRoute(run.drive, '1', { stops: [], startMs: 0 }));
      yield;
      const { fixes, isTimed } = trace;
      const beginMs = (isTimed && fixes[0]?.atMs) || startMs;
      const passages = judged.map(({ stationId, on, fix, share, doubt }): StationPassage => {
        const place =
          on === undefined
            ? between(laid.fixAt[fix], laid.fixAt[fix + 1], share)
            : placeAt(laid, (laid.beginM[on.run] as number) + on.alongM);
        return { stationId, ...place, ...(doubt && { isDoubted: true as const }) };
      });
      const route: PlannedRoute = {
        id: '1',
        line: laid.line,
        secondsAt: laid.secondsAt,
        lengthM: laid.lengthM,
        durationS: laid.secondsAt.at(-1) ?? 0,
        ferries: laid.ferries,
        stops: [laid.line[0], laid.line.at(-1)].map((at, i) => {
          const fix = (i === 0 ? fixes[0] : fixes.at(-1)) as Fix;
          return { at: at ?? fix, movedM: flatDistanceM(at ?? fix, fix) };
        }),
        passages: passages.toSorted((a, b) => a.atS - b.atS),
        ...(laid.sections.length > 0 && { sections: laid.sections }),
      };
      const stretches = listStretches(trace, laid);
      const matchedM = stretches.reduce(
        (sum, { kind, fromM, toM }) => (kind === 'road' ? sum + toM - fromM : sum),
        0,
      );
      const wholeM = laid.alongM.at(-1) ?? 0;
      const match: TraceMatch = {
        fixes: given.length,
        ignored: trace.ignored,
        isTimed,
        share: wholeM === 0 ? 1 : matchedM / wholeM,
        stretches,
        drives: listDrives(trace, laid, beginMs),
        doubts: judged.flatMap(({ stationId, doubt }, i) =>
          doubt === undefined
            ? []
            : [
                {
                  stationId,
                  why: doubt,
                  atMs: beginMs + Math.round(1000 * (passages[i]?.atS ?? 0)),
                },
              ],
        ),
      };
      return { route, startMs: beginMs, match };
    },
  };
}

interface Place {
  readonly alongM: number;
  readonly atS: number;
}

/** The runs one behind the other. */
interface Laid {
  readonly line: LatLon[];
  readonly secondsAt: number[];
  /** Along `line`. */
  readonly alongM: number[];
  readonly ferries: FerryStretch[];
  readonly sections: { id: string; atS: number }[];
  /** By fix. */
  readonly fixAt: Place[];
  /** By run: where it begins. */
  readonly beginM: number[];
  /** As it is driven, which a drawing may fall short of. */
  lengthM: number;
}

function layRuns(
  { runs, fixes, isTimed }: MatchedTrace,
  write: (run: RoadRun) => PlannedRoute,
): Laid {
  const laid: Laid = {
    line: [],
    secondsAt: [],
    alongM: [],
    ferries: [],
    sections: [],
    fixAt: [],
    beginM: [],
    lengthM: 0,
  };
  const firstMs = fixes[0]?.atMs ?? 0;
  const secondsOf = (fix: number) => ((fixes[fix]?.atMs ?? 0) - firstMs) / 1000;
  const add = (point: LatLon, atS: number | undefined): Place => {
    const last = laid.line.at(-1);
    const legM = last === undefined ? 0 : flatDistanceM(last, point);
    const alongM = (laid.alongM.at(-1) ?? 0) + legM;
    const before = laid.secondsAt.at(-1) ?? 0;
    const seconds = Math.max(before, atS ?? before + legM / LOCAL_PACE);
    if (last !== undefined && legM === 0 && seconds === before) return { alongM, atS: seconds };
    laid.line.push(point);
    laid.alongM.push(alongM);
    laid.secondsAt.push(seconds);
    return { alongM, atS: seconds };
  };
  const addOff = ({ fromFix, toFix }: OffRun) => {
    const startM = laid.alongM.at(-1) ?? 0;
    laid.beginM.push(startM);
    for (let fix = fromFix; fix <= toFix; fix++) {
      const { lat, lon } = fixes[fix] as Fix;
      laid.fixAt[fix] = add({ lat, lon }, isTimed ? secondsOf(fix) : undefined);
    }
    laid.lengthM += (laid.alongM.at(-1) ?? 0) - startM;
  };
  const addRoad = (run: RoadRun) => {
    const { drive, marks } = run;
    const route = write(run);
    const offset = laid.line.length;
    const lastM = laid.alongM.at(-1) ?? 0;
    const beforeS = laid.secondsAt.at(-1) ?? 0;
    const timeAt = isTimed
      ? paceByMarks(
          drive,
          marks.map(({ alongM, fix }) => ({ alongM, atS: secondsOf(fix) })),
        )
      : (alongM: number) => beforeS + modelSeconds(drive, alongM);
    const begin = route.line[0] as LatLon;
    const joinM = laid.line.length === 0 ? 0 : flatDistanceM(laid.line.at(-1) as LatLon, begin);
    const startM = lastM + joinM;
    laid.beginM.push(startM);
    const seconds: number[] = [];
    route.line.forEach((point, i) => {
      const alongM = drive.alongM[i] as number;
      const atS = Math.max(laid.secondsAt.at(-1) ?? 0, timeAt(alongM));
      laid.line.push(point);
      laid.alongM.push(startM + alongM);
      laid.secondsAt.push(atS);
      seconds.push(atS);
    });
    for (const { fix, alongM } of marks)
      laid.fixAt[fix] = { alongM: startM + alongM, atS: isTimed ? secondsOf(fix) : timeAt(alongM) };
    // A crossing is boarded and landed: one that begins or ends at sea is a way beside the water.
    const isWhole = ({ fromIndex, toIndex }: FerryStretch) =>
      (drive.points[fromIndex] ?? -1) >= 0 && (drive.points[toIndex] ?? -1) >= 0;
    for (const { fromIndex, toIndex } of route.ferries.filter(isWhole))
      laid.ferries.push({ fromIndex: offset + fromIndex, toIndex: offset + toIndex });
    for (const { id, atS } of route.sections ?? []) {
      const point = drive.leftAtMs.findIndex((ms) => ms >= 1000 * atS);
      laid.sections.push({ id, atS: seconds[Math.max(0, point)] ?? atS });
    }
    laid.lengthM += joinM + drive.lengthM;
  };
  for (const run of runs) {
    if (run.kind === 'off') addOff(run);
    else addRoad(run);
  }
  // A line has two points, however short the drive.
  if (laid.line.length === 1) {
    laid.line.push(laid.line[0] as LatLon);
    laid.alongM.push(0);
    laid.secondsAt.push(Math.max(laid.secondsAt[0] as number, secondsOf(fixes.length - 1)));
  }
  return laid;
}

/** Seconds of driving up to a place of a drive, by the speeds of the network. */
function modelSeconds({ alongM, leftAtMs }: RoadRun['drive'], placeM: number): number {
  const after = firstBeyond(alongM, placeM);
  const [a, b] = [alongM[after - 1] ?? 0, alongM[after] ?? placeM];
  const [from, to] = [leftAtMs[after - 1] ?? 0, leftAtMs[after] ?? leftAtMs.at(-1) ?? 0];
  return (b === a ? to : from + ((placeM - a) / (b - a)) * (to - from)) / 1000;
}

/** Moments between fixes: what the model says of the way between them, stretched to the time that it took. */
function paceByMarks(drive: RoadRun['drive'], marks: readonly Place[]) {
  const alongs = marks.map(({ alongM }) => alongM);
  const models = alongs.map((alongM) => modelSeconds(drive, alongM));
  return (alongM: number): number => {
    const after = Math.min(Math.max(1, firstBeyond(alongs, alongM)), marks.length - 1);
    const [a, b] = [marks[after - 1], marks[after]];
    if (a === undefined || b === undefined) return marks[0]?.atS ?? 0;
    const [from, to] = [models[after - 1] as number, models[after] as number];
    const share = to === from ? 0 : (modelSeconds(drive, alongM) - from) / (to - from);
    return a.atS + Math.min(1, Math.max(0, share)) * (b.atS - a.atS);
  };
}

/** Index of the first value above another one, in values that never fall. */
function firstBeyond(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placeAt({ alongM, secondsAt }: Laid, placeM: number): Place {
  const after = firstBeyond(alongM, placeM);
  const [a, b] = [alongM[after - 1] ?? 0, alongM[after] ?? placeM];
  const [from, to] = [secondsAt[after - 1] ?? 0, secondsAt[after] ?? secondsAt.at(-1) ?? 0];
  return { alongM: placeM, atS: b === a ? from : from + ((placeM - a) / (b - a)) * (to - from) };
}

function between(a: Place | undefined, b: Place | undefined, share: number): Place {
  if (a === undefined) return b ?? { alongM: 0, atS: 0 };
  if (b === undefined) return a;
  return {
    alongM: a.alongM + share * (b.alongM - a.alongM),
    atS: a.atS + share * (b.atS - a.atS),
  };
}

/** The parts of the route, cut where their kind changes and where roads become sure or doubtful. */
function listStretches({ runs }: MatchedTrace, { fixAt, alongM }: Laid): MatchedStretch[] {
  const stretches: (MatchedStretch & {
    isSure: boolean;
    offs: number[];
    sum: number;
    n: number;
  })[] = [];
  const add = (kind: MatchedStretch['kind'], toM: number, confidence: number, offM?: number) => {
    const isSure = confidence >= SURE_SHARE;
    const last = stretches.at(-1);
    const offs = offM === undefined ? [] : [offM];
    if (last !== undefined && last.kind === kind && last.isSure === isSure && kind !== 'gap')
      stretches[stretches.length - 1] = {
        ...last,
        toM: Math.max(last.toM, toM),
        offs: [...last.offs, ...offs],
        sum: last.sum + confidence,
        n: last.n + 1,
      };
    else {
      const fromM = last?.toM ?? 0;
      stretches.push({
        kind,
        fromM,
        toM: Math.max(fromM, toM),
        confidence,
        isSure,
        offs,
        sum: confidence,
        n: 1,
      });
    }
  };
  for (const run of runs) {
    if (run.kind === 'off') {
      for (let fix = run.fromFix; fix <= run.toFix; fix++)
        add('off-network', fixAt[fix]?.alongM ?? 0, 0, 0);
      continue;
    }
    const gapEnds = new Set(run.gaps.map(({ toFix }) => toFix));
    for (const { fix, offM, confidence } of run.marks) {
      const toM = fixAt[fix]?.alongM ?? 0;
      if (gapEnds.has(fix)) add('gap', toM, 0.5);
      else add('road', toM, confidence, offM);
    }
  }
  const wholeM = alongM.at(-1) ?? 0;
  return stretches.map(({ kind, fromM, toM, sum, n, offs }, i) => ({
    kind,
    fromM,
    toM: i === stretches.length - 1 ? Math.max(toM, wholeM) : toM,
    confidence: sum / n,
    ...(kind === 'road' && offs.length > 0 && { offM: median(offs) ?? 0 }),
  }));
}

function listDrives(
  { fixes, setsOutAt, isTimed }: MatchedTrace,
  { fixAt, alongM, secondsAt }: Laid,
  beginMs: number,
): RecordedDrive[] {
  const starts = [0, ...setsOutAt];
  return starts.map((start, i) => {
    const end = (starts[i + 1] ?? fixes.length) - 1;
    const isLast = i === starts.length - 1;
    const msOf = (fix: number) =>
      (isTimed && fixes[fix]?.atMs) || beginMs + Math.round(1000 * (fixAt[fix]?.atS ?? 0));
    return {
      fromM: start === 0 ? 0 : (fixAt[start - 1]?.alongM ?? 0),
      toM: isLast ? (alongM.at(-1) ?? 0) : (fixAt[end]?.alongM ?? 0),
      fromMs: start === 0 ? beginMs : msOf(start),
      toMs: isLast && !isTimed ? beginMs + Math.round(1000 * (secondsAt.at(-1) ?? 0)) : msOf(end),
    };
  });
}

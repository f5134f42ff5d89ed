/** Plans recorded drives: lays them onto the network of the kernel, as routes with the moments of the recording. */
import type { Day } from '../base/day.ts';
import { memoizeKeys } from '../base/memoize.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { median } from '../matching/estimate-model.ts';
import { openStationJudge, type StationSpot } from '../matching/judge-stations.ts';
import { type MatchedTrace, openTraceMatcher } from '../matching/match-trace.ts';
import type { JudgeTerms } from '../matching/weigh-claim.ts';
import type { PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { openRouter } from '../routing/router.ts';
import type { MatchedStretch, RecordedDrive, TraceMatch, TracePlanner } from '../trip/ports.ts';
import { closedOn, type RoadSection } from '../trip/road-section.ts';
import type { PreparedNetwork } from './kernel-file.ts';
import { openRouteWriter } from './kernel-planner.ts';
import { between, type Laid, layRuns, placeAt } from './lay-runs.ts';

/** Below this a road is in doubt. */
const SURE_SHARE = 0.8;

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
      const laid = yield* layRuns(trace, (run) =>
        toRoute(run.drive, '1', { stops: [], startMs: 0 }),
      );
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
      const stretches = yield* listStretches(trace, laid);
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

/** A stretch that grows. */
interface OpenStretch {
  readonly kind: MatchedStretch['kind'];
  readonly fromM: number;
  toM: number;
  readonly isSure: boolean;
  readonly offs: number[];
  sum: number;
  fixes: number;
}

/** The parts of the route, cut where their kind changes and where roads become sure or doubtful. */
function* listStretches({ runs }: MatchedTrace, { fixAt, alongM }: Laid): Steps<MatchedStretch[]> {
  const stretches: OpenStretch[] = [];
  const add = (kind: MatchedStretch['kind'], fix: number, confidence: number, offM?: number) => {
    const isSure = confidence >= SURE_SHARE;
    let open = stretches.at(-1);
    const fromM = open?.toM ?? 0;
    if (open === undefined || open.kind !== kind || open.isSure !== isSure || kind === 'gap') {
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
    if (run.kind === 'off') {
      for (let fix = run.fromFix; fix <= run.toFix; fix++) add('off-network', fix, 0);
      continue;
    }
    const gapEnds = new Set(run.gaps.map(({ toFix }) => toFix));
    for (const { fix, offM, confidence } of run.marks) {
      if (gapEnds.has(fix)) add('gap', fix, 0.5);
      else add('road', fix, confidence, offM);
    }
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

/** Lays the runs of a matched trace one behind the other, as one line with the moments of the recording. */

import { firstThat } from '../../base/lists.ts';
import type { Fix, LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { BridgeRun, MatchedTrace, OffRun, RoadRun } from '../../matching/match-trace.ts';
import type { FerryStretch, PlannedRoute } from '../../passages/planned-route.ts';
import type { Drive } from '../../routing/drive.ts';

/** A place of a laid drive, and its moment in seconds from the start. */
export interface Place {
  readonly alongM: number;
  readonly atS: number;
}

/** The runs, laid one behind the other. */
export interface Laid {
  readonly line: LatLon[];
  readonly secondsAt: number[];
  /** Metres along `line`, by point. */
  readonly alongM: number[];
  readonly ferries: FerryStretch[];
  readonly sections: { id: string; atS: number }[];
  /** The place of each fix. */
  readonly fixAt: Place[];
  /** By run: the metre at which it begins. */
  readonly beginM: number[];
  /** Driven length of the recorded parts. The drawn line may be shorter. */
  lengthM: number;
  /** Length of the parts of `line` that are not recorded. */
  unrecordedM: number;
  /** Ferries of which the recording does not show whether they were sailed, and where each begins along `line`. */
  readonly unrecordedFerries: { readonly fromM: number; readonly lengthM: number }[];
  /** The stretch from the end of the line to the next run is not recorded. */
  isApart: boolean;
}

export interface LayTerms {
  /** Writes a drive as a route. */
  readonly write: (drive: Drive) => PlannedRoute;
  /** The assumed speed off the network if the recording has no times. */
  readonly localKmh: number;
  readonly seenCrossings: SeenCrossings;
}

/** Tells which runs of a drive along the lines of ferries were crossings. */
export type SeenCrossings = (
  drive: Drive,
  route: PlannedRoute,
) => (stretch: FerryStretch) => 'crossed' | 'perhaps' | 'ashore';

/** The number of points that are laid in a step. */
const STEP_POINTS = 2048;

export function* layRuns(
  trace: MatchedTrace,
  { write, localKmh, seenCrossings }: LayTerms,
): Steps<Laid> {
  const { runs, fixes, isTimed } = trace;
  const laid = startLaid();
  const firstMs = fixes[0]?.atMs ?? 0;
  const secondsOf = (fix: number) => ((fixes[fix]?.atMs ?? 0) - firstMs) / 1000;
  const timed = isTimed ? secondsOf : undefined;
  const lay = { seenCrossings, secondsOf: timed };
  for (const run of runs) {
    yield;
    if (run.kind === 'off') layOff(laid, run, { fixes, secondsOf: timed, localKmh });
    else if (run.kind === 'road') yield* layRoad(laid, run, write(run.drive), lay);
    else yield* layBridge(laid, run, run.drive && write(run.drive), lay);
  }
  // A line has two points, however short the drive.
  if (laid.line.length === 1) {
    laid.line.push(laid.line[0] as LatLon);
    laid.alongM.push(0);
    laid.secondsAt.push(Math.max(laid.secondsAt[0] as number, secondsOf(fixes.length - 1)));
  }
  return laid;
}

/** The terms for laying a run. */
interface LineTerms extends Pick<LayTerms, 'seenCrossings'> {
  readonly secondsOf: SecondsOf;
}

const startLaid = (): Laid => ({
  line: [],
  secondsAt: [],
  alongM: [],
  ferries: [],
  sections: [],
  fixAt: [],
  beginM: [],
  lengthM: 0,
  unrecordedM: 0,
  unrecordedFerries: [],
  isApart: false,
});

/** Seconds from the first fix; absent: the trace has no times. */
type SecondsOf = ((fix: number) => number) | undefined;

/** Lays a run off the network straight from fix to fix. */
function layOff(
  laid: Laid,
  { fromFix, toFix }: OffRun,
  {
    fixes,
    secondsOf,
    localKmh,
  }: { readonly fixes: readonly Fix[]; readonly secondsOf: SecondsOf; readonly localKmh: number },
): void {
  for (let fix = fromFix; fix <= toFix; fix++) {
    const { lat, lon } = fixes[fix] as Fix;
    const point = { lat, lon };
    const last = laid.line.at(-1);
    const legM = last === undefined ? 0 : flatDistanceM(last, point);
    const alongM = (laid.alongM.at(-1) ?? 0) + legM;
    const before = laid.secondsAt.at(-1) ?? 0;
    const atS = Math.max(before, secondsOf?.(fix) ?? before + (3.6 * legM) / localKmh);
    if (fix === fromFix) laid.beginM.push(alongM - legM);
    laid.fixAt[fix] = { alongM, atS };
    count(laid, legM);
    if (last !== undefined && legM === 0 && atS === before) continue;
    laid.line.push(point);
    laid.alongM.push(alongM);
    laid.secondsAt.push(atS);
  }
}

/** Counts the metres up to the beginning of a run, or up to the next fix in a run. */
function count(laid: Laid, legM: number): void {
  if (laid.isApart) laid.unrecordedM += legM;
  else laid.lengthM += legM;
  laid.isApart = false;
}

function* layRoad(
  laid: Laid,
  { drive, marks }: RoadRun,
  route: PlannedRoute,
  { secondsOf, seenCrossings }: LineTerms,
): Steps<void> {
  yield;
  const timeAt = openPace(laid, drive, marks, secondsOf);
  const { startM, joinM } = yield* layLine(laid, drive, route, {
    timeAt,
    isCrossing: seenCrossings(drive, route),
  });
  count(laid, joinM);
  laid.lengthM += drive.lengthM;
  for (const { fix, alongM } of marks)
    laid.fixAt[fix] = { alongM: startM + alongM, atS: secondsOf?.(fix) ?? timeAt(alongM) };
}

/** Lays the way across a silence, from the last fix before it to the first fix after it. */
function* layBridge(
  laid: Laid,
  { kind, drive, fromFix, toFix }: BridgeRun,
  route: PlannedRoute | undefined,
  { secondsOf, seenCrossings }: LineTerms,
): Steps<void> {
  const isDriven = kind === 'gap';
  laid.isApart = !isDriven;
  if (drive === undefined || route === undefined) {
    laid.beginM.push(laid.alongM.at(-1) ?? 0);
    return;
  }
  const endM = drive.alongM.at(-1) ?? 0;
  const ends = [
    { alongM: 0, fix: fromFix },
    { alongM: endM, fix: toFix },
  ];
  const timeAt = openPace(laid, drive, ends, secondsOf);
  const sailed = { ...laid, ferries: [], sections: [], unrecordedFerries: [] };
  const { startM, joinM } = yield* layLine(isDriven ? laid : sailed, drive, route, {
    timeAt,
    isCrossing: seenCrossings(drive, route),
  });
  count(laid, joinM);
  if (isDriven) laid.lengthM += drive.lengthM;
  else {
    laid.unrecordedM += endM;
    for (const { fromIndex, toIndex } of route.ferries) {
      const [fromM, toM] = [fromIndex, toIndex].map((i) => drive.alongM[i]) as [number, number];
      laid.unrecordedFerries.push({ fromM: startM + fromM, lengthM: toM - fromM });
    }
  }
  laid.isApart = !isDriven;
}

/** Lays a drive behind the line. */
function* layLine(
  laid: Omit<Laid, 'fixAt' | 'lengthM' | 'unrecordedM' | 'isApart'>,
  drive: Drive,
  route: PlannedRoute,
  {
    timeAt,
    isCrossing,
  }: {
    readonly timeAt: (alongM: number) => number;
    readonly isCrossing: ReturnType<SeenCrossings>;
  },
): Steps<{ readonly startM: number; readonly joinM: number }> {
  const offset = laid.line.length;
  const [last, begin] = [laid.line.at(-1), route.line[0] as LatLon];
  const joinM = last === undefined ? 0 : flatDistanceM(last, begin);
  const startM = (laid.alongM.at(-1) ?? 0) + joinM;
  laid.beginM.push(startM);
  for (const [i, point] of route.line.entries()) {
    const alongM = drive.alongM[i] as number;
    laid.line.push(point);
    laid.alongM.push(startM + alongM);
    laid.secondsAt.push(Math.max(laid.secondsAt.at(-1) ?? 0, timeAt(alongM)));
    if (i % STEP_POINTS === STEP_POINTS - 1) yield;
  }
  for (const stretch of route.ferries) {
    const { fromIndex, toIndex } = stretch;
    const [fromM, toM] = [fromIndex, toIndex].map((i) => drive.alongM[i]) as [number, number];
    const sailed = isCrossing(stretch);
    if (sailed === 'crossed')
      laid.ferries.push({ fromIndex: offset + fromIndex, toIndex: offset + toIndex });
    else if (sailed === 'perhaps')
      laid.unrecordedFerries.push({ fromM: startM + fromM, lengthM: toM - fromM });
  }
  for (const { id, atS } of route.sections ?? []) {
    const point = drive.leftAtMs.findIndex((ms) => ms >= 1000 * atS);
    laid.sections.push({ id, atS: laid.secondsAt[offset + Math.max(0, point)] ?? atS });
  }
  return { startM, joinM };
}

/** Gives the seconds up to a place of a drive by the speeds of the network. Quick if places come in their order. */
export function openModel({ alongM, leftAtMs }: RoadRun['drive']): (placeM: number) => number {
  const findBeyond = openBeyond(alongM);
  return (placeM) => valueAt(alongM, leftAtMs, placeM, findBeyond(placeM)) / 1000;
}

/** The value at a place of a line, interpolated between its points. @param after the first point beyond the place. */
function valueAt(
  alongM: ArrayLike<number>,
  values: ArrayLike<number>,
  placeM: number,
  after = firstBeyond(alongM, placeM),
): number {
  const [a, b] = [alongM[after - 1] ?? 0, alongM[after] ?? placeM];
  const [from, to] = [values[after - 1] ?? 0, values[after] ?? values[values.length - 1] ?? 0];
  return b === a ? to : from + ((placeM - a) / (b - a)) * (to - from);
}

/** Gives the moments along a drive: by its fixes, or without times in the trace by the model, after the laid line. */
function openPace(
  laid: Pick<Laid, 'secondsAt'>,
  drive: RoadRun['drive'],
  marks: readonly Pick<RoadRun['marks'][number], 'alongM' | 'fix'>[],
  secondsOf: SecondsOf,
): (alongM: number) => number {
  if (secondsOf !== undefined)
    return paceByMarks(
      drive,
      marks.map(({ alongM, fix }) => ({ alongM, atS: secondsOf(fix) })),
    );
  const [beforeS, secondsAt] = [laid.secondsAt.at(-1) ?? 0, openModel(drive)];
  return (alongM) => beforeS + secondsAt(alongM);
}

/** Gives the moments between fixes: the times by the model, stretched to the recorded time between the fixes. */
function paceByMarks(drive: RoadRun['drive'], marks: readonly Place[]) {
  const secondsAt = openModel(drive);
  const alongs = marks.map(({ alongM }) => alongM);
  const models = alongs.map(secondsAt);
  const findBeyond = openBeyond(alongs);
  return (alongM: number): number => {
    const after = Math.min(Math.max(1, findBeyond(alongM)), marks.length - 1);
    const [a, b] = [marks[after - 1], marks[after]];
    if (a === undefined || b === undefined) return marks[0]?.atS ?? 0;
    const [from, to] = [models[after - 1] as number, models[after] as number];
    const share = to === from ? 0 : (secondsAt(alongM) - from) / (to - from);
    return a.atS + Math.min(1, Math.max(0, share)) * (b.atS - a.atS);
  };
}

/** The same as `firstBeyond`, but it continues from the last result: values mostly rise from call to call. */
function openBeyond(values: ArrayLike<number>): (value: number) => number {
  let at = 0;
  return (value) => {
    if (at > 0 && (values[at - 1] as number) > value) at = firstBeyond(values, value);
    while (at < values.length && (values[at] as number) <= value) at++;
    return at;
  };
}

/** Index of the first element above a value, in values that never fall. */
export const firstBeyond = (values: ArrayLike<number>, value: number): number =>
  firstThat(values.length, (at) => (values[at] as number) > value);

export const placeAt = ({ alongM, secondsAt }: Laid, placeM: number): Place => ({
  alongM: placeM,
  atS: valueAt(alongM, secondsAt, placeM),
});

/** The place at a share of the way from one fix to the next. */
export function placeBetween({ fixAt }: Laid, fix: number, share: number): Place {
  const [a, b] = [fixAt[fix], fixAt[fix + 1]] as [Place, Place];
  return {
    alongM: a.alongM + share * (b.alongM - a.alongM),
    atS: a.atS + share * (b.atS - a.atS),
  };
}

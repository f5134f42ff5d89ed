/** Cuts a recording into separate drives. A drive includes the doubtful passages up to the next drive. */
import { groupBy } from '../../base/lists.ts';
import type { Fix, LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import { flatDistanceM, pointBetween } from '../../geo/on-line.ts';
import type { MatchedTrace } from '../../matching/match-trace.ts';
import type { RestTerms } from '../../matching/trace.ts';
import type { PlannedRoute } from '../../passages/planned-route.ts';
import type { MatchedStretch, RecordedDrive, TracedDrive } from '../../trip/ports.ts';
import { firstBeyond, type Laid } from './lay-runs.ts';

/**
 * The drives between the rests, at least one. A drive that is no longer than the extent of a rest is left out. Drives
 * belong to one trip if the stop between them is shorter than a rest.
 *
 * @param beginMs departure, Unix milliseconds.
 */
export function listDrives(
  { fixes, rests, isTimed }: Pick<MatchedTrace, 'fixes' | 'rests' | 'isTimed'>,
  { fixAt, alongM, secondsAt, ferries }: Laid,
  beginMs: number,
  { reachM, restMs }: RestTerms,
): RecordedDrive[] {
  const [endM, endS] = [alongM.at(-1) ?? 0, secondsAt.at(-1) ?? 0];
  const msOf = (fix: number) =>
    (isTimed && fixes[fix]?.atMs) || beginMs + Math.round(1000 * (fixAt[fix]?.atS ?? 0));
  /** The metre at which the drive after a rest begins. A rest that ends aboard a ferry is over when it is boarded. */
  const startOf = (fix: number) => {
    const m = fixAt[fix]?.alongM ?? 0;
    const boarded = ferries.find(
      ({ fromIndex, toIndex }) =>
        (alongM[fromIndex] as number) < m && m < (alongM[toIndex] as number),
    );
    return boarded === undefined ? m : (alongM[boarded.fromIndex] as number);
  };
  const all = [undefined, ...rests].map((before, i) => {
    const after = rests[i];
    const fromM = before === undefined ? 0 : startOf(before.beginFix);
    const toM =
      after === undefined
        ? endM
        : Math.min(fixAt[after.endFix]?.alongM ?? 0, startOf(after.beginFix));
    return {
      from: fixes[before?.beginFix ?? 0] as Fix,
      to: fixes[after?.endFix ?? fixes.length - 1] as Fix,
      fromM,
      toM: Math.max(fromM, toM),
      fromMs: before === undefined ? beginMs : msOf(before.beginFix),
      toMs: after === undefined ? beginMs + Math.round(1000 * endS) : msOf(after.endFix),
    };
  });
  const driven = all.filter(({ fromM, toM }) => toM - fromM > reachM);
  const [first, last] = [all[0], all.at(-1)];
  if (first !== undefined && last !== undefined && driven.length === 0)
    return [{ ...last, from: first.from, fromM: 0, fromMs: beginMs, trip: 0 }];
  let trip = 0;
  return driven.map((drive, i) => {
    const before = driven[i - 1];
    if (before !== undefined && drive.fromMs - before.toMs >= restMs) trip += 1;
    return { ...drive, trip };
  });
}

/** The index of the last drive that has begun; 0: none has. */
const lastBegun = (
  drives: readonly RecordedDrive[],
  hasBegun: (drive: RecordedDrive) => boolean,
): number => Math.max(0, drives.findLastIndex(hasBegun));

/** The index of the drive that a moment belongs to. A moment in a rest belongs to the drive before the rest. */
export const driveAt = (drives: readonly RecordedDrive[], atMs: number): number =>
  lastBegun(drives, ({ fromMs }) => fromMs <= atMs);

/** The part of a leg up to a fix on which nothing is known of tolls. */
export interface LegBeyond {
  readonly toFix: number;
  readonly lengthM: number;
}

/** @returns the drives in their order; `[]`: there is only one. */
export function* cutAtRests(
  { route, startMs, match }: TracedDrive,
  laid: Laid,
  { cutAt, beyond }: Pick<MatchedTrace, 'cutAt'> & { readonly beyond: readonly LegBeyond[] },
): Steps<TracedDrive[]> {
  const { drives } = match;
  if (drives.length === 1) return [];
  const driveOf = ({ toFix }: LegBeyond) => {
    const alongM = laid.fixAt[toFix]?.alongM ?? 0;
    return lastBegun(drives, ({ fromM }) => fromM < alongM);
  };
  const legs = groupBy(beyond, driveOf);
  const { passages = [], ...whole } = route;
  const passed = groupBy(passages, ({ atS }) => driveAt(drives, startMs + Math.round(1000 * atS)));
  const doubts = groupBy(match.doubts, ({ atMs }) => driveAt(drives, atMs));
  const parts: TracedDrive[] = [];
  for (const [no, drive] of drives.entries()) {
    yield;
    const stretches = cutStretches(match.stretches, drive);
    const own = (passed.get(no) ?? []).map(({ trip: _, ...passage }) => passage);
    const nextM = drives[no + 1]?.fromM ?? Number.POSITIVE_INFINITY;
    const sailedM = laid.unrecordedFerries
      .filter(({ fromM }) => (no === 0 || fromM >= drive.fromM) && fromM < nextM)
      .reduce((sum, { lengthM }) => sum + lengthM, 0);
    parts.push({
      startMs: drive.fromMs,
      parts: [],
      route: {
        ...cutLine({ ...whole, passages: own }, laid, drive, startMs),
        ...(sailedM > 0 && { unrecordedFerryM: sailedM }),
      },
      match: {
        ...match,
        leaps: match.leaps.filter(({ atMs }) => driveAt(drives, atMs) === no),
        isCut: (no === 0 && cutAt.start) || (no === drives.length - 1 && cutAt.end),
        beyondM: (legs.get(no) ?? []).reduce((sum, { lengthM }) => sum + lengthM, 0),
        stretches,
        share: shareOnRoads(stretches),
        drives: [{ ...drive, fromM: 0, toM: drive.toM - drive.fromM }],
        doubts: doubts.get(no) ?? [],
      },
    });
  }
  return parts;
}

/** A part of a route as a route of its own. */
function cutLine(
  {
    line,
    secondsAt,
    lengthM,
    ferries,
    sections = [],
    passages = [],
    unrecordedFerryM: _,
    ...route
  }: PlannedRoute,
  { alongM, unrecordedM }: Laid,
  { from, to, fromM, toM, fromMs, toMs }: RecordedDrive,
  startMs: number,
): PlannedRoute {
  const [startS, durationS] = [(fromMs - startMs) / 1000, (toMs - fromMs) / 1000];
  const first = firstBeyond(alongM, fromM);
  let end = firstBeyond(alongM, toM);
  while (end > first && (alongM[end - 1] as number) >= toM) end--;
  const [before, last] = [first - 1, end - first + 1];
  const placeAt = (m: number, index: number): LatLon => {
    const at = Math.max(0, index);
    const [a, b] = [line[at] ?? from, line[at + 1] ?? to];
    const [aM, bM] = [alongM[at] ?? m, alongM[at + 1] ?? m];
    return bM === aM ? a : pointBetween(a, b, Math.min(1, (m - aM) / (bM - aM)));
  };
  const indexOf = (i: number) =>
    Math.min(last, Math.max(0, (alongM[i] as number) <= fromM ? 0 : i - before));
  const [begun, ended] = [placeAt(fromM, before), placeAt(toM, end - 1)];
  const wholeM = (alongM.at(-1) ?? 0) - unrecordedM;
  const isInside = (s: number) => s >= startS && s <= startS + durationS;
  const own = sections.filter(({ atS }) => isInside(atS));
  return {
    ...route,
    line: [begun, ...line.slice(first, end), ended],
    secondsAt: [
      0,
      ...secondsAt.slice(first, end).map((s) => Math.min(durationS, Math.max(0, s - startS))),
      durationS,
    ],
    lengthM: wholeM === 0 ? 0 : ((toM - fromM) / wholeM) * lengthM,
    durationS,
    ferries: ferries
      .filter(
        ({ fromIndex, toIndex }) =>
          (alongM[fromIndex] as number) >= fromM && (alongM[toIndex] as number) <= toM,
      )
      .map(({ fromIndex, toIndex, ...ferry }) => ({
        ...ferry,
        fromIndex: indexOf(fromIndex),
        toIndex: indexOf(toIndex),
      })),
    stops: [
      { at: begun, movedM: flatDistanceM(begun, from) },
      { at: ended, movedM: flatDistanceM(ended, to) },
    ],
    passages: passages.map((passage) => ({
      ...passage,
      alongM: Math.min(toM, Math.max(fromM, passage.alongM)) - fromM,
      atS: passage.atS - startS,
      ...(passage.rangeS && {
        rangeS: [passage.rangeS[0] - startS, passage.rangeS[1] - startS] as const,
      }),
    })),
    ...(own.length > 0 && {
      sections: own.map(({ id, atS }) => ({ id, atS: atS - startS })),
    }),
  };
}

function cutStretches(
  stretches: readonly MatchedStretch[],
  { fromM, toM }: RecordedDrive,
): MatchedStretch[] {
  return stretches
    .filter((one) => one.toM > fromM && one.fromM < toM)
    .map((one) => ({
      ...one,
      fromM: Math.max(fromM, one.fromM) - fromM,
      toM: Math.min(toM, one.toM) - fromM,
    }));
}

/** The share of the recorded metres that lies on known roads, 0 … 1. */
export function shareOnRoads(stretches: readonly MatchedStretch[]): number {
  const metresOf = (isMeant: (one: MatchedStretch) => boolean) =>
    stretches.reduce((sum, one) => (isMeant(one) ? sum + one.toM - one.fromM : sum), 0);
  const wholeM = metresOf(({ kind }) => kind !== 'unrecorded');
  return wholeM === 0 ? 1 : metresOf(({ kind }) => kind === 'road') / wholeM;
}

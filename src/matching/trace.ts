/** A recorded drive: its fixes as they were taken, those that matching works with, and whether it may have been on foot. */
import { HOUR_MS, MINUTE_MS } from '../base/duration.ts';
import { firstThat } from '../base/lists.ts';
import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { type Leap, type LeapTerms, leaveOutLeaps, SAME_PLACE_M } from './leaps.ts';

/** Fixes without what matching cannot use. Columns have one value for each kept fix. */
export interface PreparedTrace {
  /** At least one. */
  readonly fixes: readonly Fix[];
  /** All sound fixes of the recording, and by fix of `fixes` its index among them. */
  readonly sound: readonly Fix[];
  readonly soundAt: readonly number[];
  /** All fixes of the trace have a time; otherwise none has. */
  readonly isTimed: boolean;
  /** The rests between the drives of the recording, in their order. */
  readonly rests: readonly Rest[];
  /** Fixes left out because their clock runs back, or because they lie too far away to be driven to. */
  readonly ignored: number;
  /** The fixes that lie too far away, in their order. */
  readonly leaps: readonly Leap[];
  /** The clock ran back so that the drive before the first kept fix, or behind the last one, is left out. */
  readonly cutAt: { readonly start: boolean; readonly end: boolean };
}

/** The fix at which a drive ends, and the one at which the next begins. */
interface Rest {
  readonly endFix: number;
  readonly beginFix: number;
  /** The next drive begins elsewhere: nothing is recorded of the way there. */
  readonly isUnseen: boolean;
}

/** When a vehicle rests. */
export interface RestTerms {
  /** It stays this long within `reachM`, or is this long without a fix. */
  readonly restMs: number;
  readonly reachM: number;
  /** While it is nearer than this to the place of its rest it has arrived, and has not left. */
  readonly stillM: number;
}

/** What a recording is prepared by. */
export interface TraceTerms {
  readonly rest: RestTerms;
  readonly leap: LeapTerms;
  readonly silence: { readonly longMin: number };
}

/** At most this many fixes at an end whose clock runs back are no drive. */
const MOST_STRAY = 5;

/** Fixes that are looked at in one step. */
const STEP_FIXES = 2048;

/** @param given in the order of the file, at least one. */
export function* prepareTrace(
  given: readonly Fix[],
  { rest: terms, leap, silence }: TraceTerms,
): Steps<PreparedTrace> {
  const isTimed = given.every(({ atMs }) => atMs !== undefined);
  const steady = isTimed ? listSteady(given) : given;
  yield;
  const { sound, leaps } = isTimed
    ? yield* leaveOutLeaps(steady, { ...leap, restMs: terms.restMs })
    : { sound: steady, leaps: [] };
  const rests = yield* listRests(sound, isTimed, terms);
  const { fixes, soundAt, indexes } = yield* listMoved(sound, rests, {
    isTimed,
    longMs: silence.longMin * MINUTE_MS,
  });
  const between = rests.flatMap(({ endFix, beginFix, isUnseen }): Rest[] =>
    endFix < 0 || beginFix >= sound.length
      ? []
      : [{ endFix: indexes[endFix] ?? 0, beginFix: indexes[beginFix] ?? 0, isUnseen }],
  );
  const ignored = given.length - sound.length;
  const cutAt = findCuts(given, steady, terms);
  return { fixes, sound, soundAt, isTimed, rests: between, ignored, leaps, cutAt };
}

/** The fixes at which the vehicle has moved, and the ends of its rests. By sound fix its index among them, or -1. */
function* listMoved(
  sound: readonly Fix[],
  rests: readonly Rest[],
  { isTimed, longMs }: { readonly isTimed: boolean; readonly longMs: number },
) {
  // What is recorded while the vehicle rests says nothing of a drive.
  const isResting = new Uint8Array(sound.length);
  const isEnd = new Uint8Array(sound.length);
  for (const { endFix, beginFix } of rests) {
    isResting.fill(1, endFix + 1, beginFix);
    isEnd.fill(1, Math.max(0, endFix), endFix + 1);
    isEnd.fill(1, beginFix, beginFix + 1);
  }
  const fixes: Fix[] = [];
  const soundAt: number[] = [];
  const indexes = new Int32Array(sound.length).fill(-1);
  const keep = (i: number) => {
    indexes[i] = fixes.length;
    fixes.push(sound[i] as Fix);
    soundAt.push(i);
  };
  for (const [i, fix] of sound.entries()) {
    if (i % STEP_FIXES === STEP_FIXES - 1) yield;
    const last = fixes.at(-1);
    const isMoved = last === undefined || flatDistanceM(last, fix) >= SAME_PLACE_M;
    // A vehicle that stands is where it was, at the last moment at which it was there.
    const isLast = i === sound.length - 1 && (isTimed || fixes.length === 1);
    if (isResting[i] === 1 || !(isMoved || isLast || isEnd[i] === 1)) continue;
    // A long stay is no silence: the last moment of it is kept as well.
    const isStay = isMoved && last !== undefined && timeOf(fix) - timeOf(last) > longMs;
    if (isStay && isResting[i - 1] === 0 && (soundAt.at(-1) ?? i) < i - 1) keep(i - 1);
    keep(i);
  }
  return { fixes, soundAt, indexes };
}

/** Do fixes at an end that are left out lie elsewhere? A few of them are no drive. */
function findCuts(
  given: readonly Fix[],
  kept: readonly Fix[],
  { reachM }: RestTerms,
): PreparedTrace['cutAt'] {
  const [first, last] = [kept[0] as Fix, kept.at(-1) as Fix];
  const isDrive = (left: readonly Fix[], end: Fix) =>
    left.length > MOST_STRAY && left.some((fix) => flatDistanceM(fix, end) > reachM);
  return {
    start: isDrive(given.slice(0, given.indexOf(first)), first),
    end: isDrive(given.slice(given.lastIndexOf(last) + 1), last),
  };
}

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

/**
 * The rests: where the vehicle stayed within reach for long, and where nothing is recorded for as long. Their ends are
 * indexes of sound fixes: -1 is before the first one, and their number is behind the last.
 */
function* listRests(
  sound: readonly Fix[],
  isTimed: boolean,
  { restMs, reachM, stillM }: RestTerms,
): Steps<Rest[]> {
  const fixAt = (i: number) => sound[i] as Fix;
  const msBetween = (a: number, b: number) => timeOf(fixAt(b)) - timeOf(fixAt(a));
  const rests: Rest[] = [];
  let anchor = 0;
  /** Half-way through a stay the vehicle stands where it rests. */
  const endStay = (last: number) => {
    const stayMs = msBetween(anchor, last);
    if (!isTimed || stayMs < restMs) return;
    let middle = anchor;
    while (msBetween(anchor, middle + 1) <= stayMs / 2) middle++;
    const isStill = (i: number) => flatDistanceM(fixAt(i), fixAt(middle)) <= stillM;
    let [arrived, leaves] = [anchor, last];
    while (!isStill(arrived)) arrived++;
    while (!isStill(leaves)) leaves--;
    if (msBetween(arrived, leaves) < restMs) return;
    const endFix = anchor === 0 ? -1 : arrived;
    const beginFix = last === sound.length - 1 ? sound.length : leaves;
    // The whole recording is a rest: its only drive is this place.
    const isAll = endFix === -1 && beginFix === sound.length;
    rests.push({ endFix: isAll ? 0 : endFix, beginFix, isUnseen: false });
  };
  for (let i = 1; i < sound.length; i++) {
    if (i % STEP_FIXES === 0) yield;
    const isSilent = isTimed && msBetween(i - 1, i) >= restMs;
    const isAway = flatDistanceM(fixAt(anchor), fixAt(i)) > reachM;
    const isBorder = isSilent || fixAt(i).begins === true;
    if (!isBorder && !isAway) continue;
    endStay(i - 1);
    if (isBorder) {
      const isUnseen = flatDistanceM(fixAt(i - 1), fixAt(i)) > reachM;
      // A fix from before the receiver knew the time is no drive.
      const isFirst = isSilent && anchor === 0 && rests.length === 0 && !isUnseen;
      rests.push({ endFix: isFirst ? -1 : i - 1, beginFix: i, isUnseen });
    }
    anchor = i;
  }
  endStay(sound.length - 1);
  return rests;
}

/** Up to this many fixes are left out rather than one whose clock was ahead of them. */
const AHEAD_OF = 10;

/**
 * The fixes whose moments follow each other. A clock that was set back repeats moments: then only fixes after the
 * latest moment so far count. If few fixes are ahead of many, or of all that follow and are more, those few are left
 * out.
 */
function listSteady(given: readonly Fix[]): readonly Fix[] {
  const kept: Fix[] = [];
  const latestFrom = new Float64Array(given.length + 1).fill(Number.NEGATIVE_INFINITY);
  for (let i = given.length - 1; i >= 0; i--)
    latestFrom[i] = Math.max(latestFrom[i + 1] as number, timeOf(given[i] as Fix));
  for (let i = 0; i < given.length; i++) {
    const fix = given[i] as Fix;
    const last = kept.at(-1);
    if (last === undefined || timeOf(fix) >= timeOf(last)) {
      kept.push(fix);
      continue;
    }
    const isEarlier = (other: number) => timeOf(given[other] ?? last) < timeOf(last);
    const ahead = countLater(kept, timeOf(fix));
    let behind = 1;
    while (behind <= AHEAD_OF * ahead && isEarlier(i + behind)) behind++;
    const isNeverMet = (latestFrom[i] as number) < timeOf(last);
    if (isNeverMet ? given.length - i > ahead : behind > AHEAD_OF * ahead) {
      kept.length -= ahead;
      kept.push(fix);
    } else while (isEarlier(i + 1)) i++;
  }
  return kept;
}

/** @param kept their moments never run back. */
const countLater = (kept: readonly Fix[], atMs: number): number =>
  kept.length - firstThat(kept.length, (at) => timeOf(kept[at] as Fix) > atMs);

/** When a drive may have been on foot or by bicycle. */
export interface OnFootTerms {
  /** It never was faster than this on the way between two places, */
  readonly mostKmh: number;
  /** which lie so far apart. Metres. A drive that stays nearer to its beginning counts to its farthest place. */
  readonly overM: number;
}

/**
 * @param silentMs a drive that is this long without a fix is not judged: it may have been fast there.
 * @returns by kept fix: is it of a drive that may have been on foot or by bicycle?
 */
export function listOnFoot(
  { fixes, sound, soundAt, rests, isTimed }: PreparedTrace,
  { mostKmh, overM }: OnFootTerms,
  silentMs: number,
): readonly boolean[] {
  const ends = [...rests.map(({ endFix }) => endFix), fixes.length - 1];
  return ends.flatMap((end, i) => {
    const begin = i === 0 ? 0 : (ends[i - 1] as number) + 1;
    const first = rests[i - 1]?.beginFix ?? 0;
    const driven = sound.slice(soundAt[first], (soundAt[end] ?? 0) + 1);
    const isSlow = isTimed && isSlowDrive(driven, { mostKmh, overM }, silentMs);
    return Array.from({ length: Math.max(0, end - begin + 1) }, () => isSlow);
  });
}

function isSlowDrive(
  driven: readonly Fix[],
  { mostKmh, overM }: OnFootTerms,
  silentMs: number,
): boolean {
  const [first] = driven;
  const isSilent = (fix: Fix, i: number) => timeOf(fix) - timeOf(driven[i - 1] ?? fix) >= silentMs;
  if (first === undefined || driven.some(isSilent)) return false;
  const isFast = (from: Fix, to: Fix): boolean =>
    flatDistanceM(from, to) / 1000 > (mostKmh * (timeOf(to) - timeOf(from))) / HOUR_MS;
  let end = 0;
  for (const [i, from] of driven.entries()) {
    while (end < driven.length && flatDistanceM(from, driven[end] as Fix) < overM) end += 1;
    const to = driven[end];
    // Nearer to its beginning, a drive is judged to its farthest place.
    if (to === undefined) return i > 0 || !isFast(first, findFarthest(first, driven));
    if (isFast(from, to)) return false;
  }
  return true;
}

const findFarthest = (first: Fix, driven: readonly Fix[]): Fix =>
  driven.reduce((far, fix) => (flatDistanceM(first, fix) > flatDistanceM(first, far) ? fix : far));

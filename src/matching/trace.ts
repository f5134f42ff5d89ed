/** A recorded drive: its fixes as they were taken, and those that matching works with. */
import { type Fix, REST_MS } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';

/** Fixes without what matching cannot use. Columns have one value for each kept fix. */
export interface PreparedTrace {
  /** At least one. */
  readonly fixes: readonly Fix[];
  /** All sound fixes of the recording, and by fix of `fixes` its index among them. */
  readonly sound: readonly Fix[];
  readonly soundAt: readonly number[];
  /** Each fix with a time has one: all or none of a trace. */
  readonly isTimed: boolean;
  /** Index of the fix at which the vehicle sets out again after a rest, ascending; not 0. */
  readonly setsOutAt: readonly number[];
  /** Fixes left out because their clock runs back, or because they lie too far away to be driven to. */
  readonly ignored: number;
}

/** Fixes nearer to the last kept one say nothing new. Metres. */
const SAME_PLACE_M = 30;
/** A vehicle that stays within this reach for `REST_MS` rests. Source: issue of the endpoint; docs/traces.md. Metres. */
const REST_REACH_M = 250;
/** No road vehicle and no ferry moves faster; a fix that asks for more is a leap of the receiver. Metres a second. */
const FASTEST_MS = 70;
/** Leaps shorter than this are noise that matching bears. Metres. */
const LEAP_M = 250;
/** After so many fixes in a row that seem to be leaps, the place before them was the wrong one. */
const MOST_LEAPS = 5;

/** So many fixes are looked at in a step. */
const STEP_FIXES = 2048;

/** @param given in the order of the file, at least one. */
export function* prepareTrace(given: readonly Fix[]): Steps<PreparedTrace> {
  const isTimed = given.every(({ atMs }) => atMs !== undefined);
  const isSound = isTimed ? openSoundness() : () => true;
  const sound: Fix[] = [];
  for (const [i, fix] of given.entries()) {
    if (isSound(fix)) sound.push(fix);
    if (i % STEP_FIXES === STEP_FIXES - 1) yield;
  }
  const isSettingOut = isTimed ? openRests() : () => ({ setsOut: false, isResting: false });
  const fixes: Fix[] = [];
  const soundAt: number[] = [];
  const setsOutAt: number[] = [];
  for (const [i, fix] of sound.entries()) {
    const { setsOut, isResting } = isSettingOut(fix);
    if (setsOut) setsOutAt.push(fixes.length);
    const last = fixes.at(-1);
    const isEnd = i === sound.length - 1;
    // A vehicle that stands is where it was, at the last moment at which it was there.
    const isLast = isEnd && (fixes.length === 1 || (isTimed && !isResting));
    if (last === undefined || isLast || flatDistanceM(last, fix) >= SAME_PLACE_M) {
      fixes.push(fix);
      soundAt.push(i);
    }
    if (i % STEP_FIXES === STEP_FIXES - 1) yield;
  }
  return { fixes, sound, soundAt, isTimed, setsOutAt, ignored: given.length - sound.length };
}

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

/** Tells at each fix whether the vehicle rests there, and whether it sets out from a rest. */
function openRests() {
  let anchor: Fix | undefined;
  let isResting = false;
  return (fix: Fix) => {
    anchor ??= fix;
    if (flatDistanceM(anchor, fix) > REST_REACH_M) {
      const setsOut = isResting;
      anchor = fix;
      isResting = false;
      return { setsOut, isResting };
    }
    if (timeOf(fix) - timeOf(anchor) >= REST_MS) isResting = true;
    return { setsOut: false, isResting };
  };
}

/**
 * Tells fixes apart that were never taken where and when they say. A clock that was set back repeats moments: what comes
 * after the later ones counts. A place that can only be reached faster than anybody drives was never driven to.
 */
function openSoundness() {
  let latestMs = Number.NEGATIVE_INFINITY;
  let last: Fix | undefined;
  let leaps = 0;
  return (fix: Fix): boolean => {
    if (timeOf(fix) < latestMs) return false;
    latestMs = timeOf(fix);
    const movedM = last === undefined ? 0 : flatDistanceM(last, fix);
    const seconds = last === undefined ? 0 : (timeOf(fix) - timeOf(last)) / 1000;
    const isLeap = movedM > LEAP_M && movedM > FASTEST_MS * Math.max(1, seconds);
    if (isLeap && leaps < MOST_LEAPS) {
      leaps++;
      return false;
    }
    last = fix;
    leaps = 0;
    return true;
  };
}

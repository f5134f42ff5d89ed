/** A recorded drive: its fixes as they were taken, and those that matching works with. */
import { type Fix, REST_MS } from '../base/point.ts';
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

/** @param given in the order of the file, at least one. */
export function prepareTrace(given: readonly Fix[]): PreparedTrace {
  const isTimed = given.every(({ atMs }) => atMs !== undefined);
  const sound = isTimed ? dropLeaps(dropSteppedBack(given)) : given;
  const fixes: Fix[] = [];
  const soundAt: number[] = [];
  const setsOutAt: number[] = [];
  const keep = (fix: Fix, at: number) => {
    fixes.push(fix);
    soundAt.push(at);
  };
  let anchor: Fix | undefined;
  let isResting = false;
  sound.forEach((fix, i) => {
    const last = fixes.at(-1);
    if (last === undefined) {
      keep(fix, i);
      anchor = fix;
      return;
    }
    if (isTimed && anchor !== undefined) {
      if (flatDistanceM(anchor, fix) > REST_REACH_M) {
        if (isResting) setsOutAt.push(fixes.length);
        anchor = fix;
        isResting = false;
      } else if (timeOf(fix) - timeOf(anchor) >= REST_MS) isResting = true;
    }
    const isEnd = i === sound.length - 1;
    if (flatDistanceM(last, fix) >= SAME_PLACE_M || (isEnd && fixes.length === 1)) keep(fix, i);
    // A vehicle that stands is where it was, at the last moment at which it was there.
    else if (isEnd && isTimed && !isResting) keep(fix, i);
  });
  return { fixes, sound, soundAt, isTimed, setsOutAt, ignored: given.length - sound.length };
}

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

/** A clock that was set back repeats moments: what comes after the later ones counts. */
function dropSteppedBack(given: readonly Fix[]): Fix[] {
  let latestMs = Number.NEGATIVE_INFINITY;
  return given.filter((fix) => {
    if (timeOf(fix) < latestMs) return false;
    latestMs = timeOf(fix);
    return true;
  });
}

/** A fix that can only be reached and left faster than anybody drives was never driven to. */
function dropLeaps(given: readonly Fix[]): Fix[] {
  const kept: Fix[] = [];
  let leaps = 0;
  for (const fix of given) {
    const last = kept.at(-1);
    const movedM = last === undefined ? 0 : flatDistanceM(last, fix);
    const seconds = last === undefined ? 0 : (timeOf(fix) - timeOf(last)) / 1000;
    if (movedM > LEAP_M && movedM > FASTEST_MS * Math.max(1, seconds) && leaps < MOST_LEAPS) {
      leaps++;
      continue;
    }
    kept.push(fix);
    leaps = 0;
  }
  return kept;
}

/** Finds the fixes of a recording that were never taken where they say. */
import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';

/** When a receiver has leapt. */
export interface LeapTerms {
  /** No road vehicle and no ferry moves faster. */
  readonly fastestKmh: number;
  /** Shorter leaps are noise that matching bears. */
  readonly leastM: number;
  /** A receiver that repeats a place until it has the next one may have left it at most this long before. */
  readonly heldS: number;
  /** A row that is left out is a drive if it has more places than this. */
  readonly mostStrayPlaces: number;
}

interface LeapSearch extends LeapTerms {
  /** After this long without a fix, and on another track of the file, another drive begins, wherever its place is. */
  readonly restMs: number;
}

/** Fixes in a row that are left out. */
export interface Leap {
  readonly fixes: number;
  /** The moment of the first of them. Unix milliseconds. */
  readonly atMs: number;
  /** A vehicle moved there: a drive is left out with them. */
  readonly isDrive: boolean;
}

/** Fixes nearer than this to the last place are at that place. Metres. */
export const SAME_PLACE_M = 30;
/** A row of fixes may go on from at most this many rows before it. No fact: it bounds the search. */
const MOST_BACK = 256;
/** Fixes, or rows of fixes, that are looked at in one step. */
const STEP = { fixes: 2048, rows: 16 };

/** Fixes in a row of one track without a leap among them: from one index up to, but not with, another. */
interface Row {
  readonly from: number;
  readonly to: number;
  /** Number of places that they come to, one after the other. */
  readonly places: number;
}

/**
 * Parts the fixes into those that one vehicle can have been at, and those that it can not.
 *
 * The vehicle can have driven some of the rows between leaps, one after the other. The chain of such rows that has the
 * most places together is kept. A receiver that does not know where it is stays at one place, whatever it writes.
 *
 * @param fixes in the order of their moments, at least one.
 */
export function* leaveOutLeaps(
  fixes: readonly Fix[],
  terms: LeapSearch,
): Steps<{ readonly sound: readonly Fix[]; readonly leaps: readonly Leap[] }> {
  const trackOf = listTracks(fixes, terms);
  const isLeap = openIsLeap(fixes, trackOf, terms);
  const rows = yield* listRows(fixes, trackOf, isLeap);
  if (rows.length === 1) return { sound: fixes, leaps: [] };
  const isKept = yield* findChain(rows, fixes.length, isLeap);
  return {
    sound: rows.flatMap(({ from, to }, i) => (isKept[i] === 1 ? fixes.slice(from, to) : [])),
    leaps: rows.flatMap(({ from, to, places }, i): Leap[] =>
      isKept[i] === 1
        ? []
        : [
            {
              fixes: to - from,
              atMs: timeOf(fixes[from] as Fix),
              isDrive: places > terms.mostStrayPlaces,
            },
          ],
    ),
  };
}

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

/** Is it too far from one fix to another? */
type IsLeap = (from: number, to: number) => boolean;

/** By fix: the number of its track. A new one begins behind each silence, and with each track of the file. */
function listTracks(fixes: readonly Fix[], { restMs }: LeapSearch): Int32Array {
  let track = 0;
  return Int32Array.from(fixes, (fix, i) => {
    const isSilent = i > 0 && timeOf(fix) - timeOf(fixes[i - 1] as Fix) >= restMs;
    if (isSilent || fix.begins === true) track += 1;
    return track;
  });
}

function openIsLeap(
  fixes: readonly Fix[],
  trackOf: Int32Array,
  { fastestKmh, leastM, heldS }: LeapTerms,
): IsLeap {
  /** By fix: the earliest moment at which the receiver may have left its place. Unix milliseconds. */
  const sinceMs = new Float64Array(fixes.length);
  for (const [i, fix] of fixes.entries()) {
    const before = fixes[i - 1];
    const isHeld = before?.lat === fix.lat && before.lon === fix.lon;
    sinceMs[i] = isHeld
      ? Math.max(sinceMs[i - 1] as number, timeOf(fix) - 1000 * heldS)
      : timeOf(fix);
  }
  return (a, b) => {
    if (trackOf[a] !== trackOf[b]) return false;
    const [one, other] = [fixes[a] as Fix, fixes[b] as Fix];
    const movedM = flatDistanceM(one, other);
    const seconds = Math.max(1, (timeOf(other) - (sinceMs[a] as number)) / 1000);
    return movedM > leastM && movedM > (fastestKmh / 3.6) * seconds;
  };
}

function* listRows(fixes: readonly Fix[], trackOf: Int32Array, isLeap: IsLeap): Steps<Row[]> {
  const rows: Row[] = [];
  let [from, places] = [0, 1];
  let last = fixes[0] as Fix;
  for (let at = 1; at < fixes.length; at++) {
    if (at % STEP.fixes === 0) yield;
    const fix = fixes[at] as Fix;
    if (trackOf[at] !== trackOf[at - 1] || isLeap(at - 1, at)) {
      rows.push({ from, to: at, places });
      [from, places, last] = [at, 1, fix];
    } else if (flatDistanceM(last, fix) >= SAME_PLACE_M) {
      places += 1;
      last = fix;
    }
  }
  return [...rows, { from, to: fixes.length, places }];
}

/** By row: 1 if it is part of the chain with the most places; of such chains the one with the most fixes counts. */
function* findChain(rows: readonly Row[], fixes: number, isLeap: IsLeap): Steps<Uint8Array> {
  const weight = new Float64Array(rows.length);
  const before = new Int32Array(rows.length).fill(-1);
  let best = 0;
  for (const [i, { from, to, places }] of rows.entries()) {
    if (i % STEP.rows === 0) yield;
    for (let other = i - 1; other >= Math.max(0, i - MOST_BACK); other--) {
      if ((weight[other] as number) <= (weight[before[i] as number] ?? 0)) continue;
      if (!isLeap((rows[other] as Row).to - 1, from)) before[i] = other;
    }
    weight[i] = (weight[before[i] as number] ?? 0) + places + (to - from) / (fixes + 1);
    if ((weight[i] as number) > (weight[best] as number)) best = i;
  }
  const isKept = new Uint8Array(rows.length);
  for (let row = best; row !== -1; row = before[row] as number) isKept[row] = 1;
  return isKept;
}

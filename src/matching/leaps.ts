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
}

/** Fixes in a row that are left out. */
export interface Leap {
  readonly fixes: number;
  /** Of the first of them. Unix milliseconds. */
  readonly atMs: number;
  /** A vehicle moved there: a drive is left out with them. */
  readonly isDrive: boolean;
}

/** Fixes nearer than this to the last place are at that place. Metres. */
export const SAME_PLACE_M = 30;
/** So many fixes in a row that move are a drive. */
const DRIVE_PLACES = 5;
/** A row of fixes is looked at as going on from so many rows before it. */
const MOST_BACK = 256;
/** So many fixes, or rows of them, are looked at in a step. */
const STEP = { fixes: 2048, rows: 16 };

/** Fixes in a row without a leap among them: from one index up to, but not with, another. */
interface Row {
  readonly from: number;
  readonly to: number;
  /** Places at which they are, one behind the other. */
  readonly places: number;
}

/**
 * The fixes that one vehicle can have been at, and those that it can not: of the rows between leaps those are kept that
 * it can have driven one after the other, and that have the most places together. A receiver that does not know where it
 * is stays at one, whatever it writes.
 *
 * @param fixes in the order of their moments, at least one.
 */
export function* leaveOutLeaps(
  fixes: readonly Fix[],
  { fastestKmh, leastM }: LeapTerms,
): Steps<{ readonly sound: readonly Fix[]; readonly leaps: readonly Leap[] }> {
  const isLeap = (a: number, b: number): boolean => {
    const [one, other] = [fixes[a] as Fix, fixes[b] as Fix];
    const movedM = flatDistanceM(one, other);
    const seconds = Math.max(1, (timeOf(other) - timeOf(one)) / 1000);
    return movedM > leastM && movedM > (fastestKmh / 3.6) * seconds;
  };
  const rows = yield* listRows(fixes, isLeap);
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
              isDrive: places > DRIVE_PLACES,
            },
          ],
    ),
  };
}

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

type IsLeap = (from: number, to: number) => boolean;

function* listRows(fixes: readonly Fix[], isLeap: IsLeap): Steps<Row[]> {
  const rows: Row[] = [];
  let [from, places] = [0, 1];
  let last = fixes[0] as Fix;
  for (let at = 1; at < fixes.length; at++) {
    if (at % STEP.fixes === 0) yield;
    const fix = fixes[at] as Fix;
    if (isLeap(at - 1, at)) {
      rows.push({ from, to: at, places });
      [from, places, last] = [at, 1, fix];
    } else if (flatDistanceM(last, fix) >= SAME_PLACE_M) {
      places += 1;
      last = fix;
    }
  }
  return [...rows, { from, to: fixes.length, places }];
}

/** By row: 1, where it is part of the chain with the most places, and of those the one with the most fixes. */
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

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
  /** A vehicle may have moved then: a drive is left out with them. */
  readonly isDrive: boolean;
}

/** Fixes nearer than this to the last place are at that place. Metres. */
export const SAME_PLACE_M = 30;
/** A row of fixes may go on from at most this many rows before it, whole or cut. No facts: they bound the search. */
const MOST_BACK = { whole: 256, cut: 16 };
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
  const chain = yield* findChain(rows, fixes.length, openCut(fixes, rows, isLeap, terms));
  const countPlaces = (isKept: boolean): number =>
    rows.reduce(
      (sum, { places }, i) => sum + (isKept === (chain[i] !== undefined) ? places : 0),
      0,
    );
  // Where each place is a leap from the one before it, something moved there: a plane, or a clock that is too fast.
  const isMostLeft = countPlaces(false) > Math.max(terms.mostStrayPlaces, countPlaces(true));
  // So it may where the receiver stayed elsewhere before the first place that is kept, or behind the last one.
  const [first, last] = [0, -1].map((at) => chain.filter((kept) => kept !== undefined).at(at));
  const lasts = (from: number, to: number): boolean =>
    from < to && timeOf(fixes[to - 1] as Fix) - timeOf(fixes[from] as Fix) > 1000 * terms.heldS;
  const [begin, end] = [first?.from ?? 0, last?.to ?? fixes.length];
  const [isLate, isEarly] = [lasts(0, begin), lasts(end, fixes.length)];
  const isUnseen = ({ from, to }: Pick<Row, 'from' | 'to'>): boolean =>
    (isLate && to <= begin) || (isEarly && from >= end);
  const leap = (from: number, to: number, isDrive: boolean): Leap[] =>
    from < to ? [{ fixes: to - from, atMs: timeOf(fixes[from] as Fix), isDrive }] : [];
  return {
    sound: chain.flatMap((kept) => (kept ? fixes.slice(kept.from, kept.to) : [])),
    leaps: rows.flatMap(({ from, to, places }, i): Leap[] => {
      const kept = chain[i];
      return kept
        ? [...leap(from, kept.from, false), ...leap(kept.to, to, false)]
        : leap(from, to, isMostLeft || isUnseen({ from, to }) || places > terms.mostStrayPlaces);
    }),
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

/** What of a row is kept; `undefined`: nothing. */
type Kept = Pick<Row, 'from' | 'to'> | undefined;

/** Fixes that are left out on one side of a leap, so that the rest of both rows can have been driven. */
interface Cut {
  /** Off the end of the row before it. */
  readonly end: number;
  /** Off the beginning of the row behind it. */
  readonly begin: number;
}

const NO_CUT: Cut = { end: 0, begin: 0 };

/** @param isNear few rows lie between: fixes may be left out. */
type FindCut = (one: Row, next: Row, isNear: boolean) => Cut | undefined;

/**
 * Finds the least cut between two rows; undefined: there is none. A receiver that is wrong for a while, as in a tunnel,
 * leaps back to where it is: between two drives its last fixes may be left out, or its first ones. A drive that lies as
 * far beside the way from its first fix to its last was never there: none of it is kept by a cut.
 */
function openCut(
  fixes: readonly Fix[],
  rows: readonly Row[],
  isLeap: IsLeap,
  { heldS, leastM, mostStrayPlaces }: LeapTerms,
): FindCut {
  const moved = new Set(rows.filter((_, i) => isMoved(rows.slice(Math.max(0, i - 1), i + 2))));
  /** Does a receiver leap back behind the middle one of three rows as far as it leapt before it? */
  function isMoved([before, row, after]: readonly Row[]): boolean {
    if (before === undefined || row === undefined || after === undefined) return false;
    const [last, end] = [fixes[before.to - 1], fixes[row.to - 1]] as [Fix, Fix];
    const [first, back] = [fixes[row.from], fixes[after.from]] as [Fix, Fix];
    const lat = first.lat + back.lat - end.lat;
    return flatDistanceM(last, { lat, lon: first.lon + back.lon - end.lon }) <= leastM;
  }
  const isWithin = (from: number, to: number) =>
    timeOf(fixes[to] as Fix) - timeOf(fixes[from] as Fix) <= 1000 * heldS;
  /** The cuts of so many fixes; at each end of a row half of it may be cut. */
  const listCuts = (one: Row, next: Row, count: number): Cut[] => {
    const mayEnd = count * 2 < one.to - one.from && isWithin(one.to - 1 - count, one.to - 1);
    const mayBegin = count * 2 < next.to - next.from && isWithin(next.from, next.from + count);
    return [
      ...(mayEnd ? [{ end: count, begin: 0 }] : []),
      ...(mayBegin ? [{ end: 0, begin: count }] : []),
    ];
  };
  const findLeast = (one: Row, next: Row): Cut | undefined => {
    const endsOf = ({ end, begin }: Cut) => [one.to - 1 - end, next.from + begin] as const;
    const leftM = (cut: Cut) => {
      const [last, first] = endsOf(cut);
      return flatDistanceM(fixes[last] as Fix, fixes[first] as Fix);
    };
    for (let count = 1; ; count++) {
      const cuts = listCuts(one, next, count);
      if (cuts.length === 0) return undefined;
      const driven = cuts.filter((cut) => !isLeap(...endsOf(cut)));
      const [least] = driven.toSorted((a, b) => leftM(a) - leftM(b));
      if (least) return least;
    }
  };
  return (one, next, isNear) => {
    if (!isLeap(one.to - 1, next.from)) return NO_CUT;
    const isDrive = (row: Row) => row.places > mostStrayPlaces && !moved.has(row);
    return isNear && isDrive(one) && isDrive(next) ? findLeast(one, next) : undefined;
  };
}

/** By row: what of it is part of the chain with the most places; of such chains the one with the most fixes counts. */
function* findChain(
  rows: readonly Row[],
  fixes: number,
  cutBetween: FindCut,
): Steps<readonly Kept[]> {
  const weight = new Float64Array(rows.length);
  const findLink = (row: Row, i: number): Link => {
    let link: Link = { before: -1, cut: NO_CUT, weight: 0 };
    for (let other = i - 1; other >= Math.max(0, i - MOST_BACK.whole); other--) {
      const own = weight[other] as number;
      if (own <= link.weight) continue;
      const cut = cutBetween(rows[other] as Row, row, i - other <= MOST_BACK.cut);
      const left = cut ? own - cut.end - cut.begin : 0;
      if (cut && left > link.weight) link = { before: other, cut, weight: left };
    }
    return link;
  };
  const links: Link[] = [];
  let best = 0;
  for (const [i, row] of rows.entries()) {
    if (i % STEP.rows === 0) yield;
    const link = findLink(row, i);
    links.push(link);
    weight[i] = link.weight + row.places + (row.to - row.from) / (fixes + 1);
    if ((weight[i] as number) > (weight[best] as number)) best = i;
  }
  return readChain(rows, links, best);
}

/** How a row goes on from one before it; -1: from none. */
interface Link {
  readonly before: number;
  readonly cut: Cut;
  /** Of the chain up to that row. */
  readonly weight: number;
}

function readChain(rows: readonly Row[], links: readonly Link[], last: number): readonly Kept[] {
  const chain: Kept[] = rows.map(() => undefined);
  for (let row = last, end = 0; row !== -1; ) {
    const [{ from, to }, { before, cut }] = [rows[row], links[row]] as [Row, Link];
    chain[row] = { from: from + cut.begin, to: to - end };
    [row, end] = [before, cut.end];
  }
  return chain;
}

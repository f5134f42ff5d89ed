/** Puts moments right that a receiver wrote before it knew the time, and fixes in the order of their moments. */
import { DAY_MS } from '../base/duration.ts';
import type { Fix } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';

/**
 * A clock that was not set begins on one of these days, from which computers, satellites and calendars count, and has not
 * come far when it is set. Unix milliseconds.
 */
const UNSET_FROM_MS = [0, Date.UTC(1980, 0, 1), Date.UTC(2000, 0, 1)];

/** A receiver that has a place has the time within a frame of 30 s, or two. Source: IS-GPS-200, section 20.3.2. */
const UNSET_MOST_MS = 60_000;

/**
 * Satellites tell the week by ten bits: a receiver that does not know how often these have begun anew is behind by
 * this.
 *
 * Source: IS-GPS-200, section 20.3.3.3.1.1.
 */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;

/** No recording is longer than this, and no clock goes longer without being set. An assumption. Milliseconds. */
export const LONGEST_MS = 7 * DAY_MS;

const isUnset = (atMs: number): boolean =>
  UNSET_FROM_MS.some((fromMs) => atMs >= fromMs && atMs < fromMs + LONGEST_MS);

/**
 * The same fixes with mended moments; their places are right. Moments of a clock that was not set yet are moved, all by
 * the same time, up to the next known moment, or behind the last one. If no clock was set, all moments stay as they
 * are. So do moments of a clock that stayed unset for longer than a receiver takes to know the time: nothing tells when
 * that was.
 *
 * @param fixes in the order of the file, with a moment at each, or at none.
 */
export function mendClocks(fixes: readonly Fix[]): readonly Fix[] {
  const latestMs = fixes.reduce((most, { atMs = 0 }) => Math.max(most, atMs), 0);
  const isSet = fixes.map(({ atMs = latestMs }) => {
    const behindMs = latestMs - atMs;
    const offMs = Math.abs(behindMs - ROLLOVER_MS * Math.round(behindMs / ROLLOVER_MS));
    return !isUnset(atMs) && (behindMs < ROLLOVER_MS / 2 || offMs > LONGEST_MS);
  });
  if (isUnset(latestMs) || isSet.every(Boolean)) return fixes;
  const nextSet = new Int32Array(fixes.length + 1).fill(-1);
  for (let at = fixes.length - 1; at >= 0; at--)
    nextSet[at] = isSet[at] ? at : (nextSet[at + 1] as number);
  let from = 0;
  return fixes.map((fix, at) => {
    if (isSet[at]) return fix;
    if (at === 0 || isSet[at - 1]) from = at;
    const next = nextSet[at] as number;
    const last = fixes[next === -1 ? fixes.length - 1 : next - 1];
    const lastedMs = momentOf(last) - momentOf(fixes[from]);
    if (isUnset(momentOf(fix)) && lastedMs > UNSET_MOST_MS) return fix;
    const [known, own] =
      next === -1 ? [fixes[from - 1], fixes[from]] : [fixes[next], fixes[next - 1]];
    return { ...fix, atMs: momentOf(fix) + momentOf(known) - momentOf(own) };
  });
}

/** 0 where a fix has no moment. */
const momentOf = (fix: Fix | undefined): number => fix?.atMs ?? 0;

/** A fix, and the track of the file that it stands in. */
interface Placed {
  readonly fix: Fix;
  readonly track: number;
}

/** A receiver that stands still leaps this far: an order by time may lead this much farther. Metres. */
export const SLACK_M = 250;

/**
 * Files may begin with their newest track or point, or have no order at all. A clock that was set back looks the same,
 * but then the order by time leads back and forth, and the file keeps its own order.
 *
 * @param fixes with a moment at each, or at none: those without stay as they are.
 */
export function orderFixes(fixes: readonly Fix[]): readonly Fix[] {
  const isLater = (fix: Fix, i: number) => i === 0 || momentOf(fix) >= momentOf(fixes[i - 1]);
  if (fixes.every(isLater)) return fixes;
  let track = 0;
  const placed = fixes.map((fix): Placed => {
    if (fix.begins) track += 1;
    return { fix, track };
  });
  const inTime = placed.toSorted((a, b) => momentOf(a.fix) - momentOf(b.fix));
  const isBorder = (one: Placed, i: number) => i > 0 && one.track !== inTime[i - 1]?.track;
  const isMixed = inTime.filter(isBorder).length > track;
  if (isMixed || lengthOf(inTime) > lengthOf(placed) + SLACK_M) return fixes;
  return inTime.map((one, i) => {
    const { begins: _, ...fix } = one.fix;
    return isBorder(one, i) ? { ...fix, begins: true } : fix;
  });
}

/** Metres from fix to fix within the tracks. */
function lengthOf(placed: readonly Placed[]): number {
  let sum = 0;
  let before: Placed | undefined;
  for (const one of placed) {
    if (before?.track === one.track) sum += flatDistanceM(before.fix, one.fix);
    before = one;
  }
  return sum;
}

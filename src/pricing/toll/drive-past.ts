/** One drive past a station that has several records. */
import { toOsloTime } from '../../base/oslo-time.ts';
import { findInForce } from '../dated.ts';
import type { TollStation } from './law.ts';
import type { TollPassage } from './terms.ts';

/**
 * Are two records of one station, hit at these moments, one drive past it? The time that one drive
 * past may take is that of the station's project on the day.
 *
 * @param aMs Unix time, milliseconds; so is `bMs`.
 */
export function isOneDrivePast({ project }: TollStation, aMs: number, bMs: number): boolean {
  const terms = findInForce(project.drivePasts, toOsloTime(aMs).day);
  return terms !== undefined && Math.abs(bMs - aMs) <= terms.withinS * 1000;
}

/**
 * One passage for each drive past a station. Where several records with the same passage key are hit on one drive past,
 * the first stands for all. A record that is hit twice was driven past twice. A later drive past the same key is a
 * passage again.
 *
 * @param passages in travel order; `atMs` must not fall.
 */
export function mergeDrivePasts<Passage extends TollPassage>(
  passages: readonly Passage[],
): Passage[] {
  const begun = new Map<string, TollPassage>();
  return passages.filter((passage) => {
    const { station, atMs } = passage;
    const first = begun.get(station.passageKey);
    const isSamePast =
      first !== undefined &&
      (first.station.id !== station.id || first.atMs === atMs) &&
      isOneDrivePast(station, first.atMs, atMs);
    if (!isSamePast) begun.set(station.passageKey, passage);
    return !isSamePast;
  });
}

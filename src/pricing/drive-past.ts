import type { TollPassage } from './toll-passage.ts';

/**
 * Records of one station pass by within seconds of each other. Two minutes are room enough for a
 * wide junction, and too short to turn round and come back.
 */
const ONE_DRIVE_PAST_MS = 120_000;

/**
 * One passage for each drive past a station: of several records with the same passage key that are
 * hit within two minutes the first stands for all. A record hit twice was driven past twice, and a
 * later pass of the same key is a passage again.
 *
 * @param passages in travel order; `atMs` must not fall.
 */
export function mergeDrivePasts(passages: readonly TollPassage[]): TollPassage[] {
  const begun = new Map<string, TollPassage>();
  return passages.filter((passage) => {
    const { station, atMs } = passage;
    const first = begun.get(station.passageKey);
    const isSamePast =
      first !== undefined &&
      (first.station.id !== station.id || first.atMs === atMs) &&
      atMs - first.atMs <= ONE_DRIVE_PAST_MS;
    if (!isSamePast) begun.set(station.passageKey, passage);
    return !isSamePast;
  });
}

import type { TollPassage } from './toll.ts';

/**
 * Records of one station pass by within seconds of each other. Two minutes are room enough for a
 * wide junction, and too short to turn round and come back.
 */
const ONE_DRIVE_PAST_MS = 120_000;

/**
 * One passage for each drive past a station: of the records with the same passage key that are hit
 * within two minutes the first stands for all. A later pass of the same key is a passage again.
 *
 * @param passages in travel order; `atMs` must not fall.
 */
export function mergeDrivePasts(passages: readonly TollPassage[]): TollPassage[] {
  const begunAtMs = new Map<string, number>();
  return passages.filter(({ station, atMs }) => {
    const begunMs = begunAtMs.get(station.passageKey);
    if (begunMs !== undefined && atMs - begunMs <= ONE_DRIVE_PAST_MS) return false;
    begunAtMs.set(station.passageKey, atMs);
    return true;
  });
}

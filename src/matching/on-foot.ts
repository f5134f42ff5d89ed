/** Tells drives that are as slow as somebody on foot or on a bicycle: a recorder in a pocket goes on when its owner leaves the car. */
import { HOUR_MS } from '../base/duration.ts';
import type { Fix } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import type { PreparedTrace } from './trace.ts';

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

const timeOf = ({ atMs }: Fix): number => atMs ?? 0;

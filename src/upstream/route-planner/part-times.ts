import type { RoutePart } from './parse-part.ts';

/** What the statistic of a route says of its time, seconds; absent: it does not say. */
export interface TotalTimes {
  readonly driveS?: number;
  readonly delayS?: number;
}

/**
 * Seconds of each part, which add up to the time of the trip.
 *
 * Parts that do not say theirs share what the sum of the others leaves of the whole, by length.
 * Delays are met where the parts name them; what of the whole delay none names is spread over all
 * parts by time.
 *
 * @returns `undefined` when the times of some parts are not known and cannot be worked out.
 */
export function listPartTimes(
  parts: readonly RoutePart[],
  { driveS, delayS = 0 }: TotalTimes,
): number[] | undefined {
  const driving = listDriving(parts, driveS);
  if (driving === undefined) return undefined;
  const namedS = sumOf(parts.map((part) => part.delayS));
  // One delay can stand on two parts: more than the whole is never lost.
  const share = namedS === 0 ? 0 : Math.min(1, delayS / namedS);
  const wholeS = sumOf(driving);
  const spread = wholeS === 0 ? 0 : (delayS - namedS * share) / wholeS;
  return driving.map((timeS, i) => timeS * (1 + spread) + (parts[i]?.delayS ?? 0) * share);
}

/** Seconds of driving, without delays. */
function listDriving(
  parts: readonly RoutePart[],
  driveS: number | undefined,
): number[] | undefined {
  const isOpen = ({ timeS, lengthM }: RoutePart) => timeS === undefined && lengthM !== 0;
  const open = parts.filter(isOpen);
  if (open.length > 0 && driveS === undefined) return undefined;
  const knownS = sumOf(parts.map(({ timeS = 0 }) => timeS));
  const openM = sumOf(open.map(({ lengthM = 0 }) => lengthM));
  const leftS = Math.max(0, (driveS ?? 0) - knownS);
  const shareOf = ({ lengthM = 0 }: RoutePart) => (openM === 0 ? 1 / open.length : lengthM / openM);
  return parts.map((part) => (isOpen(part) ? leftS * shareOf(part) : (part.timeS ?? 0)));
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

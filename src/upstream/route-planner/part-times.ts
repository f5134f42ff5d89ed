import type { RoutePart } from './parse-part.ts';

/** What the statistic of a route says of its time, seconds; absent: it does not say. */
export interface TotalTimes {
  readonly driveS?: number;
  readonly delayS?: number;
}

/**
 * Seconds of each part, which add up to the time of the trip.
 *
 * Parts that do not say theirs share what the sum of the others leaves of the whole, by length. A
 * delay is spread over the parts by time: the planner says where it is, not when it is met.
 *
 * @returns `undefined` when the times of some parts are not known and cannot be worked out.
 */
export function listPartTimes(
  parts: readonly RoutePart[],
  { driveS, delayS = 0 }: TotalTimes,
): number[] | undefined {
  const isOpen = ({ timeS, lengthM }: RoutePart) => timeS === undefined && lengthM !== 0;
  const knownS = sumOf(parts.map(({ timeS }) => timeS ?? 0));
  const openM = sumOf(parts.map((part) => (isOpen(part) ? (part.lengthM ?? 0) : 0)));
  const open = parts.filter(isOpen);
  if (open.length > 0 && driveS === undefined) return undefined;

  const leftS = Math.max(0, (driveS ?? 0) - knownS);
  const shareOf = ({ lengthM = 0 }: RoutePart) => (openM === 0 ? 1 / open.length : lengthM / openM);
  const timesS = parts.map((part) => (isOpen(part) ? leftS * shareOf(part) : (part.timeS ?? 0)));
  const wholeS = sumOf(timesS);
  return wholeS === 0 ? timesS : timesS.map((timeS) => timeS * (1 + delayS / wholeS));
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

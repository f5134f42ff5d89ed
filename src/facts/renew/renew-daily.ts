/** The daily renewal of a server that runs with `ROAD_DATABASE=nvdb`. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/duration.ts';
import { repeat, type Timer } from '../../base/timer.ts';
import type { Clock } from '../../trip/ports.ts';
import type { LastRenewal } from '../version/last-renewal.ts';

export interface DailyTerms {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Gives a number from 0 to 1, so that servers that start together ask at different times. */
  readonly random: () => number;
  /** How the last renewal of this home ended, in any process; `undefined`: there was none. */
  readonly readLast: () => Promise<LastRenewal | undefined>;
  /** Renews, unless another process has just renewed. Settles when it is done, also after a failure. */
  readonly renew: () => Promise<void>;
}

/** Renews again and again until it is stopped. @returns the function that stops it. */
export function renewDaily({ clock, timer, random, readLast, renew }: DailyTerms): () => void {
  const readDelayMs = async () => delayToNextMs(await readLast(), clock.now(), random());
  return repeat(timer, readDelayMs(), async () => {
    await renew();
    return readDelayMs();
  });
}

/** Longest pause after failures in a row. */
const MOST_PAUSE_MS = 6 * HOUR_MS;
/** Pause after the first failure; each further one doubles it. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
/** No process renews sooner than `least` after its start. Without an earlier renewal it renews within `most`. */
const START_MS = { least: 5 * SECOND_MS, most: 65 * SECOND_MS } as const;

/**
 * Milliseconds until the next renewal. It comes a day after the last renewal, up to half an hour earlier or later.
 * After failures in a row the pause grows, and it is never shorter than the road database asks for.
 *
 * @param random 0 … 1; spreads servers that would ask at the same moment.
 * @internal Outside this file only tests use it.
 */
export function delayToNextMs(
  last: LastRenewal | undefined,
  nowMs: number,
  random: number,
): number {
  const soonMs = START_MS.least + random * (START_MS.most - START_MS.least);
  if (last === undefined) return soonMs;
  // The noted time may lie in the future if the clock has been set back since.
  const lastMs = Math.min(last.atMs, nowMs);
  if (last.ok) return Math.max(soonMs, lastMs + 24 * HOUR_MS + (random - 0.5) * HOUR_MS - nowMs);
  const pauseMs = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (last.failures - 1));
  const askedMs = (last.retryAfterS ?? 0) * SECOND_MS;
  return Math.max(soonMs, lastMs + Math.max(askedMs, pauseMs * (0.8 + 0.4 * random)) - nowMs);
}

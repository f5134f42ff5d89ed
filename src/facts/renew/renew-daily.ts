/** The daily renewal of a server that runs with `ROAD_DATABASE=nvdb`. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/duration.ts';
import type { Timer } from '../../base/timer.ts';
import type { Clock } from '../../trip/ports.ts';
import type { LastRenewal } from '../version/last-renewal.ts';

export interface DailyTerms {
  readonly clock: Clock;
  readonly timer: Timer;
  /** From 0 to 1: servers that start together ask at different times. */
  readonly random: () => number;
  /** How the last renewal of this home ended, whichever process ran it; `undefined`: none did. */
  readonly readLast: () => Promise<LastRenewal | undefined>;
  /** Renews, if no other process has meanwhile; settles when that is done, well or not. */
  readonly renew: () => Promise<void>;
}

/** Renews again and again until it is stopped. @returns what stops it. */
export function renewDaily({ clock, timer, random, readLast, renew }: DailyTerms): () => void {
  let isStopped = false;
  let stopTimer = () => {};
  const wait = async () => {
    const delayMs = delayToNextMs(await readLast(), clock.now(), random());
    if (isStopped) return;
    stopTimer = timer.start(delayMs, async () => {
      await renew();
      if (!isStopped) await wait();
    });
  };
  void wait();
  return () => {
    isStopped = true;
    stopTimer();
  };
}

/** Longest pause after failures in a row. */
const MOST_PAUSE_MS = 6 * HOUR_MS;
/** Pause after the first failure; each further one doubles it. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
/** No process renews within so long of its start, and no later than that where there is nothing yet. */
const START_MS = { least: 5 * SECOND_MS, most: 65 * SECOND_MS } as const;

/**
 * Milliseconds until the next renewal: a day after the last one, half an hour earlier or later; after
 * a failure as soon as the road database asks, else sooner at first and seldom in the end.
 *
 * @param random 0 … 1; spreads servers that would ask at the same moment.
 * @internal Outside this file only tests ask for it.
 */
export function delayToNextMs(
  last: LastRenewal | undefined,
  nowMs: number,
  random: number,
): number {
  const soonMs = START_MS.least + random * (START_MS.most - START_MS.least);
  if (last === undefined) return soonMs;
  // A clock that has been set back since has noted a time that is still to come.
  const lastMs = Math.min(last.atMs, nowMs);
  if (last.ok) return Math.max(soonMs, lastMs + 24 * HOUR_MS + (random - 0.5) * HOUR_MS - nowMs);
  const pauseMs = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (last.failures - 1));
  const askedMs = (last.retryAfterS ?? 0) * SECOND_MS;
  return Math.max(soonMs, lastMs + Math.max(askedMs, pauseMs * (0.8 + 0.4 * random)) - nowMs);
}

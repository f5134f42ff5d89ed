import type { IBackoff } from 'cockatiel';

/** The time for which a service that fails is spared. */
export interface Pause {
  /**
   * For the breaker, which asks it for a pause when it opens. It holds `duration` against the clock
   * on the wall, and that may be set: so this is more than any time while the pause lasts, and less
   * than any when it is over.
   */
  readonly backoff: IBackoff<unknown>;
  /** Milliseconds until it is over; not above 0: it is. */
  leftMs(): number;
}

/** @param nowMs a clock that never goes back. */
export function openPause(lengthMs: number, nowMs: () => number): Pause {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  const leftMs = () => endsAtMs - nowMs();
  const backoff: IBackoff<unknown> = {
    get duration() {
      return leftMs() > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next() {
      endsAtMs = nowMs() + lengthMs;
      return backoff;
    },
  };
  return { backoff, leftMs };
}

import type { Clock, SteadyTimer } from './trip/ports.ts';

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** The timers of this process. */
export const systemTimer: SteadyTimer = {
  nowMs: () => performance.now(),
  start(delayMs, ring) {
    const timeout = setTimeout(ring, delayMs);
    return () => clearTimeout(timeout);
  },
};

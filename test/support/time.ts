import type { Clock, SteadyTimer } from '../../src/trip/ports.ts';
import { clockAt } from './clock.ts';

/** A clock and its timer. */
export interface Time {
  readonly clock: Clock;
  readonly timer: SteadyTimer;
}

/** Time that jumps ahead as soon as anybody waits for it, so that waiting takes no real time. */
export function jumpingTime(iso: string): Time {
  let nowMs = clockAt(iso).now();
  return {
    clock: { now: () => nowMs },
    timer: {
      nowMs: () => nowMs,
      start(delayMs, ring) {
        const atMs = nowMs + delayMs;
        const soon = setImmediate(() => {
          nowMs = Math.max(nowMs, atMs);
          ring();
        });
        return () => clearImmediate(soon);
      },
    },
  };
}

/** Time that stands still until the test lets it pass. */
export function handTime(iso: string): Time & HandTime {
  let nowMs = clockAt(iso).now();
  let wallStepMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly ring: () => void }>();
  return {
    clock: { now: () => nowMs + wallStepMs },
    timer: {
      nowMs: () => nowMs,
      start(delayMs, ring) {
        const alarm = { atMs: nowMs + delayMs, ring };
        waiting.add(alarm);
        return () => void waiting.delete(alarm);
      },
    },
    stepClock(ms) {
      wallStepMs += ms;
    },
    async pass(ms) {
      nowMs += ms;
      for (const alarm of waiting) {
        if (alarm.atMs > nowMs) continue;
        waiting.delete(alarm);
        alarm.ring();
      }
      await settled();
    },
    get delaysMs() {
      return [...waiting].map(({ atMs }) => atMs - nowMs).sort((a, b) => a - b);
    },
  };
}

export interface HandTime {
  /** Lets time pass. Rings the alarms that fall due, and waits for everything that follows from them. */
  pass(ms: number): Promise<void>;
  /** Sets the clock ahead, or back for a number below 0. The timer does not move. */
  stepClock(ms: number): void;
  /** The remaining time of each alarm, the next alarm first. */
  readonly delaysMs: readonly number[];
}

/** Resolves when everything that can happen without time passing has happened. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

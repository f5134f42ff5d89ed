import type { Clock, SteadyTimer } from '../../src/trip/ports.ts';
import { clockAt } from './clock.ts';

/** A clock and the timer that goes by it. */
export interface Time {
  readonly clock: Clock;
  readonly timer: SteadyTimer;
}

/** Time that jumps ahead as soon as anybody waits for it: waiting costs a test nothing. */
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
  /** Rings what falls due, and lets everything that follows from it happen. */
  pass(ms: number): Promise<void>;
  /** Sets the clock on the wall ahead, or back where it is below 0; no time passes. */
  stepClock(ms: number): void;
  /** How long each alarm has still to wait, the next one first. */
  readonly delaysMs: readonly number[];
}

/** Resolves when everything that can happen without time passing has happened. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

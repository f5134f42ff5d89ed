import { Fault } from './base/fault.ts';
import { decideAdmission, type Load } from './decide-admission.ts';

/** Lets as many calls work at the same time as the machine can bear, and few more wait. */
export interface Door {
  /** Seconds after which another call may be let in; absent: one is let in now. */
  retryAfterS(): number | undefined;
  /**
   * Does the work when its turn comes, the first come first.
   *
   * @param signal nobody waits for it any more: it gives up its place in the queue.
   * @throws Fault `overloaded` at once when there are too many; the reason of the signal.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Calls that are worked on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
}

/** How much the latest call weighs in what a call takes. */
const LATEST_SHARE = 0.1;

/** @param nowMs a clock that never goes back. */
export function openDoor(mostRunning: number, nowMs: () => number): Door {
  const queue = new Set<() => void>();
  let running = 0;
  let workMs = 0;
  let crowdedSinceMs: number | undefined;
  let refusedAtMs: number | undefined;

  const load = (): Load => ({
    running,
    waiting: queue.size,
    workMs,
    ...(crowdedSinceMs !== undefined && { crowdedSinceMs }),
    ...(refusedAtMs !== undefined && { refusedAtMs }),
  });

  function decide() {
    const decision = decideAdmission(load(), mostRunning, nowMs());
    if (decision.kind === 'refuse') refusedAtMs = nowMs();
    return decision;
  }

  /** Called whenever the queue has become longer or shorter. */
  function noteQueue(): void {
    if (queue.size < mostRunning) crowdedSinceMs = undefined;
    else crowdedSinceMs ??= nowMs();
  }

  function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(turn);
        noteQueue();
        reject(signal?.reason);
      };
      const turn = () => {
        queue.delete(turn);
        noteQueue();
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(turn);
      noteQueue();
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function end(startMs: number): void {
    const tookMs = nowMs() - startMs;
    workMs = workMs === 0 ? tookMs : workMs + (tookMs - workMs) * LATEST_SHARE;
    const [next] = queue;
    // The place goes from one to the other: nobody who comes now can take it in between.
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    retryAfterS() {
      const decision = decide();
      return decision.kind === 'refuse' ? decision.retryAfterS : undefined;
    },
    async run(work, signal) {
      signal?.throwIfAborted();
      const decision = decide();
      if (decision.kind === 'refuse')
        throw new Fault('overloaded', undefined, { retryAfterS: decision.retryAfterS });
      if (decision.kind === 'wait') await takeTurn(signal);
      else running += 1;
      const startMs = nowMs();
      try {
        return await work();
      } finally {
        end(startMs);
      }
    },
    standing: () => ({ running, waiting: queue.size }),
  };
}

/** The door of a place that lets everybody in at once. */
export const OPEN_DOOR: Door = {
  retryAfterS: () => undefined,
  run: (work) => work(),
  standing: () => ({ running: 0, waiting: 0 }),
};

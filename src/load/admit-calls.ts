import { Fault } from '../base/fault.ts';
import { type Admission, decideAdmission } from './decide-admission.ts';
import { openTurnQueue } from './turn-queue.ts';
import { watchLoad } from './watch-load.ts';

/** Lets as many calls work at the same time as the machine can bear; others wait, or are refused. */
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

/** @param nowMs a clock that never goes back. */
export function openDoor(mostRunning: number, nowMs: () => number): Door {
  let running = 0;
  const watch = watchLoad(nowMs);
  const queue = openTurnQueue(watch.noteQueue);

  function decide(): Admission {
    const load = watch.load({ running, waiting: queue.length() });
    const decision = decideAdmission(load, mostRunning, nowMs());
    if (decision.kind === 'refuse') watch.noteRefusal();
    return decision;
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
      watch.noteComing();
      if (decision.kind === 'wait') await queue.wait(signal);
      else running += 1;
      const startMs = nowMs();
      try {
        return await work();
      } finally {
        watch.noteEnd(nowMs() - startMs);
        // The place goes from one to the other: nobody who comes now can take it in between.
        if (!queue.letOneGo()) running -= 1;
      }
    },
    standing: () => ({ running, waiting: queue.length() }),
  };
}

/** The door of a place that lets everybody in at once. */
export const OPEN_DOOR: Door = {
  retryAfterS: () => undefined,
  run: (work) => work(),
  standing: () => ({ running: 0, waiting: 0 }),
};

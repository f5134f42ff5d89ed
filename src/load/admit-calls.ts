import { decideAdmission } from './decide-admission.ts';
import { openPlaces, refusalIn } from './places.ts';
import { watchLoad } from './watch-load.ts';

/** Lets as many calls work at the same time as the machine can bear; others wait, or are refused. */
export interface Door {
  /** Seconds after which another call may be let in; absent: one is let in now. */
  retryAfterS(): number | undefined;
  /**
   * Does the work when its turn comes.
   *
   * @param signal nobody waits for it any more: it gives up its place in the queue.
   * @throws Fault `overloaded` at once when there are too many, or later when it was left behind by
   * calls that keep coming; the reason of the signal.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Calls that are worked on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
}

/** At most so many are worked on while one is that shows what a call takes when it is easy. */
const EASY = 2;

/** @param nowMs a clock that never goes back. */
export function openDoor(mostRunning: number, nowMs: () => number): Door {
  const watch = watchLoad(mostRunning, nowMs);
  const places = openPlaces(mostRunning, watch, nowMs);
  const isEasy = () => places.standing().running <= EASY;

  return {
    retryAfterS() {
      const decision = decideAdmission(places.look(), mostRunning, nowMs());
      if (decision.kind !== 'refuse') return undefined;
      watch.noteRefusal();
      return decision.retryAfterS;
    },
    async run(work, signal) {
      signal?.throwIfAborted();
      const load = places.look();
      const cameMs = nowMs();
      const cameInOverrun = places.isOverrun();
      const { kind } = decideAdmission(load, mostRunning, cameMs);
      if (kind === 'refuse') {
        watch.noteRefusal();
        throw refusalIn(load, mostRunning);
      }
      watch.noteComing();
      if (kind === 'wait') await places.waitForOne(load, signal);
      else places.take();
      const startMs = nowMs();
      const beganEasy = kind === 'run' && isEasy();
      try {
        return await work();
      } finally {
        watch.noteEnd({
          workMs: nowMs() - startMs,
          tookMs: nowMs() - cameMs,
          wasOverrun: cameInOverrun && places.isOverrun(),
          wasEasy: beganEasy && isEasy(),
        });
        places.free();
      }
    },
    standing: places.standing,
  };
}

/** The door of a place that lets everybody in at once. */
export const OPEN_DOOR: Door = {
  retryAfterS: () => undefined,
  run: (work) => work(),
  standing: () => ({ running: 0, waiting: 0 }),
};

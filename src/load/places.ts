import { Fault } from '../base/fault.ts';
import { isOverrun, type Load, orderOf, retryAfterS, waitMsOf } from './decide-admission.ts';
import { openTurnQueue } from './turn-queue.ts';
import type { LoadWatch } from './watch-load.ts';

/** The places at which calls are worked on, and the queue before them. */
export interface Places {
  /** How the load stands; those that wait are left behind when it turns out that it is no burst. */
  look(): Load;
  /** More come than can be answered, by the last look. */
  isOverrun(): boolean;
  /** Takes a place that is free. */
  take(): void;
  /** Resolves when a place was freed for it. @throws as the queue says. */
  waitForOne(load: Load, signal: AbortSignal | undefined): Promise<void>;
  /** The place goes to one that waits: nobody who comes now can take it in between. */
  free(): void;
  /** Calls that are worked on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
}

/** @param nowMs a clock that never goes back. */
export function openPlaces(mostRunning: number, watch: LoadWatch, nowMs: () => number): Places {
  let running = 0;
  let overrun: Pick<Load, 'overrunSinceMs' | 'endedOpen'> = {};
  const isOverrunNow = () => overrun.overrunSinceMs !== undefined;
  const queue = openTurnQueue(nowMs, watch.noteQueue);

  function look(): Load {
    const load = watch.load({ running, ...queue.lengths(), ...overrun });
    const isNow = isOverrun(load, nowMs());
    if (isNow && !isOverrunNow()) {
      queue.leaveBehind();
      overrun = { overrunSinceMs: nowMs(), endedOpen: load.endedLast };
    } else if (!isNow && isOverrunNow()) {
      watch.beginAnew();
      overrun = {};
    }
    queue.refuseLate(isNow ? 'inOverrun' : 'leftBehind', () => refusalIn(load, mostRunning));
    const { overrunSinceMs: _, endedOpen: __, ...rest } = load;
    return { ...rest, ...queue.lengths(), ...overrun };
  }

  return {
    look,
    isOverrun: isOverrunNow,
    take() {
      running += 1;
    },
    waitForOne: (load, signal) => queue.wait(waitMsOf(load, nowMs()), signal),
    free() {
      running -= 1;
      const order = orderOf(look(), mostRunning, nowMs());
      while (running < mostRunning && queue.letOneGo(order)) running += 1;
      // Whoever comes next is answered soon only if a place is free for it.
      const most = isOverrunNow() ? 1 : mostRunning;
      while (running < most && queue.letLeftBehindGo()) running += 1;
    },
    standing() {
      const { waiting, leftBehind } = queue.lengths();
      return { running, waiting: waiting + leftBehind };
    },
  };
}

/** What a call is told that cannot be answered soon. */
export const refusalIn = (load: Load, mostRunning: number): Fault =>
  new Fault('overloaded', undefined, { retryAfterS: retryAfterS(load, mostRunning) });

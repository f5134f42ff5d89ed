import { setImmediate as giveWay, setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import type { InTurn } from '../trip/ports.ts';
import type { AdmissionQueue } from './admission-queue.ts';

/** How long work that was begun waits where the queue refuses it. Milliseconds. */
const PAUSE_MS = 250;

/**
 * Each turn waits in the queue like a call by itself, behind those of accounts that have had less of the work. Other
 * calls and the end of its own come between the turns, also where there is no queue.
 *
 * @returns throws Fault `overloaded` where the first turn is refused; later ones are tried again.
 */
export function openTurns(
  queue: AdmissionQueue,
  account: string,
  signal: AbortSignal | undefined,
): InTurn {
  let isBegun = false;
  return async (work) => {
    await giveWay();
    for (;;) {
      try {
        const done = await queue.run(account, work, signal);
        isBegun = true;
        return done;
      } catch (error) {
        const isRefused = error instanceof Fault && error.code === 'overloaded';
        if (!isBegun || !isRefused) throw error;
        await pause(PAUSE_MS, undefined, signal && { signal });
      }
    }
  };
}

import { Fault, type FaultCode } from '../base/fault.ts';
import type { Timer } from '../trip/ports.ts';

/** Does work that may fail for a while only. */
export interface Retries {
  /** @throws what the work throws: at once, or after the last try where that passes. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** No caller waits any more: nothing is tried again. */
  stop(): void;
}

/** Not the trip's fault: an engine that crashed, a service that is away. */
const PASSING: readonly FaultCode[] = ['upstream_broken', 'upstream_down', 'overloaded'];

/** Before each further try, milliseconds: a crashed engine is there again after the first. */
const PAUSES_MS = [500, 2_000, 8_000];

/** A service that wants to be left alone for longer ends the run: it can be started again then. */
const LONGEST_PAUSE_MS = 60_000;

/** The failure is gone after a while, and says nothing of the row. */
export function isPassing(error: unknown): error is Fault {
  return error instanceof Fault && PASSING.includes(error.code);
}

/**
 * Tries work again that has failed for reasons that pass. What is tried again waits for its turn
 * and goes alone: a trip that ends the engine takes those along that are under way beside it, and
 * together they would fail every time.
 */
export function openRetries(timer: Timer): Retries {
  let isStopped = false;
  let wake = () => {};
  let last: Promise<unknown> = Promise.resolve();

  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const stopTimer = timer.start(delayMs, resolve);
      wake = () => {
        stopTimer();
        resolve();
      };
    });

  /** Tries once more after a pause; after the last pause there is no other try. */
  const tryAgain = async <Result>(
    work: () => Promise<Result>,
    failure: Fault,
    [pauseMs, ...others]: readonly number[],
  ): Promise<Result> => {
    const delayMs = Math.max(pauseMs ?? Infinity, (failure.retryAfterS ?? 0) * 1000);
    if (isStopped || delayMs > LONGEST_PAUSE_MS) throw failure;
    await pause(delayMs);
    if (isStopped) throw failure;
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      return tryAgain(work, error, others);
    }
  };

  return {
    async run(work) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        const turn = last.then(() => tryAgain(work, error, PAUSES_MS));
        last = turn.catch(() => undefined);
        return turn;
      }
    },
    stop() {
      isStopped = true;
      wake();
    },
  };
}

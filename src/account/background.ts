import { repeat, type Timer } from '../base/timer.ts';
import type { AccountLimits } from './account.ts';
import type { PruneStore } from './ports.ts';

/** Hears what went wrong while no caller waited for it: one sentence, and nothing secret. */
export type OnTrouble = (sentence: string, error: unknown) => void;

/** Work that no caller waits for. */
export type Background = ReturnType<typeof buildBackground>;

export function buildBackground(onTrouble: OnTrouble) {
  const running = new Set<Promise<unknown>>();
  return {
    /** @param sentence what is told when the work fails. */
    run(work: Promise<unknown>, sentence: string): void {
      const told = work
        .catch((error: unknown) => onTrouble(sentence, error))
        .finally(() => running.delete(told));
      running.add(told);
    },
    /** Resolves when all work is done, also what begins meanwhile. */
    async finish(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The time between two looks for rows that are not kept any longer. */
const LOOK_EVERY_MS = 60_000;
/** The time between two steps while there is more: others get their turn, on SQLite this thread. */
const PAUSE_MS = 1000;
/**
 * Rows of a table that a step removes at most: some milliseconds of work.
 *
 * @internal Its tests ask for it.
 */
export const STEP_ROWS = 200;

interface PruneParts {
  readonly store: PruneStore;
  readonly limits: Pick<AccountLimits, 'keepDays'>;
  readonly clock: { now(): number };
  readonly timer: Timer;
  /** Hears why a step failed; the next look tries again. */
  readonly onTrouble: OnTrouble;
}

/**
 * Removes rows that are not kept any longer, a little at a time, until it is stopped: sessions, links and counts that
 * have ended, and keys, their calls and entries of the audit log that are older than they are kept. Any number of
 * processes may do it.
 *
 * @returns the function that stops it.
 */
export function prunePeriodically({
  store,
  limits,
  clock,
  timer,
  onTrouble,
}: PruneParts): () => void {
  return repeat(timer, LOOK_EVERY_MS, async () => {
    const pruning = store.prune(clock.now(), limits.keepDays, STEP_ROWS);
    const hasMore = await pruning.catch((error: unknown) => {
      onTrouble('what is old could not be removed from the database', error);
      return false;
    });
    return hasMore ? PAUSE_MS : LOOK_EVERY_MS;
  });
}

import type { WaitFor } from '../routing/drive.ts';

/**
 * Gives what was found before under a key, as long as every wait for a ferry that it depends on is the same.
 *
 * @param find tells by `isKept` whether it holds for all questions of the key.
 */
export type ShareWays = <Found extends { readonly isKept: boolean }>(
  key: string,
  waitFor: WaitFor | undefined,
  find: (waitFor: WaitFor | undefined) => Promise<Found>,
) => Promise<Found>;

/** Every question is worked out by itself. */
export const shareNothing: ShareWays = (_, waitFor, find) => find(waitFor);

interface AskedWait {
  readonly ride: number;
  readonly atMs: number;
  readonly wait: ReturnType<WaitFor>;
}

interface Known {
  readonly asked: readonly AskedWait[];
  readonly found: { readonly isKept: boolean };
}

/** What depends on more waits is found again sooner than they are compared. */
const MOST_ASKED = 2000;

/** For questions that come one after the other. */
export function openSharedWays(): ShareWays {
  const known = new Map<string, Known[]>();
  return async <Found extends { readonly isKept: boolean }>(
    key: string,
    waitFor: WaitFor | undefined,
    find: (waitFor: WaitFor | undefined) => Promise<Found>,
  ): Promise<Found> => {
    const all = known.get(key) ?? [];
    const same = all.find(({ asked }) =>
      asked.every(({ ride, atMs, wait }) => isSame(waitFor?.(ride, atMs), wait)),
    );
    // Under one key there are finds of one kind.
    if (same !== undefined) return same.found as Found;
    const asked: AskedWait[] = [];
    const noted: WaitFor | undefined =
      waitFor &&
      ((ride, atMs) => {
        const wait = waitFor(ride, atMs);
        if (asked.length <= MOST_ASKED) asked.push({ ride, atMs, wait });
        return wait;
      });
    const found = await find(noted);
    if (found.isKept && asked.length <= MOST_ASKED) known.set(key, [...all, { asked, found }]);
    return found;
  };
}

const isSame = (one: ReturnType<WaitFor> | undefined, other: ReturnType<WaitFor>): boolean =>
  one?.meanMs === other.meanMs && one.earlyMs === other.earlyMs && one.lateMs === other.lateMs;

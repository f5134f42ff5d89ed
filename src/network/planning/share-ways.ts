import type { WaitFor } from '../../routing/drive.ts';

export interface SharedWays {
  /** The result holds for every later question with the same key and the same waits. */
  readonly isKept: boolean;
  /** By ride: until when a wait for it matters, milliseconds after departure; absent: all waits matter. */
  readonly lastBoardings?: ReadonlyMap<number, number> | undefined;
}

/** Gives an earlier result for the key if every wait for a ferry that it depends on is the same, else finds it anew. */
export type ShareWays = <Found extends SharedWays>(
  key: string,
  waitFor: WaitFor | undefined,
  find: (waitFor: WaitFor | undefined) => Promise<Found>,
) => Promise<Found>;

/** Finds the result of every question anew. */
export const shareNothing: ShareWays = (_, waitFor, find) => find(waitFor);

interface AskedWait {
  readonly ride: number;
  readonly atMs: number;
  readonly wait: ReturnType<WaitFor>;
}

interface Known {
  readonly asked: readonly AskedWait[];
  readonly found: SharedWays;
}

/** A result that depends on more waits is not kept: finding it again is quicker than comparing the waits. */
const MOST_ASKED = 2000;

/** For questions that come one after the other. */
export function openSharedWays(): ShareWays {
  const known = new Map<string, Known[]>();
  return async <Found extends SharedWays>(
    key: string,
    waitFor: WaitFor | undefined,
    find: (waitFor: WaitFor | undefined) => Promise<Found>,
  ): Promise<Found> => {
    const all = known.get(key) ?? [];
    const same = all.find(({ asked }) =>
      asked.every(({ ride, atMs, wait }) => isSame(waitFor?.(ride, atMs), wait)),
    );
    // All results of a key have the same type.
    if (same !== undefined) return same.found as Found;
    const noted = waitFor && noteWaits(waitFor);
    const found = await find(noted?.waitFor);
    const asked = noted?.list(found.lastBoardings) ?? [];
    if (found.isKept && asked.length <= MOST_ASKED) known.set(key, [...all, { asked, found }]);
    return found;
  };
}

/** Notes each wait that is asked for, once. */
function noteWaits(waitFor: WaitFor) {
  const noted = new Map<number, Map<number, ReturnType<WaitFor>>>();
  return {
    waitFor(ride: number, atMs: number) {
      const ofRide = noted.get(ride) ?? new Map<number, ReturnType<WaitFor>>();
      noted.set(ride, ofRide);
      const wait = ofRide.get(atMs) ?? waitFor(ride, atMs);
      ofRide.set(atMs, wait);
      return wait;
    },
    list(last?: SharedWays['lastBoardings']): AskedWait[] {
      return [...noted].flatMap(([ride, ofRide]) => {
        const untilMs = last ? (last.get(ride) ?? -1) : Number.POSITIVE_INFINITY;
        return [...ofRide].flatMap(([atMs, wait]) => (atMs <= untilMs ? { ride, atMs, wait } : []));
      });
    },
  };
}

const isSame = (one: ReturnType<WaitFor> | undefined, other: ReturnType<WaitFor>): boolean =>
  one?.meanMs === other.meanMs && one.earlyMs === other.earlyMs && one.lateMs === other.lateMs;

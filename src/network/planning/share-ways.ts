import type { WaitFor } from '../../routing/drive.ts';

export interface SharedWays {
  /** It holds for all questions of the key. */
  readonly isKept: boolean;
  /** By ride, until when a wait for it matters, milliseconds after departure; absent: all waits do. */
  readonly lastBoardings?: ReadonlyMap<number, number> | undefined;
}

/** Gives what was found before under a key, as long as every wait for a ferry that it depends on is the same. */
export type ShareWays = <Found extends SharedWays>(
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
  readonly found: SharedWays;
}

/** What depends on more waits is found again sooner than they are compared. */
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
    // Under one key there are finds of one kind.
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

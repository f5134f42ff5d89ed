import { type Timer, within } from '../base/timer.ts';
import type { OnTrouble } from './background.ts';
import type { CountedCall, QuotaStore } from './ports.ts';

export interface OpenCallsParts {
  readonly quota: Pick<QuotaStore, 'giveBack'>;
  readonly timer: Timer;
  readonly onTrouble: OnTrouble;
}

/** Waits between the tries of a credit: a restart of the database should lie inside them. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

/** A caller that is to hear of a failure waits this long for its credit, and then hears of it. */
const PATIENCE_MS = 1_000;

export type OpenCalls = ReturnType<typeof buildOpenCalls>;

/** Counted calls that are not answered yet, and those whose credit has not come through. */
export function buildOpenCalls({ quota, timer, onTrouble }: OpenCallsParts) {
  const open = new Map<string, CountedCall>();
  /** Calls to be credited, each with the function that stops its next try. */
  const owed = new Map<string, { readonly call: CountedCall; stop: () => void }>();

  /** Never throws: a failure is tried again, or told when it was the last try. */
  async function pay(
    callId: string,
    call: CountedCall,
    [pauseMs, ...later]: readonly number[],
  ): Promise<number | undefined> {
    open.delete(callId);
    owed.get(callId)?.stop();
    const debt = { call, stop: () => {} };
    owed.set(callId, debt);
    try {
      const used = await quota.giveBack({ callId, ...call });
      forget(callId);
      return used;
    } catch (error) {
      // A later try may have taken over while this one hung.
      if (owed.get(callId) !== debt) return undefined;
      if (pauseMs === undefined) lose(callId, error);
      else debt.stop = timer.start(pauseMs, () => void pay(callId, call, later));
      return undefined;
    }
  }

  function forget(callId: string): void {
    owed.get(callId)?.stop();
    owed.delete(callId);
  }

  function lose(callId: string, error: unknown): void {
    forget(callId);
    onTrouble('a call could not be credited and stays counted', error);
  }

  return {
    add: (callId: string, call: CountedCall) => void open.set(callId, call),
    /**
     * The call is answered and stays counted.
     *
     * @returns the call; `undefined` when it is not open.
     */
    keep(callId: string): CountedCall | undefined {
      const call = open.get(callId);
      open.delete(callId);
      return call;
    },
    /**
     * Credits an open call, once. While the database fails, the credit is tried again later.
     *
     * @returns calls used that day afterwards; `undefined` when the call is not open, or when the credit has not come
     * through yet.
     */
    async credit(callId: string): Promise<number | undefined> {
      const call = open.get(callId);
      return call && within(pay(callId, call, PAUSES_MS), PATIENCE_MS, timer);
    },
    /** Credits every open call, and tries the credits that wait for another try a last time. */
    async creditAll(): Promise<void> {
      const owing = [...owed].map(([callId, { call }]) => [callId, call] as const);
      const tries = [...open, ...owing].map(([callId, call]) => pay(callId, call, []));
      await Promise.all(tries.map((one) => within(one, PATIENCE_MS, timer)));
      for (const callId of owed.keys()) lose(callId, new Error('The database does not answer.'));
    },
  };
}

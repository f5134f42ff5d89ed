import type { Timer } from '../base/repeat.ts';
import { within } from '../base/within.ts';
import type { OnTrouble } from './background.ts';
import type { CountedCall, QuotaStore } from './ports.ts';

/** Counted calls that are not answered yet, and those whose credit has not come through. */
export interface OpenCalls {
  add(callId: string, call: CountedCall): void;
  /** The call is answered and stays counted. @returns what it was; `undefined` when it is not open. */
  keep(callId: string): CountedCall | undefined;
  /**
   * Credits an open call, once; again and again later while the database fails.
   *
   * @returns calls used that day afterwards; `undefined` when the call is not open, or when the
   * credit has not come through yet.
   */
  credit(callId: string): Promise<number | undefined>;
  /** Credits whatever is open, and tries the credits that wait for another try a last time. */
  creditAll(): Promise<void>;
}

export interface OpenCallsParts {
  readonly quota: Pick<QuotaStore, 'giveBack'>;
  readonly timer: Timer;
  readonly onTrouble: OnTrouble;
}

/** Waits between the tries of a credit: a restart of the database should lie inside them. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

/** A caller that is to hear of a failure waits this long for its credit, and then hears of it. */
const PATIENCE_MS = 1_000;

/** A call to be credited. */
interface Debt {
  readonly callId: string;
  readonly call: CountedCall;
  /** Calls off the next try. */
  stop: () => void;
}

export function buildOpenCalls({ quota, timer, onTrouble }: OpenCallsParts): OpenCalls {
  const open = new Map<string, CountedCall>();
  const owed = new Map<string, Debt>();

  function owe(callId: string, call: CountedCall): Debt {
    const debt: Debt = { callId, call, stop: () => undefined };
    open.delete(callId);
    owed.get(callId)?.stop();
    owed.set(callId, debt);
    return debt;
  }

  /** Never throws: a failure is tried again, or told when it was the last try. */
  async function pay(debt: Debt, pausesMs: readonly number[]): Promise<number | undefined> {
    const { callId, call } = debt;
    try {
      const used = await quota.giveBack({ callId, ...call });
      forget(callId);
      return used;
    } catch (error) {
      // A later try may have taken over while this one hung.
      if (owed.get(callId) === debt) payLater(debt, pausesMs, error);
      return undefined;
    }
  }

  function payLater(debt: Debt, [pauseMs, ...later]: readonly number[], error: unknown): void {
    if (pauseMs === undefined) lose(debt, error);
    else debt.stop = timer.start(pauseMs, () => void pay(debt, later));
  }

  function forget(callId: string): void {
    owed.get(callId)?.stop();
    owed.delete(callId);
  }

  function lose({ callId }: Debt, error: unknown): void {
    forget(callId);
    onTrouble('a call could not be credited and stays counted', error);
  }

  return {
    add: (callId, call) => void open.set(callId, call),
    keep(callId) {
      const call = open.get(callId);
      open.delete(callId);
      return call;
    },
    async credit(callId) {
      const call = open.get(callId);
      return call && within(pay(owe(callId, call), PAUSES_MS), PATIENCE_MS, timer);
    },
    async creditAll() {
      for (const [callId, call] of open) owe(callId, call);
      const tries = [...owed.values()].map(({ callId, call }) => pay(owe(callId, call), []));
      await Promise.all(tries.map((one) => within(one, PATIENCE_MS, timer)));
      for (const debt of owed.values()) lose(debt, new Error('The database does not answer.'));
    },
  };
}

import { performance } from 'node:perf_hooks';
import { setImmediate as takeTurn } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import type { Pause } from '../base/steps.ts';
import { openFairQueue, type Waiter } from './fair-queue.ts';
import { INTERVAL_MS, openOverload } from './overload.ts';

/**
 * Limits how many calls are worked on at the same time. The others wait, one queue for each account. Each account
 * gets the same share of the work: the next call is one of the account that has had the least. So no account waits
 * behind the calls of another. Long work gives way while it lasts: between its slices come the calls of accounts that
 * have had less.
 */
export interface AdmissionQueue {
  /** Seconds after which a call of this account may come again; absent: it may run or wait now. */
  retryAfterS(account: string): number | undefined;
  /**
   * Does the work when its turn comes.
   *
   * @param work asks `pause` between its steps; `pause` throws the reason of the signal.
   * @param signal aborted when the caller has left: the call leaves the queue.
   * @throws Fault `overloaded` before the work; the reason of the signal.
   */
  run<Result>(
    account: string,
    work: (pause: Pause) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Calls that are worked on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
}

export interface AdmissionTerms {
  /** Calls that are worked on at the same time. */
  readonly limit: number;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Resolves when the thread has looked once for calls that have arrived. */
  readonly nextTurn: () => Promise<void>;
}

/** The beginning of the name of the queue in which the jobs of an account wait. */
const JOBS_OF = 'jobs of ';

/** The queue in which the jobs of an account wait: behind all calls, and beside the jobs of others. */
export const jobQueueOf = (account: string): string => `${JOBS_OF}${account}`;

/** A burst of 1 000 calls, and as many again. */
const MOST_WAITING = 2000;
/**
 * Waiting calls in overload, for each call that is worked on: so one is there when the work ends, and hardly one waits
 * for long.
 */
const IN_OVERLOAD = 2;
/** Work gives the thread up when it has had it for this long: then one more step is over in 5 ms. */
const SLICE_MS = 2;
/** A call fails after 15 s. A call that has waited for this long would fail in the middle of its work. */
const LONGEST_WAIT_MS = 13_000;
/**
 * At twice the rate that can be answered, as many calls are refused as are answered. They come back as a tenth of the
 * load.
 */
const RETRIES_WITHIN_S = 10;

interface Call extends Waiter {
  readonly refuse: (fault: Fault) => void;
}

/**
 * In a burst the oldest call is next, and all are answered. In overload the queue is kept short: a call that has
 * waited for an interval is refused.
 */
export function openAdmissionQueue({ limit, nowMs, nextTurn }: AdmissionTerms): AdmissionQueue {
  const calls = openFairQueue<Call>();
  /** Work of jobs: it starts where no call waits, is never refused, and does not make an overload. */
  const jobs = openFairQueue<Call>();
  const queueOf = (account: string) => (account.startsWith(JOBS_OF) ? jobs : calls);
  let running = 0;
  let arrivals = 0;
  let refusals = 0;
  /** How long the work of a call takes, by the latest calls; 0: none has ended yet. */
  let workMs = 0;
  /** An interval within which some calls end, even where one takes long. */
  const intervalMs = () => Math.max(INTERVAL_MS, limit * workMs);
  const overload = openOverload({ nowMs, calmMs: intervalMs });

  function isFull(account: string): boolean {
    const places = overload.isOn(calls.length()) ? IN_OVERLOAD * limit : MOST_WAITING;
    return running >= limit && calls.length() >= places && calls.isFull(account, places);
  }

  function refusal(): Fault {
    const emptyS = Math.ceil((calls.length() * workMs) / limit / 1000);
    refusals += 1;
    const retryAfterS = Math.max(1, emptyS) + (refusals % RETRIES_WITHIN_S);
    return new Fault('overloaded', undefined, { retryAfterS });
  }

  /** All late calls leave the queue at once. They are refused a few at a time: the thread has calls to answer. */
  async function look(): Promise<void> {
    overload.look(calls.length(), refusals);
    const waitMs = overload.isOn(calls.length()) ? intervalMs() : LONGEST_WAIT_MS;
    const late = calls.takeLate(nowMs() - waitMs);
    if (late.length > 0) overload.noteWait();
    for (const [i, call] of late.entries()) {
      if (i % limit === limit - 1) await nextTurn();
      call.refuse(refusal());
    }
  }

  function startNext(): void {
    void look();
    const call = calls.next(overload.isNewestNext());
    if (call !== undefined) overload.noteWait();
    const next = call ?? jobs.next(false);
    if (next === undefined) return;
    running += 1;
    next.start();
  }

  /**
   * The next call starts when the answer of the call that has ended is on its way. No turn of the thread is spent where
   * nothing waits.
   */
  async function passOn(): Promise<void> {
    if (calls.isReady() || jobs.isReady()) await nextTurn();
    running -= 1;
    startNext();
  }

  /**
   * A job is overtaken by every call. Calls and jobs are overtaken by those of their kind whose account has had less.
   */
  const isOvertaken = (account: string): boolean =>
    (queueOf(account) === jobs && calls.isReady()) || queueOf(account).isOvertaken(account);

  /**
   * Takes in the calls that have arrived. Work may block the thread, and the thread takes in one connection a turn:
   * other calls would wait where they are not seen. This lasts no longer than the work of a call, as calls may keep
   * arriving.
   */
  async function takeInArrivals(): Promise<void> {
    const untilMs = nowMs() + workMs;
    let seen: number;
    do {
      seen = arrivals;
      await nextTurn();
    } while (arrivals > seen && nowMs() < untilMs);
  }

  /** Waits until a call is one of those that run. @throws Fault `overloaded`; the reason of the signal. */
  function turnOf(account: string, isBegun: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        signal?.removeEventListener('abort', leave);
        act();
      };
      const leave = () => {
        queueOf(account).remove(call);
        if (!isBegun) overload.noteWait();
        reject(signal?.reason);
      };
      const call: Call = {
        account,
        cameMs: nowMs(),
        isBegun,
        start: () => settle(resolve),
        refuse: (fault) => settle(() => reject(fault)),
      };
      queueOf(account).add(call);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Does the work of a call that runs, and passes its place on at the end. */
  async function work<Result>(
    account: string,
    task: (pause: Pause) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const queue = queueOf(account);
    let isRunning = true;
    let [tookMs, sinceMs] = [0, nowMs()];
    const begin = async () => {
      // An aborted signal does not call listeners that are added later.
      if (!signal?.aborted && isOvertaken(account)) {
        isRunning = false;
        running -= 1;
        const turn = turnOf(account, true, signal);
        startNext();
        await turn;
        isRunning = true;
      }
      sinceMs = nowMs();
      signal?.throwIfAborted();
      queue.begin(account);
    };
    const end = () => {
      tookMs += nowMs() - sinceMs;
      queue.charge(account, nowMs() - sinceMs);
    };
    const pause = async () => {
      if (nowMs() - sinceMs < SLICE_MS) return;
      end();
      await nextTurn();
      await begin();
    };
    try {
      await begin();
      return await task(pause);
    } finally {
      if (isRunning) end();
      if (queue === calls) workMs += (tookMs - workMs) / (workMs === 0 ? 1 : 10);
      // A call that has left while it gave way has no place to pass on.
      if (isRunning) void passOn();
    }
  }

  return {
    retryAfterS(account) {
      arrivals += 1;
      return isFull(account) ? refusal().retryAfterS : undefined;
    },
    async run(account, task, signal) {
      signal?.throwIfAborted();
      if (queueOf(account) === calls && isFull(account)) throw refusal();
      if (running < limit) running += 1;
      else {
        const turn = turnOf(account, false, signal);
        void look();
        await turn;
      }
      await takeInArrivals();
      return work(account, task, signal);
    },
    standing: () => ({ running, waiting: calls.length() }),
  };
}

/** Every call is let in at once; between the slices of its work others are worked on. */
export const NO_QUEUE: AdmissionQueue = {
  retryAfterS: () => undefined,
  run(_account, work, signal) {
    let sinceMs = performance.now();
    return work(async () => {
      if (performance.now() - sinceMs < SLICE_MS) return;
      await takeTurn();
      sinceMs = performance.now();
      signal?.throwIfAborted();
    });
  },
  standing: () => ({ running: 0, waiting: 0 }),
};

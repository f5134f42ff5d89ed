import { Fault } from '../base/fault.ts';

/**
 * Limits how many calls are worked on at the same time. Others wait, one queue for each account, and
 * each account gets the same share of the work: next is the one that has had the least of it, so that
 * no account waits behind the calls of another, and short calls not behind long ones.
 */
export interface AdmissionQueue {
  /** Seconds after which a call of this account may come again; absent: it may run or wait now. */
  retryAfterS(account: string): number | undefined;
  /**
   * Does the work when its turn comes.
   *
   * @param signal the caller has left: the call leaves the queue.
   * @throws Fault `overloaded` before the work; the reason of the signal.
   */
  run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
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

/** The interval of CoDel: no queue is needed for longer. Source: RFC 8289, section 4.3, January 2018. */
const INTERVAL_MS = 100;
const SECOND_MS = 1000;
/** A refused connection is tried again after 1 and 3 s: by then a burst is in. Source: RFC 6298, section 2, June 2011. */
const BURST_S = 4;
/** The connections of one caller, each of which asks again when it is answered: their queue does not grow. */
const CONNECTIONS = 64;
/** A burst of 1 000 calls, and as many again. */
const MOST_WAITING = 2000;
/** For each call that is worked on: so one is there when it ends, and hardly one waits for long. */
const IN_OVERLOAD = 2;
/** A call fails after 15 s; what has waited for so long would fail in the middle of its work. */
const LONGEST_WAIT_MS = 13_000;
/** At twice the rate as many are refused as are answered: they come back as a tenth of the load. */
const RETRIES_WITHIN_S = 10;

interface Waiter {
  readonly cameMs: number;
  readonly start: () => void;
  readonly refuse: (fault: Fault) => void;
}

/**
 * A queue that becomes shorter is a burst: the oldest call is next, and all are answered. While a
 * long queue does not, the newest call is next, because with the oldest first all would be answered
 * late. After more time than a burst takes to arrive it is overload: the queue is kept short, and a
 * call that has waited for an interval is refused, until for an interval no call has waited.
 *
 * Source: "Adaptive LIFO" and "Controlled Delay" in N. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015.
 */
export function openAdmissionQueue({ limit, nowMs, nextTurn }: AdmissionTerms): AdmissionQueue {
  /** By account, the next one first; none is empty. */
  const queues = new Map<string, Waiter[]>();
  const shares = openShares();
  let running = 0;
  let waiting = 0;
  let arrivals = 0;
  let refusals = 0;
  /** What a call takes by the latest of them; 0: none has ended yet. */
  let workMs = 0;
  const intervals = openTrend(INTERVAL_MS);
  const seconds = openTrend(SECOND_MS);
  let isOverloaded = false;
  /** When a call last had to wait. */
  let waitedMs = 0;

  /** Some calls end within it, also where one takes long. */
  const intervalMs = () => Math.max(INTERVAL_MS, limit * workMs);

  function isFull(account: string): boolean {
    endOverload();
    const most = isOverloaded ? IN_OVERLOAD * limit : MOST_WAITING;
    if (running < limit || waiting < most) return false;
    const own = queues.get(account)?.length ?? 0;
    return own >= Math.floor(most / (queues.size + (own === 0 ? 1 : 0)));
  }

  function endOverload(): void {
    if (waiting === 0 && nowMs() - waitedMs >= intervalMs()) isOverloaded = false;
  }

  function refusal(): Fault {
    const emptyS = Math.ceil((waiting * workMs) / limit / 1000);
    refusals += 1;
    const retryAfterS = Math.max(1, emptyS) + (refusals % RETRIES_WITHIN_S);
    return new Fault('overloaded', undefined, { retryAfterS });
  }

  const isNewestNext = () => isOverloaded || intervals.growing > 0 || seconds.growing > 0;

  function leave(account: string, waiter: Waiter): void {
    const own = queues.get(account);
    // It may have been refused already, and not been told yet.
    if (own === undefined || !own.includes(waiter)) return;
    own.splice(own.indexOf(waiter), 1);
    if (own.length === 0) queues.delete(account);
    waiting -= 1;
    waitedMs = nowMs();
  }

  function look(): void {
    for (const trend of [intervals, seconds]) trend.note(waiting, refusals, nowMs());
    if (seconds.growing >= BURST_S) isOverloaded = true;
    void refuseLate();
  }

  /** All leave the queue at once, and are told one after the other: the thread has calls to answer. */
  async function refuseLate(): Promise<void> {
    const lateMs = nowMs() - (isOverloaded ? intervalMs() : LONGEST_WAIT_MS);
    const late: Waiter[] = [];
    for (const [account, queue] of queues)
      for (const waiter of queue.filter(({ cameMs }) => cameMs < lateMs)) {
        leave(account, waiter);
        late.push(waiter);
      }
    for (const [i, waiter] of late.entries()) {
      if (i % limit === limit - 1) await nextTurn();
      waiter.refuse(refusal());
    }
  }

  function startNext(): void {
    look();
    const account = shares.least(queues.keys());
    const queue = account === undefined ? undefined : queues.get(account);
    if (account === undefined || queue === undefined || running >= limit) return;
    const waiter = isNewestNext() ? queue.at(-1) : queue[0];
    if (waiter === undefined) return;
    leave(account, waiter);
    const others = queues.get(account);
    // Behind all others.
    if (queues.delete(account) && others !== undefined) queues.set(account, others);
    running += 1;
    waiter.start();
  }

  /**
   * Work may block the thread, and the thread takes in one connection a turn: others would wait where
   * they are not seen. No longer than for a call's work, as calls may never end to arrive.
   */
  async function takeInArrivals(): Promise<void> {
    const untilMs = nowMs() + workMs;
    let seen: number;
    do {
      seen = arrivals;
      await nextTurn();
    } while (arrivals > seen && nowMs() < untilMs);
  }

  function turnOf(account: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const hangUp = () => {
        leave(account, waiter);
        reject(signal?.reason);
      };
      const settle = (act: () => void) => {
        signal?.removeEventListener('abort', hangUp);
        act();
      };
      const waiter: Waiter = {
        cameMs: nowMs(),
        start: () => settle(resolve),
        refuse: (fault) => settle(() => reject(fault)),
      };
      const own = queues.get(account) ?? [];
      own.push(waiter);
      queues.set(account, own);
      waiting += 1;
      signal?.addEventListener('abort', hangUp, { once: true });
      look();
    });
  }

  return {
    retryAfterS(account) {
      arrivals += 1;
      return isFull(account) ? refusal().retryAfterS : undefined;
    },
    async run(account, work, signal) {
      signal?.throwIfAborted();
      if (isFull(account)) throw refusal();
      if (running < limit) running += 1;
      else await turnOf(account, signal);
      await takeInArrivals();
      const startMs = nowMs();
      const end = shares.begin(account, workMs);
      try {
        return await work();
      } finally {
        const tookMs = nowMs() - startMs;
        end(tookMs);
        workMs += (tookMs - workMs) / (workMs === 0 ? 1 : 10);
        running -= 1;
        startNext();
      }
    },
    standing: () => ({ running, waiting }),
  };
}

/**
 * What each account has had of the work. One that comes anew has had as much as the one that was served
 * last: what it did not use before is not made up for.
 *
 * Source: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996.
 */
function openShares() {
  /** Milliseconds of work that each of them would have had in turn, where it is more than `servedMs`. */
  const had = new Map<string, number>();
  let servedMs = 0;
  const hadBy = (account: string) => Math.max(servedMs, had.get(account) ?? 0);
  return {
    /** @returns of several with the least the first. */
    least(accounts: Iterable<string>): string | undefined {
      let [found, leastMs]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
      for (const account of accounts)
        if (hadBy(account) < leastMs) [found, leastMs] = [account, hadBy(account)];
      return found;
    },
    /** @param likelyMs what the work may take. @returns what is called with what it took. */
    begin(account: string, likelyMs: number): (tookMs: number) => void {
      servedMs = hadBy(account);
      had.set(account, servedMs + likelyMs);
      return (tookMs) => {
        had.set(account, hadBy(account) + tookMs - likelyMs);
        for (const [one, hadMs] of had) if (hadMs <= servedMs) had.delete(one);
      };
    },
  };
}

/** How many periods in a row, up to the last, have not made the queue shorter; a short one does not count. */
function openTrend(periodMs: number) {
  let [sinceMs, before] = [0, 0];
  const trend = {
    growing: 0,
    note(waiting: number, refused: number, nowMs: number) {
      if (nowMs - sinceMs < periodMs) return;
      const isGrowing = waiting > CONNECTIONS && waiting + refused >= before;
      trend.growing = isGrowing ? trend.growing + 1 : 0;
      [sinceMs, before] = [nowMs, waiting + refused];
    },
  };
  return trend;
}

/** Everybody is let in at once. */
export const NO_QUEUE: AdmissionQueue = {
  retryAfterS: () => undefined,
  run: (_account, work) => work(),
  standing: () => ({ running: 0, waiting: 0 }),
};

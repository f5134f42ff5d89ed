/** A call that waits, since a moment of a clock that never goes back. */
interface Waiting {
  readonly cameMs: number;
}

/** Calls that wait, a queue for each account, and what each account has had of the work. */
export interface FairQueue<Waiter extends Waiting> {
  /** All that wait. */
  readonly length: number;
  /** Has the account its share of so many places? */
  isFull(account: string, places: number): boolean;
  add(account: string, waiter: Waiter): void;
  /** @returns false: it does not wait any more. */
  remove(account: string, waiter: Waiter): boolean;
  /** Takes the newest or the oldest call of the account that has had the least; of several with as little of the one that has waited for its turn for longest. */
  next(isNewest: boolean): Waiter | undefined;
  /** Takes all that came before. */
  takeLate(beforeMs: number): Waiter[];
  /** @param likelyMs what the work may take. @returns what is called with what it took. */
  begin(account: string, likelyMs: number): (tookMs: number) => void;
}

export function openFairQueue<Waiter extends Waiting>(): FairQueue<Waiter> {
  /** By account, the next one first; none is empty. */
  const queues = new Map<string, Waiter[]>();
  const shares = openShares();
  let length = 0;

  function remove(account: string, waiter: Waiter): boolean {
    const own = queues.get(account);
    if (own === undefined || !own.includes(waiter)) return false;
    own.splice(own.indexOf(waiter), 1);
    if (own.length === 0) queues.delete(account);
    length -= 1;
    return true;
  }

  return {
    get length() {
      return length;
    },
    isFull(account, places) {
      const own = queues.get(account)?.length ?? 0;
      return own >= Math.floor(places / (queues.size + (own === 0 ? 1 : 0)));
    },
    add(account, waiter) {
      const own = queues.get(account) ?? [];
      own.push(waiter);
      queues.set(account, own);
      length += 1;
    },
    remove,
    next(isNewest) {
      const account = shares.least(queues.keys());
      if (account === undefined) return undefined;
      const waiter = queues.get(account)?.at(isNewest ? -1 : 0);
      if (waiter === undefined) return undefined;
      remove(account, waiter);
      const others = queues.get(account);
      // Behind all others.
      if (queues.delete(account) && others !== undefined) queues.set(account, others);
      return waiter;
    },
    takeLate(beforeMs) {
      const late = [...queues].flatMap(([account, queue]) =>
        queue.filter(({ cameMs }) => cameMs < beforeMs).map((waiter) => ({ account, waiter })),
      );
      for (const { account, waiter } of late) remove(account, waiter);
      return late.map(({ waiter }) => waiter);
    },
    begin: shares.begin,
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

/** A call or a job that waits for its turn. */
export interface Waiter {
  readonly account: string;
  /** By a clock that never goes back. */
  readonly cameMs: number;
  /** Its work was begun, and has given way: it is not counted as a waiting call. */
  readonly isBegun: boolean;
  readonly start: () => void;
}

/**
 * No new work is begun while this many begun works have given way. Each of them keeps its memory: a search by money
 * keeps megabytes.
 */
const MOST_BEGUN = 8;

/** A queue for each account, and what each account has had of the work. */
export function openFairQueue<One extends Waiter>() {
  /** By account, the next account first; no line is empty. Begun work stands first in each line. */
  const lines = new Map<string, One[]>();
  const shares = openShares();
  const counts = { begun: 0, waiting: 0 };
  const kindOf = ({ isBegun }: One) => (isBegun ? 'begun' : 'waiting');

  function remove(one: One): void {
    const line = lines.get(one.account) ?? [];
    const place = line.indexOf(one);
    if (place === -1) return;
    line.splice(place, 1);
    counts[kindOf(one)] -= 1;
    if (line.length === 0) lines.delete(one.account);
  }
  /**
   * Accounts for which there is something to do.
   *
   * @param beside works that are begun and would give way for it.
   */
  const listReady = (beside = 0): string[] =>
    [...lines].flatMap(([account, [first]]) =>
      first?.isBegun || counts.begun + beside < MOST_BEGUN ? [account] : [],
    );

  return {
    /** All calls that wait. */
    length: () => counts.waiting,
    /** Has the account its share of the places? */
    isFull(account: string, places: number): boolean {
      const own = lines.get(account)?.filter(({ isBegun }) => !isBegun).length ?? 0;
      const waiting = [...lines.values()].filter((line) => line.at(-1)?.isBegun === false).length;
      return own >= Math.floor(places / (waiting + (own === 0 ? 1 : 0)));
    },
    add(one: One): void {
      const line = lines.get(one.account) ?? [];
      lines.set(one.account, line);
      const calls = one.isBegun ? line.findIndex(({ isBegun }) => !isBegun) : -1;
      line.splice(calls === -1 ? line.length : calls, 0, one);
      counts[kindOf(one)] += 1;
    },
    remove,
    /**
     * Takes a call of the account that has had the least work; of several such accounts, the one that has waited
     * longest for its turn. A call that was begun comes first, then the newest or the oldest one.
     */
    next(isNewest: boolean): One | undefined {
      const account = shares.least(listReady());
      const line = account === undefined ? undefined : lines.get(account);
      const one = line?.at(isNewest && !line[0]?.isBegun ? -1 : 0);
      if (line === undefined || one === undefined) return undefined;
      remove(one);
      // The next call of the account goes behind all other accounts.
      if (lines.delete(one.account)) lines.set(one.account, line);
      return one;
    },
    /** Is there something to do for another account that has had less? */
    isOvertaken: (account: string): boolean => shares.hasLess(listReady(1), account),
    /** Is there something to do? */
    isReady: (): boolean => listReady().length > 0,
    /** Takes all calls that came before. */
    takeLate(beforeMs: number): One[] {
      const all = [...lines.values()].flat();
      const late = all.filter(({ isBegun, cameMs }) => !isBegun && cameMs < beforeMs);
      for (const one of late) remove(one);
      return late;
    },
    /** A slice of work of the account begins. */
    begin: shares.begin,
    /** What the slice took. */
    charge: shares.charge,
  };
}

/**
 * How far an account may be behind the others: a short call of an account that seldom asks goes before all long ones.
 */
const CREDIT_MS = 100;

/**
 * Counts the work that each account has had. An account that comes anew starts hardly below the one that was served
 * last: unused shares are not made up for.
 *
 * Sources: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996; for the credit K. Duda, D. Cheriton,
 * "Borrowed-Virtual-Time Scheduling", SOSP 1999.
 */
function openShares() {
  /**
   * Milliseconds of work that each account would have had if it had asked all the time; accounts with the least are
   * left out.
   */
  const had = new Map<string, number>();
  let servedMs = 0;
  const hadBy = (account: string) => Math.max(servedMs - CREDIT_MS, had.get(account) ?? 0);
  return {
    /** @returns the first of the accounts with the least work. */
    least(accounts: Iterable<string>): string | undefined {
      let [found, leastMs]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
      for (const account of accounts)
        if (hadBy(account) < leastMs) [found, leastMs] = [account, hadBy(account)];
      return found;
    },
    hasLess: (accounts: readonly string[], than: string): boolean =>
      accounts.some((account) => account !== than && hadBy(account) < hadBy(than)),
    begin(account: string): void {
      servedMs = Math.max(servedMs, hadBy(account));
    },
    charge(account: string, tookMs: number): void {
      had.set(account, hadBy(account) + tookMs);
      for (const [one, hadMs] of had) if (hadMs <= servedMs - CREDIT_MS) had.delete(one);
    },
  };
}

/** A call that waits, since a moment of a clock that never goes back. */
interface Waiting {
  readonly cameMs: number;
  readonly start: () => void;
}

/** Calls that wait, a queue for each account, and what each account has had of the work. */
export interface FairQueue<Waiter extends Waiting> {
  /** All calls that wait; work that was begun is none. */
  readonly length: number;
  /** Has the account its share of so many places? */
  isFull(account: string, places: number): boolean;
  add(account: string, waiter: Waiter): void;
  /** @returns false: it does not wait any more. */
  remove(account: string, waiter: Waiter): boolean;
  /** Work that was begun waits to go on: before the calls of its account. */
  putBack(account: string, goOn: () => void): void;
  /** Its caller has left. @returns false: it goes on already. */
  takeBack(account: string, goOn: () => void): boolean;
  /**
   * Takes what was begun, or else the newest or the oldest call, of the account that has had the least; of several with
   * as little of the one that has waited for its turn for longest.
   */
  next(isNewest: boolean): (() => void) | undefined;
  /** Is there something to do for another account that has had less? */
  isOvertaken(account: string): boolean;
  /** Is there something to do? */
  isReady(): boolean;
  /** Takes all that came before. */
  takeLate(beforeMs: number): Waiter[];
  /** A slice of work of the account begins. */
  begin(account: string): void;
  /** What the slice took. */
  charge(account: string, tookMs: number): void;
}

interface Line<Waiter> {
  readonly begun: (() => void)[];
  readonly waiting: Waiter[];
}

/** So many works at a time are begun where some give way: each keeps its memory, a search for money megabytes. */
const MOST_BEGUN = 8;

export function openFairQueue<Waiter extends Waiting>(): FairQueue<Waiter> {
  /** By account, the next one first; none is empty. */
  const lines = new Map<string, Line<Waiter>>();
  const shares = openShares();
  let length = 0;

  function lineOf(account: string): Line<Waiter> {
    const line = lines.get(account) ?? { begun: [], waiting: [] };
    lines.set(account, line);
    return line;
  }
  /** Forgets an empty line; another one goes behind all others. */
  function goBehind(account: string, line: Line<Waiter>): void {
    lines.delete(account);
    if (line.begun.length + line.waiting.length > 0) lines.set(account, line);
  }
  /** @returns false: it does not wait there any more. */
  function removeFrom<One>(
    account: string,
    one: One,
    among: (line: Line<Waiter>) => One[],
  ): boolean {
    const line = lines.get(account);
    const place = line === undefined ? -1 : among(line).indexOf(one);
    if (line === undefined || place === -1) return false;
    among(line).splice(place, 1);
    if (line.begun.length + line.waiting.length === 0) lines.delete(account);
    return true;
  }
  function remove(account: string, waiter: Waiter): boolean {
    const isRemoved = removeFrom(account, waiter, ({ waiting }) => waiting);
    if (isRemoved) length -= 1;
    return isRemoved;
  }
  /** Accounts for which there is something to do. @param beside works that are begun and would give way for it. */
  function listReady(beside = 0): string[] {
    const all = [...lines];
    const begun = all.reduce((sum, [, line]) => sum + line.begun.length, beside);
    return all.flatMap(([account, line]) =>
      line.begun.length > 0 || (begun < MOST_BEGUN && line.waiting.length > 0) ? [account] : [],
    );
  }

  return {
    get length() {
      return length;
    },
    isFull(account, places) {
      const own = lines.get(account)?.waiting.length ?? 0;
      const waiting = [...lines.values()].filter((line) => line.waiting.length > 0).length;
      return own >= Math.floor(places / (waiting + (own === 0 ? 1 : 0)));
    },
    add(account, waiter) {
      lineOf(account).waiting.push(waiter);
      length += 1;
    },
    remove,
    putBack: (account, goOn) => void lineOf(account).begun.push(goOn),
    takeBack: (account, goOn) => removeFrom(account, goOn, ({ begun }) => begun),
    next(isNewest) {
      const account = shares.least(listReady());
      if (account === undefined) return undefined;
      const line = lineOf(account);
      const goOn = line.begun.shift();
      const waiter = goOn ? undefined : line.waiting.at(isNewest ? -1 : 0);
      if (waiter !== undefined) remove(account, waiter);
      goBehind(account, line);
      return goOn ?? waiter?.start;
    },
    isOvertaken: (account) => shares.hasLess(listReady(1), account),
    isReady: () => listReady().length > 0,
    takeLate(beforeMs) {
      const late = [...lines].flatMap(([account, { waiting }]) =>
        waiting.filter(({ cameMs }) => cameMs < beforeMs).map((waiter) => ({ account, waiter })),
      );
      for (const { account, waiter } of late) remove(account, waiter);
      return late.map(({ waiter }) => waiter);
    },
    begin: shares.begin,
    charge: shares.charge,
  };
}

/** What an account may be behind the others: a short call of one that seldom asks goes before all long ones. */
const CREDIT_MS = 100;

/**
 * What each account has had of the work. One that comes anew has had hardly less than the one that was served
 * last: what it did not use before is not made up for.
 *
 * Sources: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996; for the credit K. Duda, D. Cheriton,
 * "Borrowed-Virtual-Time Scheduling", SOSP 1999.
 */
function openShares() {
  /** Milliseconds of work that each of them would have had in turn, where it is more than the least. */
  const had = new Map<string, number>();
  let servedMs = 0;
  const hadBy = (account: string) => Math.max(servedMs - CREDIT_MS, had.get(account) ?? 0);
  return {
    /** @returns of several with the least the first. */
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

import type { Order, WaitMs } from './decide-admission.ts';

/** Calls that wait for their turn. */
export interface TurnQueue {
  lengths(): { readonly waiting: number; readonly leftBehind: number };
  /**
   * Resolves when its turn has come.
   *
   * @param waitMs after how long it may be refused.
   * @throws the reason of the signal, and gives up its place; what it was refused with.
   */
  wait(waitMs: WaitMs, signal: AbortSignal | undefined): Promise<void>;
  /** Lets one of those that wait go, but for those left behind; false when there is none. */
  letOneGo(order: Order): boolean;
  /** Lets the one go that was left behind last; false when there is none. */
  letLeftBehindGo(): boolean;
  /** All that wait now have their turn after those that come from now on. */
  leaveBehind(): void;
  /** Refuses those left behind that should not wait any longer. */
  refuseLate(by: keyof WaitMs, refusal: () => Error): void;
}

interface Waiter {
  readonly cameMs: number;
  readonly waitMs: WaitMs;
  go(): void;
  refuse(reason: unknown): void;
}

/**
 * @param nowMs a clock that never goes back.
 * @param onLength called whenever more or fewer wait, without those left behind.
 */
export function openTurnQueue(nowMs: () => number, onLength: (waiting: number) => void): TurnQueue {
  const waiting: Waiter[] = [];
  const leftBehind: Waiter[] = [];
  let isOldestsTurn = false;
  // Looked for once for many looks: thousands may be left behind, and each answer is a look.
  let lateAfterMs = whenFirstIsLate([]);

  const leave = (waiter: Waiter) => {
    const list = waiting.includes(waiter) ? waiting : leftBehind;
    list.splice(list.indexOf(waiter), 1);
    onLength(waiting.length);
  };
  const letGo = (waiter: Waiter | undefined) => {
    onLength(waiting.length);
    waiter?.go();
    return waiter !== undefined;
  };
  return {
    lengths: () => ({ waiting: waiting.length, leftBehind: leftBehind.length }),
    wait: (waitMs, signal) =>
      new Promise((resolve, reject) => {
        const times = { cameMs: nowMs(), waitMs };
        waiting.push(waiterFor(times, { resolve, reject, signal, leave }));
        onLength(waiting.length);
      }),
    letOneGo(order) {
      isOldestsTurn = order === 'oldest' || (order === 'in turns' && !isOldestsTurn);
      return letGo(isOldestsTurn ? waiting.shift() : waiting.pop());
    },
    letLeftBehindGo: () => letGo(leftBehind.pop()),
    leaveBehind() {
      leftBehind.push(...waiting.splice(0));
      lateAfterMs = whenFirstIsLate(leftBehind);
      onLength(0);
    },
    refuseLate(by, refusal) {
      // One moment for all: whoever were late by another look alone would be forgotten.
      const now = nowMs();
      if (now <= lateAfterMs[by]) return;
      const isLate = ({ cameMs, waitMs }: Waiter) => now > cameMs + waitMs[by];
      const all = leftBehind.splice(0);
      leftBehind.push(...all.filter((one) => !isLate(one)));
      lateAfterMs = whenFirstIsLate(leftBehind);
      for (const waiter of all.filter(isLate)) waiter.refuse(refusal());
    },
  };
}

/** Nobody of them is late before, though who would be the first may leave sooner. Milliseconds. */
function whenFirstIsLate(waiters: readonly Waiter[]): WaitMs {
  const firstBy = (by: keyof WaitMs) =>
    waiters.reduce(
      (first, { cameMs, waitMs }) => Math.min(first, cameMs + waitMs[by]),
      Number.POSITIVE_INFINITY,
    );
  return { inOverrun: firstBy('inOverrun'), leftBehind: firstBy('leftBehind') };
}

interface WaitEnds {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
  readonly leave: (waiter: Waiter) => void;
}

function waiterFor(
  times: Pick<Waiter, 'cameMs' | 'waitMs'>,
  { resolve, reject, signal, leave }: WaitEnds,
): Waiter {
  const hangUp = () => {
    leave(waiter);
    reject(signal?.reason);
  };
  const settle = (how: () => void) => {
    signal?.removeEventListener('abort', hangUp);
    how();
  };
  const waiter: Waiter = {
    ...times,
    go: () => settle(resolve),
    refuse: (reason) => settle(() => reject(reason)),
  };
  signal?.addEventListener('abort', hangUp, { once: true });
  return waiter;
}

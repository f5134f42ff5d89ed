/** Wakes up after a while. */
export interface Timer {
  /**
   * Calls `ring` once after `delayMs`.
   *
   * @returns what stops it from ringing; harmless afterwards.
   */
  start(delayMs: number, ring: () => void): () => void;
}

/**
 * Works again and again, the next time so long after each end as the work says.
 *
 * @param firstMs before the first time.
 * @param work never rejects.
 * @returns what ends it.
 */
export function repeat(timer: Timer, firstMs: number, work: () => Promise<number>): () => void {
  let isStopped = false;
  let stopTimer = () => {};
  async function step(): Promise<void> {
    const nextMs = await work();
    if (!isStopped) wait(nextMs);
  }
  const wait = (delayMs: number) => {
    stopTimer = timer.start(delayMs, () => void step());
  };
  wait(firstMs);
  return () => {
    isStopped = true;
    stopTimer();
  };
}

/**
 * The result of a piece of work, or `undefined` when it takes longer than `limitMs`. Work that is
 * late goes on unheard; a failure of it in time is passed on.
 */
export async function within<Result>(
  work: Promise<Result>,
  limitMs: number,
  timer: Timer,
): Promise<Result | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = timer.start(limitMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

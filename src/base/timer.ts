/** Wakes up after a while. */
export interface Timer {
  /**
   * Calls `ring` once after `delayMs`.
   *
   * @returns a function that stops it from ringing. To call it afterwards is harmless.
   */
  start(delayMs: number, ring: () => void): () => void;
}

/**
 * Does work again and again. The work gives the milliseconds from its end to the next time.
 *
 * @param first milliseconds before the first time; a promise of them never rejects.
 * @param work never rejects.
 * @returns a function that ends the repetition.
 */
export function repeat(
  timer: Timer,
  first: number | Promise<number>,
  work: () => Promise<number>,
): () => void {
  let isStopped = false;
  let stopTimer = () => {};
  const wait = (delayMs: number) => {
    if (!isStopped) stopTimer = timer.start(delayMs, () => void work().then(wait));
  };
  if (typeof first === 'number') wait(first);
  else void first.then(wait);
  return () => {
    isStopped = true;
    stopTimer();
  };
}

/**
 * The result of a piece of work, or `undefined` when it takes longer than `limitMs`. Late work goes on, and its result
 * is ignored. A failure in time is passed on.
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

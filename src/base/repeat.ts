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

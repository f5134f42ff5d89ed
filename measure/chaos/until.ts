import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;

/** Checks again and again. @returns whether the condition became true in time. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    if (await isTrue()) return true;
    if (performance.now() >= endMs) return false;
    await sleep(LOOK_MS);
  }
}

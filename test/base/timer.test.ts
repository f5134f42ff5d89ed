import { expect, test } from 'vitest';
import { repeat, type Timer } from '../../src/base/timer.ts';

/** A timer that rings when it is told to, and what it was last asked for. */
function openTimer() {
  let waiting: { readonly delayMs: number; readonly ring: () => void } | undefined;
  const timer: Timer = {
    start(delayMs, ring) {
      waiting = { delayMs, ring };
      return () => {
        waiting = undefined;
      };
    },
  };
  return { timer, delayMs: () => waiting?.delayMs, ring: () => waiting?.ring() };
}

test('work is done again so long after its end as it says, until it is ended', async () => {
  const { timer, delayMs, ring } = openTimer();
  let times = 0;
  const stop = repeat(timer, 60, async () => 10 * ++times);
  expect([times, delayMs()]).toEqual([0, 60]);
  ring();
  await expect.poll(delayMs).toBe(10);
  ring();
  await expect.poll(delayMs).toBe(20);
  stop();
  expect([times, delayMs()]).toEqual([2, undefined]);
});

test('work that is under way when it is ended is the last', async () => {
  const { timer, delayMs, ring } = openTimer();
  let resolve = (_nextMs: number) => {};
  const promise = new Promise<number>((done) => {
    resolve = done;
  });
  const stop = repeat(timer, 60, () => promise);
  ring();
  stop();
  resolve(10);
  await promise;
  await Promise.resolve();
  expect(delayMs()).toBeUndefined();
});

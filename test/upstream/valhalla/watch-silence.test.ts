import { expect, test } from 'vitest';
import {
  HUNG_AFTER_LOOKS,
  STILL_STARTING_LOOKS,
  watchSilence,
} from '../../../src/upstream/valhalla/watch-silence.ts';
import { handTime } from '../../support/time.ts';

/** A process that has answered once, and nobody waits for. */
function watched({ hasAnswered = true } = {}) {
  const time = handTime('2026-11-22T12:00:00Z');
  const { timer, pass } = time;
  const seen = { isAwaited: false, hung: 0 };
  const isAwaited = () => seen.isAwaited;
  const watch = watchSilence(timer, isAwaited, () => {
    seen.hung++;
  });
  if (hasAnswered) watch.heard();
  return {
    seen,
    watch,
    ask() {
      seen.isAwaited = true;
      watch.asked();
    },
    answer(isLast = true) {
      seen.isAwaited = !isLast;
      watch.heard();
    },
    async passS(seconds: number) {
      for (let i = 0; i < seconds; i++) await pass(1000);
    },
    pass,
    time,
  };
}

test('a process that answers nothing while somebody waits is taken for hung, once', async () => {
  const { ask, passS, seen } = watched();
  ask();
  await passS(HUNG_AFTER_LOOKS - 1);
  expect(seen.hung).toBe(0);
  await passS(1);
  expect(seen.hung).toBe(1);
  await passS(100);
  expect(seen.hung).toBe(1);
});

test('one that nobody waits for may be silent for ever', async () => {
  const { ask, answer, passS, seen } = watched();
  await passS(100);
  ask();
  answer();
  await passS(100);
  expect(seen.hung).toBe(0);
  ask();
  await passS(HUNG_AFTER_LOOKS - 1);
  expect(seen.hung).toBe(0);
});

test('one that answers others is not hung, however long a question takes', async () => {
  const { ask, answer, passS, seen } = watched();
  ask();
  for (let i = 0; i < 20; i++) {
    await passS(HUNG_AFTER_LOOKS - 1);
    answer(false);
    ask();
  }
  expect(seen.hung).toBe(0);
  await passS(HUNG_AFTER_LOOKS);
  expect(seen.hung).toBe(1);
});

test('more questions do not put off the verdict on the oldest', async () => {
  const { ask, passS, seen } = watched();
  for (let i = 0; i < HUNG_AFTER_LOOKS; i++) {
    ask();
    await passS(1);
  }
  expect(seen.hung).toBe(1);
});

test('one that is starting has longer', async () => {
  const { ask, passS, seen } = watched({ hasAnswered: false });
  ask();
  await passS(STILL_STARTING_LOOKS - 1);
  expect(seen.hung).toBe(0);
  await passS(1);
  expect(seen.hung).toBe(1);
});

test('however long this process was blocked, that is one look, and an answer read after it counts', async () => {
  const { ask, answer, pass, passS, seen } = watched();
  ask();
  await passS(HUNG_AFTER_LOOKS - 2);
  await pass(3_600_000);
  expect(seen.hung).toBe(0);
  answer(false);
  await passS(HUNG_AFTER_LOOKS - 1);
  expect(seen.hung).toBe(0);
});

test('no timer runs when nobody waits, or looks any more', async () => {
  const { ask, answer, passS, time, watch } = watched();
  ask();
  answer();
  await passS(1);
  expect(time.delaysMs).toEqual([]);
  ask();
  watch.stop();
  expect(time.delaysMs).toEqual([]);
});

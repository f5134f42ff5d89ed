import { expect, test } from 'vitest';
import { buildBackground, prunePeriodically, STEP_ROWS } from '../../src/account/background.ts';
import { LIMITS } from '../support/accounts.ts';
import { handTime } from '../support/time.ts';

test('the end waits for what begins while it waits', async () => {
  const { run, finish } = buildBackground(() => undefined);
  const done: string[] = [];
  const second = async () => void done.push('second');
  const first = async () => {
    await new Promise(setImmediate);
    run(new Promise(setImmediate).then(second), 'not expected');
    done.push('first');
  };
  run(first(), 'not expected');
  await finish();
  expect(done).toEqual(['first', 'second']);
});

/** A store that has so many full steps to do, and what it was asked. */
function prunedStore(steps: readonly (boolean | Error)[]) {
  const time = handTime('2026-11-20T12:00:00+01:00');
  const asked: { readonly atMs: number; readonly most: number }[] = [];
  const kept: object[] = [];
  const troubles: unknown[] = [];
  const left = [...steps];
  const store = {
    async prune(nowMs: number, keepDays: object, most: number) {
      asked.push({ atMs: nowMs - startMs, most });
      kept.push(keepDays);
      const outcome = left.shift() ?? false;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  const startMs = time.clock.now();
  const onTrouble = (_sentence: string, error: unknown) => void troubles.push(error);
  const stop = prunePeriodically({ store, limits: LIMITS, ...time, onTrouble });
  return { time, asked, kept, troubles, stop };
}

test('it looks each minute, and goes on each second while there is more', async () => {
  const { time, asked } = prunedStore([true, true, false]);
  for (let s = 0; s < 125; s++) await time.pass(1000);
  expect(asked.map(({ atMs }) => atMs / 1000)).toEqual([60, 61, 62, 122]);
  expect(new Set(asked.map(({ most }) => most))).toEqual(new Set([STEP_ROWS]));
});

test('keys that ended 90 days ago, entries of two years ago and calls of a month ago are old', async () => {
  const { time, kept } = prunedStore([]);
  await time.pass(60_000);
  expect(kept).toEqual([{ endedKeys: 90, audit: 730, keyUsage: 400, recentCalls: 30 }]);
});

test('a database that is away is told of once a minute, and asked again', async () => {
  const { time, asked, troubles } = prunedStore([new Error('away'), false]);
  for (let s = 0; s < 125; s++) await time.pass(1000);
  expect(troubles).toHaveLength(1);
  expect(asked).toHaveLength(2);
});

test('stopped, it looks no more', async () => {
  const { time, asked, stop } = prunedStore([]);
  stop();
  await time.pass(600_000);
  expect(asked).toEqual([]);
});

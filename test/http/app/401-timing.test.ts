import { expect, test } from 'vitest';
import { KEY, UNKNOWN_KEY } from '../../support/accounts.ts';
import { NOW } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { handTime, settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/**
 * After how many milliseconds the answer leaves, with a database that takes so long.
 *
 * @param stepMs by how much the clock on the wall is set meanwhile.
 */
async function leavesAfterMs(
  key: string | undefined,
  lookUpMs: number,
  stepMs = 0,
): Promise<number> {
  const time = handTime(NOW);
  const { app, accounts } = meteredApp({ time });
  const { findHolder } = accounts.keys;
  accounts.keys.findHolder = async (...asked) => {
    await new Promise<void>((resolve) => time.timer.start(lookUpMs, resolve));
    return findHolder(...asked);
  };
  if (key === KEY) accounts.revoke();
  let isAnswered = false;
  const headers = key === undefined ? {} : { 'x-api-key': key };
  void app.inject({ url: TRIP, headers }).then(({ statusCode }) => {
    isAnswered = statusCode === 401;
  });
  for (let ms = 0; ms <= 200; ms++) {
    for (let turn = 0; turn < 5; turn++) await settled();
    if (isAnswered) return ms;
    if (ms === 10) time.stepClock(stepMs);
    await time.pass(1);
  }
  return Number.NaN;
}

test.each([
  ['no key', undefined],
  ['junk', 'junk'],
  ['an unknown key', UNKNOWN_KEY],
  ['a revoked key', KEY],
])('%s is refused after the same time, however long the database takes', async (_name, key) => {
  for (const lookUpMs of [1, 7, 49]) expect(await leavesAfterMs(key, lookUpMs)).toBe(50);
});

test('a database slower than that shifts the answer by a whole step', async () => {
  expect(await leavesAfterMs(UNKNOWN_KEY, 51)).toBe(100);
  expect(await leavesAfterMs(UNKNOWN_KEY, 120)).toBe(150);
});

test.each([-3_600_000, 3_600_000])(
  'a clock on the wall that is set by %i ms meanwhile changes nothing about it',
  async (stepMs) => {
    // Before the look-up is over, and after.
    for (const lookUpMs of [1, 30])
      expect(await leavesAfterMs(UNKNOWN_KEY, lookUpMs, stepMs)).toBe(50);
  },
);

import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/duration.ts';
import { leaveOutLong, openSoonestFirst } from '../../../src/network/planning/drive-ways.ts';
import type { Drive } from '../../../src/routing/drive.ts';

/** One ferry, which is waited for 10 minutes as a rule. */
const soonestFirst = openSoonestFirst(Int32Array.of(10 * MINUTE_MS));

/** Ways in the order of the kernel: minutes in all, and of them the wait for the ferry; without one no ferry is boarded. */
type Way = readonly [minutes: number, waitMin?: number];

/** In what order they are given where so many others are wanted, and how many times others are looked for. */
async function give(ways: readonly Way[], others: number) {
  let searches = 0;
  const all = ways.map(([minutes, waitMin]) => {
    const wait = { ride: 0, waitMs: (waitMin ?? 0) * MINUTE_MS, point: 0, atMs: 0 };
    const boardings = waitMin === undefined ? [] : [wait];
    return { durationMs: minutes * MINUTE_MS, boardings } as unknown as Drive;
  });
  const given = await soonestFirst(all.slice(0, 1 + others), async () => {
    searches += 1;
    return all;
  });
  return {
    minutes: leaveOutLong(given)
      .slice(0, 1 + others)
      .map(({ durationMs }) => durationMs / MINUTE_MS),
    searches,
  };
}

test.each<[string, readonly Way[], readonly number[]]>([
  ['a way without a ferry stays the recommended one', [[70], [60, 5], [80]], [70, 60, 80]],
  ['so does one whose ferry is waited for as usual', [[70, 10], [60, 5], [80]], [70, 60, 80]],
  ['or hardly longer', [[79, 19], [60, 5], [80]], [79, 60, 80]],
  [
    'where the ferry is waited for longer at the hour the soonest is recommended, and the others keep their order',
    [[90, 40], [95], [80]],
    [80, 90, 95],
  ],
  ['of two that are as soon the first stays first', [[80, 40], [80], [85]], [80, 80, 85]],
  [
    'a ferry that is waited for longer and is the soonest all the same stays',
    [[60, 20], [70], [65]],
    [60, 70, 65],
  ],
  [
    'the next one stands in for another one that takes too long',
    [[100], [500, 400], [110]],
    [100, 110],
  ],
  ['and the first stays first', [[100], [500, 400], [90]], [100, 90]],
])('%s, however many others are wanted', async (_, ways, expected) => {
  for (const others of [0, 1, 2])
    expect((await give(ways, others)).minutes).toEqual(expected.slice(0, 1 + others));
});

test('where no ferry is waited for ten minutes longer than usual, and none takes too long, others are not looked for', async () => {
  expect(await give([[79, 19], [60], [500]], 1)).toEqual({ minutes: [79, 60], searches: 0 });
});

test.each([
  [[100, 125, 126], [100, 125], 'a quarter longer is the most'],
  [[100, 500, 110], [100, 110], 'those behind it stay'],
  [[100, 60], [100, 60], 'one that is sooner stays'],
  [[100], [100], 'the best one stays'],
  [[], [], 'there is no way'],
])('of ways of %j minutes %j are given: %s', (minutes, expected) => {
  const drives = minutes.map((min) => ({ durationMs: min * MINUTE_MS }) as Drive);
  expect(leaveOutLong(drives).map(({ durationMs }) => durationMs / MINUTE_MS)).toEqual(expected);
});

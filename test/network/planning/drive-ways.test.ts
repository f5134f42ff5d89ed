import { expect, test } from 'vitest';
import { type DriveUsual, soonestFirst } from '../../../src/network/planning/drive-ways.ts';
import type { Drive } from '../../../src/routing/drive.ts';

/** One ferry, which is waited for 10 minutes as a rule. */
const USUAL_WAIT = Int32Array.of(10);

/** Ways in the order of the kernel: minutes in all, and of them the wait for the ferry; without one no ferry is boarded. */
type Way = readonly [minutes: number, waitMin?: number];

/** What is given first, of what order, and how many times ways were looked for. */
async function give(
  ways: readonly Way[],
  { others = 2, avoidTolls = false, stops = 2 } = {},
): Promise<{ readonly minutes: readonly number[]; readonly searches: number }> {
  let searches = 0;
  const drive: DriveUsual = async (_, wish) => {
    searches += 1;
    return ways.slice(0, 1 + wish.others).map(([durationMs, waitMs]) => {
      const boardings = waitMs === undefined ? [] : [{ ride: 0, waitMs, point: 0, atMs: 0 }];
      return { durationMs, boardings } as unknown as Drive;
    });
  };
  const wish = { closed: [], avoidTolls, others };
  const given = await soonestFirst(drive, USUAL_WAIT)(new Array(stops), wish, undefined);
  return { minutes: given.map(({ durationMs }) => durationMs), searches };
}

test.each<[string, readonly Way[], readonly number[]]>([
  ['a way without a ferry stays the recommended one', [[70], [60, 5]], [70, 60]],
  [
    'so does one whose ferry is waited for as usual',
    [
      [70, 10],
      [60, 5],
    ],
    [70, 60],
  ],
  [
    'where the ferry is waited for longer at the hour the soonest is recommended, and the others keep their order',
    [[90, 40], [95], [80]],
    [80, 90, 95],
  ],
  ['of two that are as soon the first stays first', [[80, 40], [80], [85]], [80, 80, 85]],
  [
    'a ferry that is waited for longer and is the soonest all the same stays',
    [[60, 20], [70]],
    [60, 70],
  ],
])('%s', async (_, ways, expected) => {
  expect((await give(ways)).minutes).toEqual(expected);
});

test.each([0, 1, 2])(
  'the soonest is recommended, and the order of the others is the same, where %i others are wanted',
  async (others) => {
    const { minutes } = await give([[90, 40], [95], [80]], { others });
    expect(minutes).toEqual([80, 90, 95].slice(0, 1 + others));
  },
);

test.each([
  ['one avoids tolls: least tolls are wanted', { avoidTolls: true }],
  ['a trip has stops on the way: there are no other ways', { stops: 3 }],
])('the order stays where %s', async (_, terms) => {
  const { minutes, searches } = await give([[90, 40], [80]], terms);
  expect(minutes).toEqual([90, 80]);
  expect(searches).toBe(1);
});

test('where no ferry is waited for longer and none is wanted, others are not looked for', async () => {
  expect(await give([[70, 10], [60]], { others: 0 })).toEqual({ minutes: [70], searches: 1 });
});

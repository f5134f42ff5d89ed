import { expect, test } from 'vitest';
import { hasMoreThan, isDeeperThan } from '../../src/base/json-bounds.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each([
  ['a text', 'x', 0],
  ['nothing', null, 0],
  ['an empty list', [], 1],
  ['an object with a list', { a: 1, b: [2] }, 2],
  ['lists in lists', nested(300), 300],
])('%s is as deep as lists and objects lie in each other', (_, value, depth) => {
  expect([isDeeperThan(depth, value), isDeeperThan(depth - 1, value)]).toEqual([false, depth > 0]);
});

test.each([
  ['a text', 'x', 1],
  ['an empty list', [], 1],
  ['an object with a list', { a: 1, b: [2, 3] }, 5],
  ['lists in lists', nested(300), 300],
])('%s holds as many values as it has at all depths', (_, value, count) => {
  expect([hasMoreThan(count, value), hasMoreThan(count - 1, value)]).toEqual([false, true]);
});

test('a value of a million lists in each other is looked at', () => {
  expect(isDeeperThan(100, nested(1_000_000))).toBe(true);
  expect(hasMoreThan(10_000, nested(1_000_000))).toBe(true);
});

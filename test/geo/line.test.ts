import { expect, test } from 'vitest';
import { lengthM, nearest } from '../../src/geo/line.ts';
import { drawn } from '../support/drawn.ts';

const map = drawn(`
      1
  a---b---c
          |
          d   2
`);

test.each([
  ['ac', 800],
  ['acd', 1000],
  ['a', 0],
  ['', 0],
])('line %s is %d m long', (names, expected) => {
  expect(lengthM(map.line(names))).toBe(expected);
});

test.each([
  ['acd', '1', { alongM: 400, offM: 100 }, 'beside a leg'],
  ['acd', '2', { alongM: 1000, offM: 400 }, 'past the end'],
  ['dca', '1', { alongM: 600, offM: 100 }, 'driven the other way'],
  ['aac', '1', { alongM: 400, offM: 100 }, 'a leg of length 0 leads nowhere'],
])('from line %s, point %s is at %o: %s', (names, point, expected) => {
  expect(nearest(map.line(names), map.at(point))).toEqual(expected);
});

test('a line of one point has no nearest place', () => {
  expect(nearest(map.line('a'), map.at('1'))).toBeUndefined();
});

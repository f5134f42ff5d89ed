import { expect, test } from 'vitest';
import { isConnection, parseDurationS } from '../../../src/network/osm/ferry-tags.ts';
import { metresAt } from '../../support/drawn.ts';
import { table } from '../../support/table.ts';

/** Quays of one connection 3.7 km apart, and one of another connection beside the second. */
const RULES = {
  quays: [
    { id: '1', at: metresAt(0, 0), connectionIds: ['a'] },
    { id: '2', at: metresAt(3700, 0), connectionIds: ['a', 'b'] },
    { id: '3', at: metresAt(4000, 0), connectionIds: ['c'] },
  ],
  quayM: 1500,
};
const LINE = [metresAt(100, 0), metresAt(3804, 0)];

test.each(
  table<'text' | 'seconds'>(`
    text     | seconds
    20       | 1200
    00:20    | 1200
    0:20     | 1200
    1:05     | 3900
    01:05:30 | 3930
    PT20M    | 1200
    PT1H5M   | 3900
    PT90S    | 90
    24:30    | 88200
             |
    0        |
    00:00    |
    20 min   |
    PT       |
    P1D      |
    ca. 20   |
    1:5      |
  `),
)('a duration "$text" is [$seconds] seconds', ({ text, seconds }) => {
  expect(String(parseDurationS(text) ?? '')).toBe(seconds);
});

test('a line between two quays of one connection is that of a connection of ours', () => {
  expect(isConnection(LINE, RULES)).toBe(true);
});

test.each([
  ['leads to a quay of another connection', [metresAt(100, 0), metresAt(5300, 0)]],
  ['leads nowhere', [metresAt(100, 0), metresAt(9000, 0)]],
  ['comes back to its own quay', [metresAt(100, 0), metresAt(0, 100)]],
  ['has no place', []],
])('one that %s is not', (_, line) => {
  expect(isConnection(line, RULES)).toBe(false);
});

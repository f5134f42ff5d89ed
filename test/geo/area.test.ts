import { expect, test } from 'vitest';
import { outsideM } from '../../src/geo/area.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/** A bay between two arms, and an island; every character is 100 m. */
const map = drawnNetwork(`
  a-----b   e-----f
  | p   | q | r   |   i-j
  |     c---d     | x |y|
  |       s       |   l-k
  h---------------g
`);
const area = [map.line('abcdefgh'), map.line('ijkl')];

test.each(
  table<'point' | 'off'>(`
    point | off
    p     | 0
    r     | 0
    s     | 0
    y     | 0
    q     | 100
    x     | 200
  `),
)('$point lies $off m outside', ({ point, off }) => {
  expect(outsideM(area, map.at(point))).toBeCloseTo(Number(off), -1);
});

test('nothing is inside no area', () => {
  expect(outsideM([], map.at('p'))).toBe(Number.POSITIVE_INFINITY);
});

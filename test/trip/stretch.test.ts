import { expect, test } from 'vitest';
import { listStretches } from '../../src/trip/stretch.ts';
import { table } from '../support/table.ts';
import { routeOf } from '../support/trip-scene.ts';

test.each(
  table<'line' | 'stretches' | 'because'>(`
    line     | stretches                            | because
    a1b      | road 0-2                             | there is no ferry
    b2cd3e   | road 0-2, ferry 2-3, road 3-5        | the ferry lies between two roads
    cd       | ferry 0-1                            | it is all ferry
    cd3      | ferry 0-1, road 1-2                  | it starts on the quay
    bcdcb    | road 0-1, ferry 1-2, ferry 2-3, road 3-4 | there and back are two ferries
  `),
)('line $line is $stretches: $because', ({ line, stretches }) => {
  const found = listStretches(routeOf(line));
  expect(found.map((s) => `${s.kind} ${s.fromIndex}-${s.toIndex}`).join(', ')).toBe(stretches);
});

test('roads share what the planner knows beyond the drawn line; a ferry is as long as its line', () => {
  const drawn = routeOf('a1b2cd3e');
  const stretches = listStretches({ ...drawn, lengthM: drawn.lengthM + 240 });
  const [west, ferry, east] = stretches.map(({ lengthM }) => lengthM);
  expect(west).toBeCloseTo(1600 * 1.1, 0);
  expect(ferry).toBeCloseTo(800, 0);
  expect(east).toBeCloseTo(800 * 1.1, 0);
});

test('lengths and times of the stretches add up to those of the route', () => {
  const route = { ...routeOf('a1b2cd3e'), lengthM: 3456 };
  const stretches = listStretches(route);
  expect(stretches.reduce((sum, { lengthM }) => sum + lengthM, 0)).toBeCloseTo(3456, 6);
  expect(stretches.reduce((sum, { durationS }) => sum + durationS, 0)).toBe(route.durationS);
});

test('a planner that reports less than the length of its ferry leaves no road below 0', () => {
  const stretches = listStretches({ ...routeOf('bcd'), lengthM: 100 });
  expect(stretches.map(({ lengthM }) => Math.round(lengthM))).toEqual([0, 800]);
});

test('a route that stays where it is has no stretch of length', () => {
  expect(listStretches(routeOf('aa'))).toMatchObject([{ kind: 'road', lengthM: 0 }]);
});

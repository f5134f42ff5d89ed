import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { nearest } from '../../src/geo/line.ts';
import { buildStationIndex } from '../../src/geo/station-index.ts';
import { drawn } from '../support/drawn.ts';

const map = drawn(`
      1       3
  a---b---c
          |
    2     d   4
`);

const index = buildStationIndex(map.line('1234'));

test.each([
  ['abcd', 100, [0], 'only point 1 lies that close'],
  ['abcd', 99, [], 'the distance is a limit, not a guess'],
  ['abcd', 200, [0, 1], 'point 2 is two cells below'],
  ['abcd', 400, [0, 1, 3], 'point 3 is farther than any corner of the box suggests'],
  ['abcd', 500, [0, 1, 2, 3], 'each is named once, though several legs are near'],
  ['a', 1000, [], 'a line of one point has no legs'],
])('beside line %s, within %i m, are %j: %s', (names, withinM, expected) => {
  expect(index.listNearLine(map.line(names), withinM)).toEqual(expected);
});

test('an index without points finds none', () => {
  expect(buildStationIndex([]).listNearLine(map.line('abcd'), 1000)).toEqual([]);
});

test('finds exactly the points that trying them all finds', () => {
  const at = fc.tuple(fc.nat(5000), fc.nat(5000)) as fc.Arbitrary<Utm33>;
  const points = fc.array(at, { maxLength: 60 });
  const line = fc.array(at, { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(points, line, fc.nat(800), (stations, route, withinM) => {
      const expected = stations.flatMap((station, i) =>
        (nearest(route, station)?.offM ?? Infinity) <= withinM ? [i] : [],
      );
      expect(buildStationIndex(stations).listNearLine(route, withinM)).toEqual(expected);
    }),
  );
});

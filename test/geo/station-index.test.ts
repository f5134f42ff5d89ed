import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { buildStationIndex } from '../../src/geo/station-index.ts';
import { distanceToShareM, footShare } from '../../src/geo/utm-line.ts';
import { drawn } from '../support/drawn.ts';

const map = drawn(`
      1       3
  a---b---c
          |
    2     d   4
`);

const index = buildStationIndex(map.line('1234'));

test.each([
  ['ac', 100, [0], 'only point 1 lies that close'],
  ['ac', 99, [], 'the distance is a limit, not a guess'],
  ['ac', 200, [0, 1], 'point 2 is two cells below'],
  ['ac', 410, [0, 1], 'points 3 and 4 are in its box, and yet farther from its end'],
  ['ac', 500, [0, 1, 2, 3], 'they come in their own order'],
  ['bb', 100, [0], 'a leg of length 0 is one place'],
])('beside leg %s, within %i m, are %j: %s', (names, withinM, expected) => {
  const [a, b] = map.line(names) as [Utm33, Utm33];
  expect(index.listNearLeg(a, b, withinM)).toEqual(expected);
});

test('an index without points finds none', () => {
  expect(buildStationIndex([]).listNearLeg([0, 0], [800, 0], 1000)).toEqual([]);
});

test('finds exactly the points that trying them all finds', () => {
  const at = fc.tuple(fc.nat(5000), fc.nat(5000)) as fc.Arbitrary<Utm33>;
  const points = fc.array(at, { maxLength: 60 });
  fc.assert(
    fc.property(points, at, at, fc.nat(800), (stations, a, b, withinM) => {
      const expected = stations.flatMap((station, i) =>
        distanceToShareM(a, b, footShare(a, b, station), station) <= withinM ? [i] : [],
      );
      expect(buildStationIndex(stations).listNearLeg(a, b, withinM)).toEqual(expected);
    }),
  );
});

test('a stretch of line that has no point near it is far from all of them', () => {
  expect(index.hasNear(map.line('ac'), 99)).toBe(false);
  expect(index.hasNear(map.line('ac'), 100)).toBe(true);
  expect(buildStationIndex([]).hasNear(map.line('ac'), 1000)).toBe(false);
});

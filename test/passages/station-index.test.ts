import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { buildStationIndex, legGroupsOf } from '../../src/passages/station-index.ts';
import { drawn } from '../support/drawn.ts';

const map = drawn(`
      1       3
  a---b---c
          |
    2     d   4
`);

const index = buildStationIndex(map.line('1234'));
const boxOf = ([a, b]: readonly Utm33[]) => {
  const [[ax, ay], [bx, by]] = [a, b] as [Utm33, Utm33];
  return {
    minX: Math.min(ax, bx),
    minY: Math.min(ay, by),
    maxX: Math.max(ax, bx),
    maxY: Math.max(ay, by),
  };
};

test.each([
  ['ac', 100, [0], 'only point 1 lies that close'],
  ['ac', 99, [], 'the distance is a limit, not a guess'],
  ['ac', 200, [0, 1], 'point 2 is two cells below'],
  ['ac', 400, [0, 1, 2, 3], 'they come in their own order'],
  ['ac', 0, [], 'none stands on the line itself'],
  ['a4', 0, [1, 3], 'points on its edge are inside'],
  ['bb', 100, [0], 'a box without width is one place'],
])('in box %s and up to %i m beyond are %j: %s', (corners, withinM, expected) => {
  expect(index.listInBox(boxOf(map.line(corners)), withinM)).toEqual(expected);
});

test('an index without points finds none', () => {
  const box = { minX: 0, minY: 0, maxX: 800, maxY: 800 };
  expect(buildStationIndex([]).listInBox(box, 1000)).toEqual([]);
});

test('finds exactly the points that trying them all finds', () => {
  const at = fc.tuple(fc.nat(5000), fc.nat(5000)) as fc.Arbitrary<Utm33>;
  const points = fc.array(at, { maxLength: 60 });
  fc.assert(
    fc.property(points, at, at, fc.nat(800), (stations, a, b, withinM) => {
      const box = boxOf([a, b]);
      const expected = stations.flatMap(([x, y], i) =>
        x >= box.minX - withinM &&
        x <= box.maxX + withinM &&
        y >= box.minY - withinM &&
        y <= box.maxY + withinM
          ? [i]
          : [],
      );
      expect(buildStationIndex(stations).listInBox(box, withinM)).toEqual(expected);
    }),
  );
});

const at = fc.tuple(fc.integer({ max: 5000 }), fc.integer({ max: 5000 })) as fc.Arbitrary<Utm33>;

test('each leg is in one group, in order, and both its ends in the box of that group', () => {
  fc.assert(
    fc.property(fc.array(at, { minLength: 2, maxLength: 120 }), (line) => {
      const groups = legGroupsOf(line);
      const legs = groups.flatMap(({ fromLeg, toLeg }) =>
        Array.from({ length: toLeg - fromLeg }, (_, i) => fromLeg + i),
      );
      expect(legs).toEqual(Array.from({ length: line.length - 1 }, (_, i) => i));
      for (const { fromLeg, toLeg, box } of groups) {
        const points = line.slice(fromLeg, toLeg + 1);
        const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
        expect(box).toEqual({
          minX: Math.min(...xs),
          minY: Math.min(...ys),
          maxX: Math.max(...xs),
          maxY: Math.max(...ys),
        });
      }
    }),
  );
});

test.each([[[]], [[[3, 4]]]])('a line of the points %j has no legs', (line) => {
  expect(legGroupsOf(line as unknown as Utm33[])).toEqual([]);
});

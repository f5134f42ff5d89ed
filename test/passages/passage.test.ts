import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { distanceM } from '../../src/geo/utm33.ts';
import { buildStationIndex, findPassages, legGroupsOf } from '../../src/passages/passage.ts';
import { drawn } from '../support/drawn.ts';
import { table } from '../support/table.ts';

/** Stations 1 to 4 beside a square of roads; one character is 100 m. */
const map = drawn(`
         1
  a------b------c
  |             |
  |             |4
  |             |
 3|             |
  |             |
  d-------------e
         2
`);

const stations = buildStationIndex(map.line('1234'));

test.each(
  table<'line' | 'passed' | 'because'>(`
    line       | passed                    | because
    ac         | 1@700                     | it is passed where the line is closest
    ca         | 1@700                     | the other way round, too
    abc        | 1@700                     | a leg that ends beside the station is one pass
    abbc       | 1@700                     | so is a leg of length 0
    aced       | 1@700 4@1600 2@2700       | they come in travel order
    da         | 3@200                     | beside the middle of a leg
    acedac     | 1@700 4@1600 2@2700 3@3600 1@4700 | a second lap is a second pass
    bcedabc    | 1@0 4@900 2@2000 3@2900 1@4000 | a loop passes its start twice
    bcb        | 1@0 1@1400                | there and back is twice
    de         | 2@700                     | the others are out of reach
    b          |                           | one point goes nowhere
  `),
)('line $line passes $passed: $because', ({ line, passed }) => {
  expect(drive(map.line(line))).toBe(passed);
});

test('a road that wavers along the edge of the tolerance passes once', () => {
  const station: Utm33 = [0, 0];
  const line: Utm33[] = [
    [-400, 95],
    [-25, 95],
    [0, 120],
    [25, 95],
    [400, 95],
  ];
  expect(findPassages(line, buildStationIndex([station]), 100)).toHaveLength(1);
});

test('a passage says where on which leg it lies, and how far off', () => {
  expect(findPassages(map.line('dac'), stations, 100)[1]).toEqual({
    point: 0,
    leg: 1,
    share: 0.5,
    alongM: 1300,
    offM: 100,
  });
});

test('a station nearer than the circle that ends a pass, but not near enough, is not passed', () => {
  expect(findPassages(map.line('ac'), stations, 60)).toEqual([]);
});

const walk = fc
  .array(fc.constantFrom(...'abcde'), { minLength: 2, maxLength: 10 })
  .map((names) => map.line(names.join('')));

test('splitting the legs of a line changes nothing', () => {
  const cuts = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), {
    maxLength: 10,
  });
  fc.assert(
    fc.property(walk, cuts, (line, shares) => {
      expect(drive(cut(line, shares))).toBe(drive(line));
    }),
  );
});

test('passages come in travel order, inside the line and inside the tolerance', () => {
  fc.assert(
    fc.property(walk, (line) => {
      const passages = findPassages(line, stations, TOLERANCE_M);
      const alongM = passages.map((p) => p.alongM);
      expect(alongM).toEqual(alongM.toSorted((p, q) => p - q));
      expect(alongM.every((m) => m >= 0 && m <= lengthM(line))).toBe(true);
      expect(passages.every((p) => p.offM <= TOLERANCE_M)).toBe(true);
    }),
  );
});

const TOLERANCE_M = 110;

const lengthM = (line: readonly Utm33[]) =>
  line.reduce((sumM, to, i) => sumM + distanceM(line[i - 1] ?? to, to), 0);

/** Passages as `station@metres`, with stations named as in the drawing. */
const drive = (line: readonly Utm33[]) =>
  findPassages(line, stations, TOLERANCE_M)
    .map(({ point, alongM }) => `${point + 1}@${Math.round(alongM)}`)
    .join(' ');

const cut = (line: readonly Utm33[], shares: readonly (readonly number[])[]): Utm33[] =>
  line.flatMap((a, i) => {
    const b = line[i + 1] ?? a;
    const onLeg = (shares[i] ?? []).toSorted((p, q) => p - q);
    return [a, ...onLeg.map((s): Utm33 => [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s])];
  });

const roads = drawn(`
      1       3
  a---b---c
          |
    2     d   4
`);

const index = buildStationIndex(roads.line('1234'));
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
  expect(index.listInBox(boxOf(roads.line(corners)), withinM)).toEqual(expected);
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Utm33 } from '../../src/base/point.ts';
import { distanceM } from '../../src/geo/utm33.ts';
import { findPassages } from '../../src/passages/passage.ts';
import { buildStationIndex } from '../../src/passages/station-index.ts';
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

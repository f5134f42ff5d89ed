import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import {
  angleBetweenDeg,
  findPlaceOnLine,
  flatBearingDeg,
  flatDistanceM,
  flatLengthM,
  pointAlong,
} from '../../src/geo/on-line.ts';
import { drawn } from '../support/drawn.ts';
import { table } from '../support/table.ts';

const map = drawn(`
      1
  a---b---c
          |
          d   2
`);

test.each([
  ['acd', '1', { index: 0, along: 400, off: 100, bearing: 90 }, 'beside a leg'],
  ['acd', '2', { index: 1, along: 1000, off: 400, bearing: 180 }, 'past the end'],
  ['dca', '1', { index: 1, along: 600, off: 100, bearing: 270 }, 'driven the other way'],
  ['aac', '1', { index: 1, along: 400, off: 100, bearing: 90 }, 'a leg of length 0 leads nowhere'],
])('from line %s, point %s is at %o: %s', (names, name, expected) => {
  const place = findPlaceOnLine(lineOf(names), pointOf(name));
  expect(place?.index).toBe(expected.index);
  expect(place?.alongM).toBeCloseTo(expected.along, 0);
  expect(place?.offM).toBeCloseTo(expected.off, 0);
  expect(place?.bearingDeg).toBeCloseTo(expected.bearing, 1);
});

test('the place itself lies on the line', () => {
  expectNear(findPlaceOnLine(lineOf('acd'), pointOf('1'))?.at, 'b');
});

test('a line of one point has no place', () => {
  expect(findPlaceOnLine(lineOf('a'), pointOf('1'))).toBeUndefined();
});

test.each([
  ['ac', 800],
  ['acd', 1000],
  ['a', 0],
  ['', 0],
])('line %s is %d m long', (names, expected) => {
  expect(flatLengthM(lineOf(names))).toBeCloseTo(expected, 0);
});

test.each([
  ['acd', 400, 'b', 0, 'in the middle of a leg'],
  ['acd', 1000, 'd', 1, 'at the end'],
  ['acd', 9999, 'd', 1, 'past the end, held there'],
  ['acd', -50, 'a', 0, 'before the start, held there'],
  ['aacd', 0, 'a', 1, 'a leg of length 0 is no place'],
  ['a', 100, 'a', 0, 'a line of one point'],
])('on line %s, %d m along is %s, after point %d: %s', (names, alongM, name, index) => {
  const place = pointAlong(lineOf(names), alongM);
  expectNear(place.at, name);
  expect(place.index).toBe(index);
});

test.each([
  ['ac', 90],
  ['ca', 270],
  ['cd', 180],
  ['dc', 0],
])('the way %s has bearing %d', (names, expected) => {
  const [from, to] = lineOf(names) as [LatLon, LatLon];
  expect(flatBearingDeg(from, to)).toBeCloseTo(expected, 6);
});

test.each(
  table<'a' | 'b' | 'between'>(`
    a   | b   | between
    10  | 350 | 20
    350 | 10  | 20
    0   | 180 | 180
    90  | 90  | 0
    0   | 359 | 1
  `),
)('between bearings $a and $b lie $between degrees', ({ a, b, between }) => {
  expect(angleBetweenDeg(Number(a), Number(b))).toBe(Number(between));
});

const lineOf = (names: string): LatLon[] => [...names].map(pointOf);

/** A metre of the drawing is a metre on the ground near 60 N, 10 E. */
function pointOf(name: string): LatLon {
  const [eastM, northM] = map.at(name);
  return { lat: 60 + northM / 111_195, lon: 10 + eastM / (111_195 * Math.cos(Math.PI / 3)) };
}

function expectNear(at: LatLon | undefined, name: string) {
  expect(at).toBeDefined();
  if (at !== undefined) expect(flatDistanceM(at, pointOf(name))).toBeLessThan(1);
}

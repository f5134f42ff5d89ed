import { expect, test } from 'vitest';
import { nearestPlace } from '../../portal/js/map/snap-to-road.js';
import { findSpur } from '../../portal/js/trip/spur.js';

/** Letters are places on a map, ten to a hundredth of a degree. */
const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  a: [10.0, 60.0],
  b: [10.01, 60.0],
  c: [10.02, 60.0],
  d: [10.03, 60.0],
  s: [10.01, 60.01],
  t: [10.01, 60.02],
};
const lineOf = (letters: string) =>
  [...letters].map((letter): readonly [number, number] => PLACES[letter] ?? [0, 0]);

test.each([
  ['to a place and back by the same road', 'abstsbcd', 't', 'b'],
  ['written twice where it turns', 'absttsbcd', 't', 'b'],
  ['on from the place', 'absd', 's', undefined],
  ['through the place, and past it once more on another road', 'abscbd', 's', undefined],
  ['along a straight road', 'abcd', 'c', undefined],
  ['past a place where road and ferry meet, which is written twice', 'abbcd', 't', undefined],
  ['to a place and back over one that is written twice', 'abbstsbcd', 't', 'b'],
])('a route %s', (_, line, stop, base) => {
  const [lon = 0, lat = 0] = PLACES[stop] ?? [];
  const [baseLon, baseLat] = PLACES[base ?? ''] ?? [];
  expect(findSpur(lineOf(line), { lat, lon })).toEqual(base && { lat: baseLat, lon: baseLon });
});

const road = (handicap: number, y: number) => ({
  handicap,
  line: [
    { x: 0, y },
    { x: 100, y },
  ],
});

test.each([
  ['the nearest of equal roads', [road(0, 10), road(0, 40)], 30, 40],
  ['a main road before a smaller one that is a little nearer', [road(0, 10), road(14, 30)], 24, 10],
  ['a smaller one that is much nearer', [road(0, 10), road(14, 40)], 38, 40],
])('a pulled route is held to %s', (_, roads, y, held) => {
  expect(nearestPlace(roads, { x: 50, y })).toMatchObject({ x: 50, y: held });
});

test('without a road there is nothing to hold it to', () => {
  expect(nearestPlace([], { x: 1, y: 1 })).toBeUndefined();
});

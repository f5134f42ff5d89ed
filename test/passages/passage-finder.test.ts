import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const [one, two, three] = lineOf('123') as [LatLon, LatLon, LatLon];

/** Station 1 has a gate far from its own place, 2 has two, 3 has none, 4 is not charged any more. */
const finder = buildPassageFinder({
  gates: [
    { stationId: '1', at: one },
    { stationId: '2', at: two },
    { stationId: '2', at: two },
    { stationId: '4', at: two },
  ],
  stations: [
    { id: '1', at: { lat: 61, lon: 10 } },
    { id: '2', at: two },
    { id: '3', at: { lat: three.lat + 20 / 111_195, lon: three.lon } },
  ],
  nearM: 30,
});
const unmatched = (names: string) => {
  const { passages: _, ...route } = routeOf(names);
  return route;
};

test('exact passages are those that the planner tells; where it tells none, it is not known', () => {
  const route = routeOf('a1b2c');
  expect(finder.findExact(route)).toBe(route.passages);
  expect(finder.findExact(unmatched('a1b2c'))).toBeUndefined();
  expect(finder.findExact(routeOf('cf'))).toEqual([]);
});

test('what the planner tells is sure, but for what it doubts; where it tells nothing, all that is near is in doubt', () => {
  const [first, second] = routeOf('a1b2c').passages ?? [];
  const passages = [first, { ...second, isDoubted: true }] as NonNullable<
    ReturnType<typeof routeOf>['passages']
  >;
  const told = finder.findPossible(routeOf('a1b2c', { passages }));
  expect(told.passages.map(({ isSure }) => isSure)).toEqual([true, false]);
  expect(told.isTimeSure).toBe(true);
  const near = finder.findPossible(unmatched('a1b2c'));
  expect(near.passages).toMatchObject([
    { stationId: '1', isSure: false },
    { stationId: '2', isSure: false },
  ]);
  expect(near.isTimeSure).toBe(false);
});

test('by geometry the time lies between the points of the leg', () => {
  const [passage] = finder.findByGeometry(routeOf('ab'));
  expect(passage).toMatchObject({ stationId: '1' });
  expect(passage?.atS).toBeCloseTo(40, 1);
  expect(passage?.alongM).toBeCloseTo(400, 0);
});

test('by geometry a station stands once at its gates, driven either way, and where it has none at its own place', () => {
  const ids = finder.findByGeometry(routeOf('ac')).map(({ stationId }) => stationId);
  expect(ids).toEqual(['1', '2']);
  const back = finder.findByGeometry(routeOf('aca')).map(({ stationId }) => stationId);
  expect(back).toEqual(['1', '2', '2', '1']);
  expect(finder.findByGeometry(routeOf('de')).map((p) => p.stationId)).toEqual(['3']);
});

test('by geometry the record of the direction that is driven stands before the other one of its place', () => {
  const place = { at: two };
  const both = buildPassageFinder({
    gates: ['1', '2'].map((stationId) => ({ stationId, ...place })),
    stations: ['1', '2'].map((id) => ({ id, ...place })),
    nearM: 30,
  });
  const told = (stationId: string) =>
    both
      .findByGeometry(routeOf('ac', { passages: [{ stationId, alongM: 0, atS: 0 }] }))
      .map((passage) => passage.stationId);
  expect(told('1')).toEqual(['1', '2']);
  expect(told('2')).toEqual(['2', '1']);
});

import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { buildSiteFinder } from '../../src/trip/site-finder.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const site = (stationId: string, chargedBearingDeg?: number) => ({
  stationId,
  at: lineOf(stationId)[0] as LatLon,
  positions: [],
  ...(chargedBearingDeg !== undefined && { chargedBearingDeg }),
});

/** The line runs east; station 3 charges the way west. */
const finder = buildSiteFinder([site('1'), site('2', 90), site('3', 270)], {
  nearM: 25,
  headingDeg: 75,
});

test('the stations of the driven direction are passed, each at its distance and time', () => {
  const passages = finder.findByGeometry(routeOf('abcde'));
  expect(passages.map(({ stationId }) => stationId)).toEqual(['1', '2']);
  expect(passages[0]?.alongM).toBeCloseTo(400, 0);
  expect(passages[0]?.atS).toBeCloseTo(40, 0);
  expect(passages[1]?.atS).toBeCloseTo(120, 0);
});

test('the other way the others are', () => {
  const back = finder.findByGeometry(routeOf('edcba'));
  expect(back.map(({ stationId }) => stationId)).toEqual(['3', '1']);
});

test('there is no better match than this one', async () => {
  const route = routeOf('abcde');
  expect(await finder.findExact(route)).toEqual(finder.findByGeometry(route));
});

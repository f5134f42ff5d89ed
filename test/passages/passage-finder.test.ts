import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { Gate } from '../../src/passages/gate.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const [one, two, three] = lineOf('123') as [LatLon, LatLon, LatLon];
const gate = (stationId: string, at: LatLon, charged: Gate['charged'] = 'both'): Gate => ({
  stationId,
  at,
  forwardBearingDeg: 90,
  charged,
});

/** Station 1 has a gate far from its own place, 2 has two, 3 has none, 4 is not charged any more. */
const finder = buildPassageFinder({
  gates: [gate('1', one), gate('2', two, 'forward'), gate('2', two, 'backward'), gate('4', two)],
  stations: [
    { id: '1', at: { lat: 61, lon: 10 } },
    { id: '2', at: two },
    { id: '3', at: { lat: three.lat + 20 / 111_195, lon: three.lon } },
  ],
  nearM: 30,
});

test('an exact passage has the distance and the time of its vertex', async () => {
  const [first, second] = (await finder.findExact(routeOf('a1b2c'))) ?? [];
  expect(first).toMatchObject({ stationId: '1', atS: 40 });
  expect(first?.alongM).toBeCloseTo(400, 0);
  expect(second).toMatchObject({ stationId: '2', atS: 120 });
});

test('exact matching passes the gate of the driven direction only', async () => {
  expect((await finder.findExact(routeOf('b2c')))?.map((p) => p.stationId)).toEqual(['2', '4']);
  expect((await finder.findExact(routeOf('c2b')))?.map((p) => p.stationId)).toEqual(['2', '4']);
});

test('exact matching is not possible on a network without gates', async () => {
  const without = buildPassageFinder({ stations: [{ id: '1', at: one }], nearM: 30 });
  expect(await without.findExact(routeOf('a1b'))).toBeUndefined();
  expect(without.findByGeometry(routeOf('ab'))).toHaveLength(1);
});

test('a network with gates, but none on the route, is matched: there is nothing to pay', async () => {
  expect(await finder.findExact(routeOf('cf'))).toEqual([]);
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

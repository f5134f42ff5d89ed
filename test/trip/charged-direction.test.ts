import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import { listChargedThen } from '../../src/trip/list-toll-passages.ts';
import { table } from '../support/table.ts';
import { station } from '../support/toll-clerk.ts';

const SLEMDAL = station('oslo', 'Slemdalsveien');
const UELAND = station('oslo', 'Uelands Gate');
const STATIONS = new Map([SLEMDAL, UELAND].map((one) => [one.id, one]));
const tolls = { findStation: (id: string) => STATIONS.get(id) } as Parameters<
  typeof listChargedThen
>[2]['tolls'];

/** Slemdalsveien leads from the north-west into the old ring of Oslo. */
const INWARDS = [
  { lat: 59.944, lon: 10.698 },
  { lat: 59.934, lon: 10.71 },
  { lat: 59.934, lon: 10.71 },
  { lat: 59.924, lon: 10.722 },
];
const ALONG_M = 1298;

const passed = (day: string, points: typeof INWARDS, ids: readonly string[], alongM = ALONG_M) => {
  const route = { line: points } as unknown as PlannedRoute;
  const found = ids.map((stationId) => ({ stationId, alongM, atS: 60 }));
  const startMs = fromOsloWallClock(`${day}T12:00`);
  return listChargedThen(found, route, { tolls, startMs }).map(({ stationId }) => stationId);
};

test.each(
  table<'day' | 'way' | 'pays'>(`
    day        | way      | pays
    2019-05-31 | inwards  | yes
    2019-05-31 | outwards | no
    2019-06-01 | inwards  | yes
    2019-06-01 | outwards | yes
  `),
)('a station of the old ring passed $way on $day is charged: $pays', ({ day, way, pays }) => {
  const points = way === 'inwards' ? INWARDS : INWARDS.toReversed();
  expect(passed(day, points, [SLEMDAL.id])).toEqual(pays === 'yes' ? [SLEMDAL.id] : []);
});

test('it is charged by where the route heads at the station, at the ends of its line, too', () => {
  for (const alongM of [0, 10, 2000, 99_999]) {
    expect(passed('2019-05-31', INWARDS, [SLEMDAL.id], alongM)).toEqual([SLEMDAL.id]);
    expect(passed('2019-05-31', INWARDS.toReversed(), [SLEMDAL.id], alongM)).toEqual([]);
  }
});

test('stations that never charged one direction alone, and those that are not known, stay', () => {
  const ids = [UELAND.id, '1'];
  expect(passed('2019-05-31', INWARDS.toReversed(), ids)).toEqual(ids);
});

import { expect, test } from 'vitest';
import { toUtm33 } from '../../src/geo/utm33.ts';
import { formatFeatures, formatGivenRoute } from '../../src/wire/route.ts';
import { routeOf } from '../support/trip-scene.ts';

const OSLO = { lat: 59.911491, lon: 10.757933 };
const [EASTING, NORTHING] = toUtm33(OSLO).map(Math.round) as [number, number];

const given = (coordinates: unknown) => ({
  routeId: 'r1',
  statistic: { tollSmall: '30' },
  newer: [1],
  features: [
    { type: 'Feature', geometry: { type: 'LineString', coordinates, crs: null }, properties: {} },
  ],
});
const coordinatesOf = (coordinates: unknown, srs: '25833' | '4326') =>
  (
    formatGivenRoute(given(coordinates), 'r1', { srs }).features[0] as {
      geometry: { coordinates: unknown };
    }
  ).geometry.coordinates;

test('a route in the wanted system is what it was', () => {
  const route = given([[EASTING, NORTHING]]);
  expect(formatGivenRoute(route, 'r1', { srs: '25833' })).toEqual(route);
  const inDegrees = given([[10.757933, 59.911491]]);
  expect(formatGivenRoute(inDegrees, 'r1', { srs: '4326' })).toEqual(inDegrees);
});

test('in the other system only its coordinates change', () => {
  const route = formatGivenRoute(given([[EASTING, NORTHING]]), 'r1', { srs: '4326' });
  const [[lon, lat]] = coordinatesOf([[EASTING, NORTHING]], '4326') as [[number, number]];
  expect(lat).toBeCloseTo(OSLO.lat, 5);
  expect(lon).toBeCloseTo(OSLO.lon, 4);
  expect(String(lat).length).toBeLessThanOrEqual('59.911491'.length);
  expect(route).toEqual(given([[lon, lat]]));
});

test('degrees become metres with one decimal', () => {
  const [[easting, northing]] = coordinatesOf([[OSLO.lon, OSLO.lat]], '25833') as [
    [number, number],
  ];
  expect(easting).toBeCloseTo(EASTING, -1);
  expect(northing).toBeCloseTo(NORTHING, -1);
});

test('several lines, a height and what is no vertex are left as they are', () => {
  const metres = [EASTING, NORTHING, 12.5];
  const [[[lon, lat, height]], rest] = coordinatesOf([[metres], 'x'], '4326') as [
    [[number, number, number]],
    unknown,
  ];
  expect([Math.round(lon), Math.round(lat), height]).toEqual([11, 60, 12.5]);
  expect(rest).toBe('x');
});

test.each([
  ['a1b2cd3e', 0, 'on a road'],
  ['cd3', 13, 'on a quay, where it waits and boards'],
  ['a1b', 13, 'at a gate that is closed for the night'],
])(
  'the minutes of the features add up to those of the route, but for rounding: %s, %d min, as it begins %s',
  (names, waitMin) => {
    const plain = routeOf(names);
    const secondsAt = plain.secondsAt.map((s) => s + 60 * waitMin);
    const durationS = plain.durationS + 60 * waitMin;
    const features = formatFeatures({ ...plain, secondsAt, durationS }, {});
    const sumMin = features.reduce((sum, { properties }) => sum + properties.durationMin, 0);
    expect(sumMin).toBeCloseTo(durationS / 60, 0);
    expect(Math.abs(sumMin - durationS / 60)).toBeLessThanOrEqual(0.1 * features.length);
  },
);

test('features without a geometry are handed through', () => {
  const features = [null, { geometry: null }, { geometry: { type: 'Point' } }, 7];
  expect(formatGivenRoute({ features }, 'r1', { srs: '4326' }).features).toEqual(features);
});

test('a route without an id gets one, and without features none', () => {
  expect(formatGivenRoute({}, '2', { srs: '25833' })).toEqual({ routeId: '2', features: [] });
});

test('geometry=0 leaves the coordinates out, and everything else where it is', () => {
  expect(formatGivenRoute(given([[EASTING, NORTHING]]), 'r1', { geometry: '0' })).toEqual(
    given([]),
  );
  const { features } = formatGivenRoute({ features: [{ geometry: null }] }, 'r1', {
    geometry: '0',
  });
  expect(features).toEqual([{ geometry: null }]);
});

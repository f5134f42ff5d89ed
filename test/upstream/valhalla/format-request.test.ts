import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { formatLocate, formatRequest } from '../../../src/upstream/valhalla/format-request.ts';

const [A, B, C] = [
  { lat: 60, lon: 10 },
  { lat: 60.2, lon: 10 },
  { lat: 61, lon: 11 },
];

interface Request {
  locations: { lat: number; type: string; search_filter?: object }[];
  costing_options: { auto: Record<string, number> };
  alternates: number;
}
const terms = { boardingS: 300 };
const format = (stops: readonly LatLon[], avoidTolls = false) =>
  JSON.parse(formatRequest(stops, avoidTolls, terms)) as Request;

test('stops are asked for in travel order; the way is not broken at via points', () => {
  expect(format([A, B, C]).locations.map(({ lat, type }) => [lat, type])).toEqual([
    [60, 'break'],
    [60.2, 'via'],
    [61, 'break'],
  ]);
});

test('no stop is located on a ferry line, and from a stop at a quay one may board', () => {
  const located = JSON.parse(formatLocate([A, B, C])) as Request;
  for (const stop of located.locations)
    expect(stop.search_filter).toMatchObject({ exclude_ferry: true });
  for (const stop of format([A, B, C]).locations) expect(stop.search_filter).toBeUndefined();
});

test('every stop is located on any road, once more in the open, and once more off the ramps', () => {
  const { locations } = JSON.parse(formatLocate([A, C])) as Request;
  const inTheOpen = { exclude_ferry: true, exclude_tunnel: true, exclude_ramp: true };
  const asked = locations.map(({ lat, search_filter }) => [lat.toFixed(3), search_filter]);
  expect(asked).toEqual([
    ['60.000', { exclude_ferry: true }],
    ['61.000', { exclude_ferry: true }],
    ['60.000', inTheOpen],
    ['61.000', inTheOpen],
    ['60.000', { exclude_ferry: true, exclude_ramp: true }],
    ['61.000', { exclude_ferry: true, exclude_ramp: true }],
  ]);
  // The engine gives one answer for all locations at a point.
  expect(new Set(locations.map(({ lat }) => lat)).size).toBe(locations.length);
});

test('two alternatives are asked for, and none with via points', () => {
  expect(format([A, C]).alternates).toBe(2);
  expect(format([A, B, C]).alternates).toBe(0);
});

test('no more alternatives are asked for than are wanted, and nothing else changes', () => {
  for (const alternatives of [0, 1, 2]) {
    const usual = JSON.parse(formatRequest([A, C], true, terms));
    const asked = JSON.parse(formatRequest([A, C], true, { ...terms, alternatives }));
    expect(asked).toEqual({ ...usual, alternates: alternatives });
  }
});

test('a toll station costs no time, and a detour only for those who avoid tolls', () => {
  expect(format([A, C]).costing_options.auto).toMatchObject({
    toll_booth_cost: 0,
    toll_booth_penalty: 0,
    ferry_cost: 300,
  });
  const avoiding = format([A, C], true).costing_options.auto;
  expect(avoiding.toll_booth_cost).toBe(0);
  expect(avoiding.toll_booth_penalty).toBeGreaterThan(3600);
});

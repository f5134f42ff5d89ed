import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { parseLocated, type RawLocated } from '../../../src/upstream/valhalla/ask-routes.ts';
import {
  parseRoutes,
  parseStops,
  type RawAnswer,
} from '../../../src/upstream/valhalla/parse-route.ts';
import { map } from '../../support/drawn-ring.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/valhalla');
const read = (name: string): unknown => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8'));

describe('the recorded answer from v over station 2 and the ferry to i', () => {
  const answer = read('route-with-ferry.json') as RawAnswer;
  const [route] = parseRoutes(answer, 1);
  const [longer] = parseRoutes(answer, 1.02);
  const raw = (answer as RawAnswer & { routes: readonly { duration: number }[] }).routes[0];
  if (route === undefined || longer === undefined || raw === undefined)
    throw new Error('Expected a route.');

  test('has one ferry stretch, from the quay e over g to the quay h', () => {
    expect(route.ferries).toEqual([{ fromIndex: 6, toIndex: 8 }]);
    const stretch = route.line.slice(6, 9);
    expect(stretch.map((at, i) => flatDistanceM(at, map.line('egh')[i] ?? at) < 1)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('has seconds at every point: driving, turning, and 300 s of boarding at the quay', () => {
    expect(route.secondsAt.map((seconds) => Math.round(seconds))).toEqual([
      0, 28, 29, 30, 58, 115, 531, 840, 1149, 1225,
    ]);
  });

  test('adds up to the engine’s own length, and to its duration within a second', () => {
    expect(Math.abs(route.durationS - raw.duration)).toBeLessThan(1);
    expect(route.lengthM).toBeCloseTo(raw.distance, 6);
  });

  test('grows by the length factor on the road alone', () => {
    const roadM = raw.distance - 1202;
    expect(longer.lengthM).toBeCloseTo(1202 + roadM * 1.02, 6);
    const ferryS = (facts: typeof route) => (facts.secondsAt[8] ?? 0) - (facts.secondsAt[6] ?? 0);
    expect(ferryS(longer)).toBeCloseTo(ferryS(route), 6);
    const drivenS = route.durationS - 300 - ferryS(route);
    expect(longer.durationS - route.durationS).toBeCloseTo(drivenS * 0.02, 1);
  });

  test('names the places on roads that the stops were moved to', () => {
    expect(
      parseStops(answer).map((at, i) => flatDistanceM(at, map.line('vi')[i] ?? at) < 1),
    ).toEqual([true, true]);
  });
});

describe('an answer of two legs', () => {
  const leg = (mode: string, ...duration: number[]) => ({
    annotation: { duration },
    steps: [
      { mode, distance: 100, intersections: [{ geometry_index: 0, turn_duration: 5 }] },
      { mode: 'driving', distance: 0, intersections: [{ geometry_index: duration.length }] },
    ],
  });
  const parse = (...legs: ReturnType<typeof leg>[]) => {
    const answer = {
      routes: [{ distance: 400, geometry: encodePolyline(map.line('abcde')), legs }],
      waypoints: [],
    };
    const [route] = parseRoutes(answer, 2);
    return route;
  };

  test('counts its points through', () => {
    const route = parse(leg('driving', 10, 10), leg('ferry', 30, 30));
    expect(route?.ferries).toEqual([{ fromIndex: 2, toIndex: 4 }]);
    expect(route?.secondsAt).toEqual([0, 25, 50, 80, 110]);
    expect(route?.lengthM).toBe(700);
  });

  test('sailed without road between is one ferry stretch', () => {
    expect(parse(leg('ferry', 30, 30), leg('ferry', 30, 30))?.ferries).toEqual([
      { fromIndex: 0, toIndex: 4 },
    ]);
  });
});

describe('where stops lie', () => {
  const stops = [...map.line('2g'), { lat: 51.5, lon: -0.1 }];
  const places = parseLocated(read('locate-at-station.json') as RawLocated, stops);

  test('is the nearest place on a road, of a stop in the sea the nearest ashore', () => {
    const offM = places.map((place, i) => flatDistanceM(place, stops[i] ?? place));
    expect(offM[0]).toBeCloseTo(1, 0);
    expect(flatDistanceM(places[1] ?? map.at('g'), map.at('h'))).toBeLessThan(1);
  });

  test('is the stop itself where no road is near: the engine then finds no route', () => {
    expect(places[2]).toEqual(stops[2]);
  });

  test('is the nearest of several places', () => {
    const [near, far] = map.line('12');
    if (near === undefined || far === undefined) throw new Error('Expected two points.');
    expect(parseLocated([foundAt(far, near)], map.line('b'))).toEqual([near]);
  });

  test.each([
    { offM: 20, taken: 'tunnel', because: 'the stop lies on the road in it' },
    { offM: 30, taken: 'street', because: 'the stop stands on the hill above' },
  ])('$offM m from a tunnel is the $taken: $because', ({ offM, taken }) => {
    const stop = { lat: 60, lon: 10 };
    const tunnel = { lat: 60 + offM / 111_195, lon: 10 };
    const street = { lat: 60.002, lon: 10 };
    const [place] = parseLocated([foundAt(tunnel), foundAt(street)], [stop]);
    expect(place).toEqual(taken === 'tunnel' ? tunnel : street);
  });

  test.each([
    { offM: 1, taken: 'ramp', because: 'the stop is a point of a route over it' },
    { offM: 20, taken: 'street', because: 'nobody sets out from a ramp' },
  ])('$offM m from a ramp is the $taken: $because', ({ offM, taken }) => {
    const stop = { lat: 60, lon: 10 };
    const ramp = { lat: 60 + offM / 111_195, lon: 10 };
    const street = { lat: 60.001, lon: 10 };
    const [place] = parseLocated([foundAt(ramp), foundAt(street), foundAt(street)], [stop]);
    expect(place).toEqual(taken === 'ramp' ? ramp : street);
  });

  test('is the tunnel where the next road in the open lies across the fjord', () => {
    const stop = { lat: 60, lon: 10 };
    const [mouth, across] = [100, 700].map((offM) => ({ lat: 60 + offM / 111_195, lon: 10 }));
    if (mouth === undefined || across === undefined) throw new Error('Expected two places.');
    expect(parseLocated([foundAt(mouth), foundAt(across)], [stop])).toEqual([mouth]);
  });

  test('is the tunnel where there is no road in the open', () => {
    const tunnel = { lat: 60.01, lon: 10 };
    expect(parseLocated([foundAt(tunnel), { edges: null }], [{ lat: 60, lon: 10 }])).toEqual([
      tunnel,
    ]);
  });
});

const foundAt = (...places: readonly LatLon[]): RawLocated[number] => ({
  edges: places.map(({ lat, lon }) => ({ correlated_lat: lat, correlated_lon: lon })),
});

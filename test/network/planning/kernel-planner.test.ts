import { beforeAll, describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import type { PlannedRoute } from '../../../src/passages/planned-route.ts';
import type { RoutePlanner, TripRequest } from '../../../src/trip/ports.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { table } from '../../support/table.ts';

const PLACES: Readonly<Record<string, LatLon>> = {
  Oslo: { lat: 59.9111, lon: 10.7528 },
  Bergen: { lat: 60.3943, lon: 5.3259 },
  Trondheim: { lat: 63.4305, lon: 10.3951 },
  Stavanger: { lat: 58.969, lon: 5.7331 },
  Molde: { lat: 62.7383, lon: 7.1603 },
  Ålesund: { lat: 62.4725, lon: 6.1547 },
  Bodø: { lat: 67.2804, lon: 14.4049 },
  Tromsø: { lat: 69.6492, lon: 18.9553 },
  Kristiansand: { lat: 58.1467, lon: 7.9956 },
  Kirkenes: { lat: 69.7271, lon: 30.0456 },
  Volda: { lat: 62.1468, lon: 6.0683 },
  Tau: { lat: 59.065, lon: 5.92 },
  Sand: { lat: 59.4845, lon: 6.2516 },
  London: { lat: 51.5074, lon: -0.1278 },
  Longyearbyen: { lat: 78.2232, lon: 15.6267 },
  /** In the sea, 30 km off the coast of Jæren. */
  'North Sea': { lat: 58.7, lon: 5.0 },
};

let planner: RoutePlanner;
beforeAll(async () => {
  planner = openKernelPlanner(await openBundledNetwork());
});

const placeOf = (name: string): LatLon => {
  const place = PLACES[name];
  if (place === undefined) throw new Error(`Expected a place of the table: ${name}`);
  return place;
};
const plan = (from: string, to: string, facts: Partial<TripRequest> = {}) =>
  planner.planTrip({
    from: placeOf(from),
    to: placeOf(to),
    via: [],
    startMs: 0,
    avoidTolls: false,
    ...facts,
  });
const first = async (from: string, to: string): Promise<PlannedRoute> => {
  const [route] = await plan(from, to);
  if (route === undefined) throw new Error('Expected a route.');
  return route;
};
const speedKmh = ({ lengthM, durationS }: PlannedRoute) => (lengthM / durationS) * 3.6;

// Known distances: approximate, of common route planners.
const KNOWN = table<'from' | 'to' | 'km' | 'ferries'>(`
  from         | to        | km  | ferries
  Oslo         | Bergen    | 463 | 0
  Oslo         | Trondheim | 492 | 0
  Stavanger    | Bergen    | 209 | 2
  Molde        | Ålesund   | 80  | 1
  Bodø         | Tromsø    | 555 | 1
  Kristiansand | Oslo      | 320 | 0
`);

test.each(KNOWN)('$from-$to is about $km km with $ferries ferries', async (row) => {
  const route = await first(row.from, row.to);
  expect(route.lengthM / 1000 / Number(row.km)).toBeCloseTo(1, 1);
  expect(Math.abs(route.lengthM / 1000 / Number(row.km) - 1)).toBeLessThan(0.04);
  expect(route.ferries).toHaveLength(Number(row.ferries));
});

test('the errors of the known distances cancel out: the length factor fits', async () => {
  const shares = await Promise.all(
    KNOWN.map(async ({ from, to, km }) => (await first(from, to)).lengthM / 1000 / Number(km)),
  );
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(1, 1);
});

test('nobody drives faster than the roads allow on average', async () => {
  const routes = await Promise.all(KNOWN.map(({ from, to }) => plan(from, to)));
  for (const route of routes.flat()) {
    expect(speedKmh(route)).toBeLessThan(95);
    expect(speedKmh(route)).toBeGreaterThan(25);
  }
});

test('alternatives are other ways, and none is the recommended one again', async () => {
  const routes = await plan('Oslo', 'Bergen');
  expect(routes).toHaveLength(3);
  expect(new Set(routes.map(({ lengthM }) => Math.round(lengthM / 1000))).size).toBe(3);
  expect(routes.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('the longest trip of the country is answered, all in Norway', async () => {
  const { lengthM } = await first('Oslo', 'Kirkenes');
  expect(lengthM / 1000).toBeGreaterThan(2250);
  expect(lengthM / 1000).toBeLessThan(2500);
});

test.each([
  ['Ålesund', 'Volda', 'E39 over Solavågen-Festøya'],
  ['Tau', 'Sand', 'rv. 13 over Hjelmeland-Nesvik'],
])('from %s to %s one takes the ferry of the main road, %s', async (from, to) => {
  expect((await first(from, to)).ferries).toHaveLength(1);
});

describe('there is no route', () => {
  test.each(['London', 'Longyearbyen', 'North Sea'])('from %s', async (from) => {
    const fault = { code: 'route_not_possible' };
    await expect(plan(from, 'Oslo')).rejects.toMatchObject(fault);
    await expect(plan('Oslo', from)).rejects.toMatchObject(fault);
  });
});

test('who avoids tolls between Hamar and Lillehammer finds the old road', async () => {
  const [hamar, lillehammer] = [
    { lat: 60.7945, lon: 11.068 },
    { lat: 61.1153, lon: 10.4662 },
  ];
  const [direct, free] = await Promise.all(
    [false, true].map((avoidTolls) =>
      plan('Oslo', 'Oslo', { from: hamar, to: lillehammer, avoidTolls }),
    ),
  );
  expect(free?.[0]?.durationS).toBeGreaterThan(direct?.[0]?.durationS ?? 0);
});

/**
 * What the route planner promises us, held against the fake, and with `LIVE=1` against the real one:
 * the open variant, or with `PLANNER_USER` and `PLANNER_PASSWORD` the one behind a login;
 * `PLANNER_URL` is another address than the usual one.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { haversineM } from '../../../src/geo/on-line.ts';
import { toConfig } from '../../../src/service/config.ts';
import type { PlanTerms, TripRequest } from '../../../src/trip/ports.ts';
import { ROUTE_PLANNER } from '../../../src/upstream/services.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import {
  type FakePart,
  fakeRoute,
  planAnswer,
  planRefusal,
} from '../../support/fake-upstream/route-planner.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';
import { openTerms } from '../../support/open-terms.ts';

const { env } = process;
const isLive = env.LIVE === '1';

const OSLO = { lat: 59.9139, lon: 10.7522 };
const DRAMMEN = { lat: 59.744, lon: 10.2045 };
const MOSS = { lat: 59.434, lon: 10.658 };
const HORTEN = { lat: 59.417, lon: 10.484 };
const STOCKHOLM = { lat: 59.329, lon: 18.068 };
/** In the sea, 300 km off the coast. */
const NORWEGIAN_SEA = { lat: 66, lon: 3 };

describe('the fake planner', () => {
  keepsItsPromises(async () => {
    const fake = await startFakeUpstream(drawRoutes);
    onTestFinished(fake.stop);
    return { PLANNER_URL: fake.url };
  });
});

describe.skipIf(!isLive)('the planner itself, with LIVE=1', () => {
  const { PLANNER_URL, PLANNER_USER, PLANNER_PASSWORD } = env;
  keepsItsPromises(async () => ({ PLANNER_URL, PLANNER_USER, PLANNER_PASSWORD }));
});

function keepsItsPromises(open: () => Promise<Readonly<Record<string, string | undefined>>>) {
  const plan = async (trip: Partial<TripRequest>, terms: PlanTerms = {}) => {
    const { route } = toConfig({ PLANNER: 'vegvesen', ...(await open()) }).services;
    if (route === undefined) throw new Error('Expected the route planner.');
    const { server, engineFor } = await ROUTE_PLANNER.open(route, openTerms());
    onTestFinished(server.close);
    const startMs = Date.parse('2026-11-18T12:00:00+01:00');
    const rest = { from: OSLO, to: DRAMMEN, via: [], startMs, avoidTolls: false, ...trip };
    const sites = { sites: [], carriageways: [] };
    const { planner } = engineFor({ sites, stations: [], quays: [MOSS, HORTEN] });
    return planner.planTrip(rest, terms);
  };

  test('a route begins and ends near its stops, takes its time, and is handed through', async () => {
    const routes = await plan({});
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.length).toBeLessThan(4);
    const { line = [], secondsAt = [], lengthM = 0, stops, ferries, asGiven } = routes[0] ?? {};
    expect(haversineM(line[0] ?? DRAMMEN, OSLO)).toBeLessThan(1000);
    expect(haversineM(line.at(-1) ?? OSLO, DRAMMEN)).toBeLessThan(1000);
    expect(secondsAt).toEqual(secondsAt.toSorted((a, b) => a - b));
    expect(secondsAt).toHaveLength(line.length);
    expect(lengthM / 40_000).toBeCloseTo(1, 0);
    expect(stops).toHaveLength(2);
    expect(ferries).toEqual([]);
    expect(asGiven).toHaveProperty('statistic');
  });

  test('the stations on the E18 are named, with their list prices', async () => {
    const [route] = await plan({});
    expect(route?.namedStations?.length).toBeGreaterThan(0);
    for (const { id, listed } of route?.namedStations ?? []) {
      expect(id).toMatch(/^\d+$/);
      expect(listed.small?.ore).toBeGreaterThan(0);
    }
  });

  test('links are told when they are asked for, and only then', async () => {
    expect((await plan({}))[0]?.links).toBeUndefined();
    const [route] = await plan({}, { refine: true });
    expect(route?.links?.length).toBeGreaterThan(0);
    for (const { from, to } of route?.links ?? []) expect(from).toBeLessThanOrEqual(to);
  });

  test('the fjord between Moss and Horten is sailed once', async () => {
    const [route] = await plan({ from: MOSS, to: HORTEN });
    expect(route?.ferries).toHaveLength(1);
  });

  test('over a stop the route leads through it', async () => {
    const [route] = await plan({ to: HORTEN, via: [DRAMMEN] });
    const nearestM = Math.min(...(route?.line ?? []).map((at) => haversineM(at, DRAMMEN)));
    expect(nearestM).toBeLessThan(1000);
    expect(route?.stops).toHaveLength(3);
  });

  test('a trip abroad has a route, and refined it has links of its Norwegian part', async () => {
    const [route] = await plan({ to: STOCKHOLM }, { refine: true });
    expect(route?.links?.length).toBeGreaterThan(0);
  });

  test('tolls that cannot be avoided leave a route all the same', async () => {
    expect((await plan({ avoidTolls: true })).length).toBeGreaterThan(0);
  });

  test('from the middle of the sea there is no route', async () => {
    await expect(plan({ from: NORWEGIAN_SEA })).rejects.toMatchObject({
      code: 'route_not_possible',
    });
  });
}

/** Straight roads between the stops with a station on each, and a ferry straight over the fjord. */
const drawRoutes: FakeHandler = ({ path }) => {
  const url = new URL(path, 'http://planner.test');
  const stops = (url.searchParams.get('Stops') ?? '').split(';').map((stop): LatLon => {
    const [lon = 0, lat = 0] = stop.split(',').map(Number);
    return { lat, lon };
  });
  if (stops.some(({ lon }) => lon < 4)) return planRefusal(404, 9200);
  if (url.searchParams.has('AvoidRoadFeatureTypes')) return planRefusal(400);
  const parts = stops.slice(1).map((to, i): FakePart => {
    const from = stops[i] ?? to;
    const middle = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 };
    const sails = haversineM(from, MOSS) + haversineM(to, HORTEN) < 1000;
    return {
      line: [from, middle, to],
      ...(sails ? { ferries: ['Moss - Horten'] } : { stations: [{ id: '990000045', at: middle }] }),
    };
  });
  const link = { nvdbReferenceId: 1, fromLength: 0.9, toLength: 0.1, direction: 'With' } as const;
  const links = url.searchParams.getAll('ReturnFields').includes('NvdbReferences') ? [link] : [];
  return json(planAnswer([fakeRoute(`${url.pathname} 1`, parts, { links })]));
};

/**
 * What an OSRM server promises us, held against the fake, and with `LIVE=1` against the server at
 * `OSRM_URL`, which must have the roads of Norway.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { haversineM } from '../../../src/geo/on-line.ts';
import { OSRM } from '../../../src/upstream/services.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import { osrmAnswer } from '../../support/fake-upstream/osrm.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';

import { openTerms } from '../../support/open-terms.ts';

const { env } = process;
const isLive = env.LIVE === '1' && env.OSRM_URL !== undefined;

const OSLO = { lat: 59.9139, lon: 10.7522 };
const DRAMMEN = { lat: 59.744, lon: 10.2045 };
const MOSS = { lat: 59.434, lon: 10.658 };
const HORTEN = { lat: 59.417, lon: 10.484 };
/** In the sea, 300 km off the coast. */
const NORWEGIAN_SEA = { lat: 66, lon: 3 };

describe('the fake server', () => {
  keepsItsPromises(async () => {
    const fake = await startFakeUpstream(drawRoutes);
    onTestFinished(fake.stop);
    return fake.url;
  });
});

describe.skipIf(!isLive)('the server itself, with LIVE=1 and OSRM_URL', () => {
  keepsItsPromises(async () => env.OSRM_URL ?? '');
});

function keepsItsPromises(open: () => Promise<string>): void {
  const planBetween = async (from: LatLon, to: LatLon, ...via: readonly LatLon[]) => {
    const { engineFor, server } = await OSRM.open({ url: await open() }, openTerms());
    const { planner } = engineFor({
      sites: { sites: [], carriageways: [] },
      stations: [],
      quays: [],
    });
    onTestFinished(server.close);
    return planner.planTrip({ from, via, to, startMs: 0, avoidTolls: false });
  };

  test('a route begins and ends at the roads near its stops, and takes its time', async () => {
    const [route] = await planBetween(OSLO, DRAMMEN);
    const { line = [], secondsAt = [], lengthM = 0, stops, ferries } = route ?? {};
    expect(haversineM(line[0] ?? DRAMMEN, OSLO)).toBeLessThan(1000);
    expect(haversineM(line.at(-1) ?? OSLO, DRAMMEN)).toBeLessThan(1000);
    expect(secondsAt).toEqual(secondsAt.toSorted((a, b) => a - b));
    expect(secondsAt).toHaveLength(line.length);
    expect(lengthM / 40_000).toBeCloseTo(1, 0);
    expect(stops).toHaveLength(2);
    expect(ferries).toEqual([]);
  });

  test('the fjord between Moss and Horten is sailed', async () => {
    const [route] = await planBetween(MOSS, HORTEN);
    expect(route?.ferries).toHaveLength(1);
  });

  test('over a stop there is one route, through it', async () => {
    const routes = await planBetween(OSLO, HORTEN, DRAMMEN);
    expect(routes).toHaveLength(1);
    const nearestM = Math.min(...(routes[0]?.line ?? []).map((at) => haversineM(at, DRAMMEN)));
    expect(nearestM).toBeLessThan(1000);
    expect(routes[0]?.stops).toHaveLength(3);
  });

  test('from the middle of the sea there is no route', async () => {
    await expect(planBetween(NORWEGIAN_SEA, OSLO)).rejects.toMatchObject({
      code: 'route_not_possible',
    });
  });
}

/** Straight roads between the stops, and a ferry straight over the fjord. */
const drawRoutes: FakeHandler = ({ path }) => {
  const [stops = ''] = path.replace('/route/v1/driving/', '').split('?');
  const points = stops.split(';').map((stop) => {
    const [lon = 0, lat = 0] = stop.split(',').map(Number);
    return { lat, lon };
  });
  const legs = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    const sails = haversineM(from, MOSS) + haversineM(to, HORTEN) < 1000;
    return [{ line: [from, to], ...(sails && { mode: 'ferry', durationS: 1800 }) }];
  });
  const waypoints = points.map(({ lon }) => ({ distance: lon < 4 ? 300_000 : 12.5 }));
  const answer = osrmAnswer(points.length === 2 ? [legs, legs] : [legs]);
  return json({ ...answer, waypoints });
};

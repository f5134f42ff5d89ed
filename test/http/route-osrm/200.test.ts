import { describe, expect, test } from 'vitest';
import type { ParsedQuestion } from '../../../src/wire/question.ts';
import { estimateAnswer } from '../../support/answer.ts';
import { appOf, keyed, NOW } from '../../support/app.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import { osrmAnswer, osrmHandler } from '../../support/fake-upstream/osrm.ts';
import { lineOf } from '../../support/trip-scene.ts';
import { openOsrmApp, stepsOf, TRIP } from './osrm-app.ts';

describe('what the endpoint gives', () => {
  test('the body has the shape of /api/route, and nothing is lost on its way to the wire', async () => {
    const reply = await appOf().inject(keyed(TRIP));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual(estimateAnswer());
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('an estimate of an OSRM server is one by its name and on every route', async () => {
    const { ask } = await openOsrmApp(osrmHandler([[stepsOf('a1b2cd3e')], [stepsOf('abcd')]]));
    const { routes, _billing: billing } = (await ask()).json();
    expect(billing).toMatchObject({ source: 'osrm-estimat', refined: false });
    expect(billing).not.toHaveProperty('refineFallback');
    expect(billing.attribution).toContain('OpenStreetMap');
    expect(routes.map(({ routeId }: { routeId: string }) => routeId)).toEqual(['1', '2']);
    expect(billing.routes).toHaveLength(2);
    for (const route of billing.routes) expect(route.tollEstimated).toBe(true);
  });

  test('tolls are those of our own stations in their charged direction, with the hour rule', async () => {
    const there = await openOsrmApp(osrmHandler([[stepsOf('a1b2cd3e')]]));
    const [route] = (await there.ask()).json()._billing.routes;
    expect(idsOf(route.chargedStations)).toEqual(['2']);
    expect(idsOf(route.freePassages)).toEqual(['1']);
    expect(route).toMatchObject({ tollSmallNoDiscount: 50, tollLargeNoDiscount: 100.5 });

    const back = await openOsrmApp(osrmHandler([[stepsOf('e3dc2b1a')]]));
    const [reverse] = (await back.ask()).json()._billing.routes;
    expect(idsOf(reverse.chargedStations)).toEqual(['3', '2']);
  });

  test('a crossing is priced from the steps that are sailed, with their time', async () => {
    const { ask } = await openOsrmApp();
    const [route] = (await ask()).json()._billing.routes;
    expect(route).toMatchObject({ ferryCount: 1, ferryPriced: true, ferryNok: 101 });
    expect(route.ferries[0]).toMatchObject({ name: 'Cape-Dale', durationMin: 10 });
  });

  test('length, minutes and geometry are those of the server, in UTM 33', async () => {
    const { ask } = await openOsrmApp(osrmHandler([[stepsOf('abc')]]));
    const { routes, _billing: billing } = (await ask()).json();
    expect(billing.routes[0].distance / 1600).toBeCloseTo(1, 2);
    expect(billing.routes[0].durationMin).toBeCloseTo(80 / 60, 1);
    const [easting, northing] = routes[0].features[0].geometry.coordinates[0];
    expect(easting).toBeGreaterThan(200_000);
    expect(northing).toBeGreaterThan(6_600_000);
    const inDegrees = (await ask(`${TRIP}&srs=4326`)).json();
    const [a] = lineOf('a');
    expect(inDegrees.routes[0].features[0].geometry.coordinates[0]).toEqual([a?.lon, a?.lat]);
  });

  test('a stop a few kilometres off its road is moved, with a warning', async () => {
    const { ask } = await openOsrmApp(() => {
      const answer = osrmAnswer([[stepsOf('abc')]]);
      return json({ ...answer, waypoints: [{ distance: 9999 }, { distance: 1 }] });
    });
    const { warnings } = (await ask()).json()._billing.routes[0];
    expect(warnings).toMatchObject([{ code: 'point_moved' }]);
  });

  test('how far a stop is moved is measured, and not what the server says of it', async () => {
    const { ask } = await openOsrmApp(() => {
      const answer = osrmAnswer([[stepsOf('abc')]]);
      const start = { distance: 3, location: [10, 59.95] };
      return json({ ...answer, waypoints: [start, { distance: 1 }] });
    });
    const { stops, routes } = (await ask()).json()._billing;
    expect(stops[0].movedM).toBeCloseTo(5570, -2);
    expect(routes[0]).toMatchObject({ complete: false, warnings: [{ code: 'point_moved' }] });
  });

  test('a server that gives more routes than we promise is cut short', async () => {
    const { ask } = await openOsrmApp(osrmHandler(Array(5).fill([stepsOf('abc')])));
    expect((await ask()).json().routes).toHaveLength(3);
  });

  test('an answer with a wrong content type is read all the same', async () => {
    const { ask, fake } = await openOsrmApp();
    fake.fail('wrong content type');
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('what the server is asked', () => {
  test('longitude first, with alternatives on a direct trip', async () => {
    const { ask, fake } = await openOsrmApp();
    await ask('/api/route-osrm?from=60,10&to=61.1234567,10.05');
    expect(fake.requests.map(({ path }) => path)).toEqual([
      '/route/v1/driving/10,60;10.05,61.123457?alternatives=true&steps=true&geometries=geojson&overview=full&generate_hints=false',
    ]);
  });

  test.each([
    [2, 'true', 3],
    [1, 'true', 2],
    [0, 'false', 1],
  ])(
    'where %d other routes are wanted, with alternatives=%s, and %d are given at most',
    async (wanted, asked, given) => {
      const { ask, fake } = await openOsrmApp(osrmHandler(Array(5).fill([stepsOf('abc')])));
      const { routes } = (await ask(`${TRIP}&alternatives=${wanted}`)).json();
      expect(fake.requests[0]?.path).toContain(`?alternatives=${asked}&`);
      expect(routes).toHaveLength(given);
    },
  );

  test('without alternatives over stops', async () => {
    const { ask, fake } = await openOsrmApp(osrmHandler([[stepsOf('ab'), stepsOf('bc')]]));
    expect((await ask(`${TRIP}&via=60,10.01`)).statusCode).toBe(200);
    expect(fake.requests[0]?.path).toContain('/10,60;10.01,60;10.05,60?alternatives=false&');
  });
});

describe('which parameters count', () => {
  test('those of the trip, the vehicle and the geometry', async () => {
    const { request, srs } = await askedBy(
      '&via=60.5,9&startTime=2026-11-20T08:00:00Z&heavy=1&ferryClass=AP3&srs=4326',
    );
    expect(request).toMatchObject({
      from: { lat: 60, lon: 10 },
      via: [{ lat: 60.5, lon: 9 }],
      startMs: Date.parse('2026-11-20T08:00:00Z'),
      size: 'large',
      ferry: { ferryClass: 'AP3' },
    });
    expect(srs).toBe('4326');
    expect((await askedBy('&vehicleLength=7')).request.ferry.ferryClass).toBe('AP2');
  });

  test('departure is now unless it is said', async () => {
    expect((await askedBy('')).request.startMs).toBe(Date.parse(NOW));
  });

  test.each([
    '&refine=1',
    '&avoidTolls=1',
    '&refine=yes',
    '&refine=1&refine=1',
    '&Refine=1',
    '&x=%00',
  ])('%s is ignored', async (more) => {
    expect(await askedBy(more)).toEqual(await askedBy(''));
  });
});

const idsOf = (passages: readonly { readonly id: string }[]) => passages.map(({ id }) => id);

async function askedBy(more: string): Promise<ParsedQuestion> {
  const asked: ParsedQuestion[] = [];
  const app = appOf({
    answerEstimate: async (question) => {
      asked.push(question);
      return estimateAnswer();
    },
  });
  const reply = await app.inject(keyed(TRIP + more));
  if (asked[0] === undefined) throw new Error(`Not asked: ${reply.body}`);
  return asked[0];
}

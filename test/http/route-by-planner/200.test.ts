import { describe, expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import {
  fakeRoute,
  planAnswer,
  plannerHandler,
  planRefusal,
  readQuestions,
} from '../../support/fake-upstream/route-planner.ts';
import { lineOf } from '../../support/trip-scene.ts';
import { LINK_11, openPlannerApp, partsBy, routeBy, TRIP } from './planner-app.ts';

const idsOf = (passages: readonly { readonly id: string }[]) => passages.map(({ id }) => id);

/** The bill of the first route. */
async function billOf(route: object, more = '&refine=1') {
  const { ask } = await openPlannerApp(plannerHandler([{ ...route }]));
  const reply = await ask(more);
  expect(reply.statusCode).toBe(200);
  const { _billing: billing } = reply.json();
  return { billing, bill: billing.routes[0] };
}

describe('routes', () => {
  test('are handed through as they came, with every member that nobody knows', async () => {
    const route = routeBy('a1b2c', { newer: { deep: [1, null] }, obstructingFeatures: {} });
    const { ask } = await openPlannerApp(plannerHandler([route]));
    const { routes, _billing: billing } = (await ask()).json();
    expect(routes).toEqual([route]);
    expect(billing.routes.map(({ routeId }: { routeId: string }) => routeId)).toEqual(['a1b2c']);
  });

  test('have their coordinates in degrees where these are wanted, and nothing else changes', async () => {
    const route = routeBy('a1b');
    const { ask } = await openPlannerApp(plannerHandler([route]));
    const [given] = (await ask('&srs=4326')).json().routes;
    const [a] = lineOf('a');
    const [lon, lat] = given.features[0].geometry.coordinates[0];
    expect(lat).toBeCloseTo(a?.lat ?? 0, 5);
    expect(lon).toBeCloseTo(a?.lon ?? 0, 4);
    const withoutLines = (value: { features: { geometry: unknown }[] }) => ({
      ...value,
      features: value.features.map(({ geometry: _, ...rest }) => rest),
    });
    expect(withoutLines(given)).toEqual(withoutLines(route as never));
  });

  test('are the recommended one and what the tourist adds, each line once, three at most', async () => {
    const tourist = ['a1b2c', 'abc', 'a1b', 'ab'].map((names) => routeBy(names));
    const { ask, fake } = await openPlannerApp(plannerHandler([routeBy('abc')], tourist));
    const { routes } = (await ask()).json();
    expect(routes.map(({ routeId }: { routeId: string }) => routeId)).toEqual([
      'abc',
      'a1b2c',
      'a1b',
    ]);
    expect(readQuestions(fake.requests).map(({ kind }) => kind)).toEqual(['best', 'tourist']);
  });

  test('are the recommended one of the only question where no others are wanted', async () => {
    const { ask, fake } = await openPlannerApp(plannerHandler([routeBy('abc')], [routeBy('a1b')]));
    const { routes } = (await ask('&alternatives=0')).json();
    expect(routes.map(({ routeId }: { routeId: string }) => routeId)).toEqual(['abc']);
    expect(readQuestions(fake.requests).map(({ kind }) => kind)).toEqual(['best']);
  });

  test.each([
    ['has no route', () => planRefusal(404, 9005)],
    ['is broken', () => json({ routes: null })],
    ['is down', () => json({}, 500)],
    ['has a login problem', () => json({}, 403)],
  ])('are the recommended one alone where the tourist %s', async (_, refuse) => {
    const { ask } = await openPlannerApp(({ path }) =>
      path.startsWith('/best') ? json(planAnswer([routeBy('abc')])) : refuse(),
    );
    const reply = await ask();
    expect(reply.statusCode).toBe(200);
    expect(reply.json().routes).toHaveLength(1);
  });

  test('of the variant with a login come from one call, with the login', async () => {
    const routes = ['abc', 'a1b2c', 'a1b', 'ab'].map((names) => routeBy(names));
    const login = { user: 'ærlig', password: 'p:ss' };
    const { ask, fake } = await openPlannerApp(plannerHandler(routes), { login });
    expect((await ask()).json().routes).toHaveLength(3);
    expect(fake.requests.map(({ path }) => path.split('?')[0])).toEqual(['/best']);
    expect(fake.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('ærlig:p:ss').toString('base64')}`,
    );
  });

  test('without an id, or with that of another, are numbered', async () => {
    const tourist = [routeBy('a1b', { routeId: 'abc' }), routeBy('ab', { routeId: null })];
    const { ask } = await openPlannerApp(plannerHandler([routeBy('abc')], tourist));
    const { routes, _billing: billing } = (await ask()).json();
    const idsIn = (list: readonly { readonly routeId: string }[]) =>
      list.map(({ routeId }) => routeId);
    expect(idsIn(routes)).toEqual(['abc', '2', '3']);
    expect(idsIn(billing.routes)).toEqual(['abc', '2', '3']);
  });

  test('that cannot be read are left out as long as one can', async () => {
    const { ask } = await openPlannerApp(plannerHandler([{ routeId: 'x' }, routeBy('abc')]));
    expect((await ask()).json().routes).toHaveLength(1);
  });
});

describe('what the planner is asked', () => {
  test('stops with x first, the Norwegian wall clock, and links only where they are needed', async () => {
    const { ask, fake } = await openPlannerApp();
    await ask('&via=60.1,10.2|60.2,10.3');
    const [best] = readQuestions(fake.requests);
    expect(best?.query.get('Stops')).toBe('10,60;10.2,60.1;10.3,60.2;10.05,60');
    expect(best?.query.get('StartTime')).toBe('20261118120000');
    expect(best?.query.getAll('ReturnFields')).toEqual(['Geometry']);

    const refined = await openPlannerApp();
    await refined.ask('&refine=1');
    for (const { query } of readQuestions(refined.fake.requests))
      expect(query.getAll('ReturnFields')).toEqual(['Geometry', 'NvdbReferences']);
  });

  test('nothing of the vehicle: that is a matter of prices', async () => {
    const { ask, fake } = await openPlannerApp();
    await ask('&heavy=1&vehicleLength=18');
    expect([...(readQuestions(fake.requests)[0]?.query.keys() ?? [])]).toEqual([
      'Stops',
      'InputSRS',
      'OutputSRS',
      'ReturnFields',
      'StartTime',
    ]);
  });
});

describe('toll avoidance', () => {
  const isAvoiding = ({ path }: { readonly path: string }) => path.includes('AvoidRoad');

  test('is asked for, and a toll-free route has no warning', async () => {
    const { ask, fake } = await openPlannerApp(plannerHandler([routeBy('abcf')]));
    const [bill] = (await ask('&avoidTolls=1')).json()._billing.routes;
    expect(bill.warnings).toEqual([]);
    expect(fake.requests.every(isAvoiding)).toBe(true);
  });

  test.each([
    ['there is no such route', () => planRefusal(404, 9005)],
    ['the list is empty', () => json({ routes: [] })],
    ['the parameter is refused', () => planRefusal(400)],
  ])('is given up where %s, with a warning of the tolls', async (_, refuse) => {
    const { ask, fake } = await openPlannerApp((request) =>
      isAvoiding(request) ? refuse() : json(planAnswer([routeBy('a1b')])),
    );
    const reply = await ask('&avoidTolls=1');
    expect(reply.statusCode).toBe(200);
    const [bill] = reply.json()._billing.routes;
    expect(bill.warnings).toMatchObject([{ code: 'tolls_not_avoidable' }]);
    expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(2);
  });

  test('warns of a station that only the planner knows as well', async () => {
    const [, at] = lineOf('ab');
    const line = lineOf('ab');
    const route = fakeRoute('r', [{ line, stations: at ? [{ id: '77', at }] : [] }], {
      links: [LINK_11],
    });
    const { bill } = await billOf(route, '&avoidTolls=1&refine=1');
    expect(bill.warnings).toMatchObject([
      { code: 'station_list_price' },
      { code: 'tolls_not_avoidable' },
    ]);
  });
});

describe('preliminary prices', () => {
  test('are our tariffs of the stations that the planner names, whatever direction and hour', async () => {
    const { billing, bill } = await billOf(routeBy('a1b2cd3e'), '');
    expect(billing).toMatchObject({ source: 'vegvesen-ruteplan-v3', refined: false });
    expect(billing).not.toHaveProperty('refineFallback');
    expect(idsOf(bill.chargedStations)).toEqual(['1', '2', '3']);
    expect(bill).toMatchObject({
      tollEstimated: true,
      tollSmall: 88.8,
      tollSmallNoDiscount: 40 + 50 + 21,
      tollCount: 3,
    });
  });

  test('have no station that the planner does not name, though the route leads past it', async () => {
    const { bill } = await billOf(fakeRoute('r', [{ line: lineOf('a1b2c') }]), '');
    expect(bill.chargedStations).toEqual([]);
  });

  test('have the list price of a station that only the planner knows, marked as such', async () => {
    const [at] = lineOf('b');
    const stations = [{ id: '77', navn: 'Ny bru', at: at ?? { lat: 0, lon: 0 } }];
    const line = lineOf('abc');
    const { bill } = await billOf(fakeRoute('r', [{ line, stations }]), '');
    expect(bill.chargedStations).toMatchObject([
      {
        id: '77',
        name: 'Ny bru',
        operator: '',
        smallNok: 24,
        smallNoDiscountNok: 30,
        largeNok: 90,
        reason: 'list-price',
      },
    ]);
    expect(bill).toMatchObject({ tollSmall: 24, tollSmallNoDiscount: 30, tollLarge: 90 });
    expect(bill.warnings).toEqual([
      {
        code: 'station_list_price',
        about: 'Ny bru',
        message:
          'Ny bru is named by the route planner alone: its list price (30 kr small, 90 kr large) is in the sums, for small vehicles with a tag less the general discount; rush, rules and direction are not known.',
      },
    ]);
  });

  test('name a station that nobody has a price for', async () => {
    const [at] = lineOf('b');
    const nothing = { takstLitenBil: '', takstStorBil: '' };
    const stations = [{ id: '77', at: at ?? { lat: 0, lon: 0 }, ...nothing }];
    const { bill } = await billOf(fakeRoute('r', [{ line: lineOf('abc'), stations }]), '');
    expect(bill.unpricedStations).toMatchObject([{ id: '77' }]);
    expect(bill.unpricedStations[0]).not.toHaveProperty('listSmallNok');
    expect(bill.warnings).toMatchObject([{ code: 'station_unpriced' }]);
  });

  test('never come from the planner’s own sums', async () => {
    const { bill } = await billOf(routeBy('abcf', { links: [] }), '');
    expect(bill).toMatchObject({ tollSmall: 0, tollLarge: 0, tollCount: 0 });
  });
});

describe('refined prices', () => {
  const links = [LINK_11];
  const OTHER_LINK = { ...LINK_11, nvdbReferenceId: 9 };

  test('have the stations of the driven links and those by nearness, with direction and hour', async () => {
    const { billing, bill } = await billOf(routeBy('a1b2cd3e', { links }));
    expect(billing.refined).toBe(true);
    expect(idsOf(bill.chargedStations)).toEqual(['2']);
    expect(bill.freePassages).toMatchObject([{ id: '1', rule: 'hour-rule', paidAt: '2' }]);
    expect(bill).not.toHaveProperty('tollEstimated');
    expect(bill.chargedStations[0].passedAt).toBe('2026-11-18T12:02:00+01:00');
  });

  test('charge a link in its charged direction only', async () => {
    const against = [{ ...LINK_11, direction: 'Against' as const }];
    const { billing, bill } = await billOf(routeBy('b1a', { links: against }));
    expect(billing.refined).toBe(true);
    expect(bill.chargedStations).toEqual([]);
    const reverse = await billOf(routeBy('e3dc', { links: [{ ...LINK_11, nvdbReferenceId: 9 }] }));
    expect(idsOf(reverse.bill.chargedStations)).toEqual(['3']);
  });

  test('leave out a station whose link is not driven, though the road beside it is', async () => {
    const elsewhere = [{ ...LINK_11, nvdbReferenceId: 9 }];
    const { bill } = await billOf(fakeRoute('r', [{ line: lineOf('ab') }], { links: elsewhere }));
    expect(bill.chargedStations).toEqual([]);
  });

  test('have the list price of a station that only the planner knows, and are not complete', async () => {
    const [at] = lineOf('b');
    const stations = [{ id: '77', navn: 'Ny bru', at: at ?? { lat: 0, lon: 0 } }];
    const { billing, bill } = await billOf(
      fakeRoute('r', [{ line: lineOf('abf'), stations }], { links: [OTHER_LINK] }),
    );
    expect(billing.refined).toBe(true);
    expect(bill.chargedStations).toMatchObject([{ id: '77', reason: 'list-price' }]);
    expect(bill).toMatchObject({ tollSmall: 24, tollSmallNoDiscount: 30, tollLarge: 90 });
    expect(bill.warnings.map(({ code }: { code: string }) => code)).toEqual(['station_list_price']);
    expect(bill).toMatchObject({
      complete: false,
      missing: [{ kind: 'station', name: 'Ny bru' }],
    });
  });

  test('have no station beside the line that the planner does not name', async () => {
    const route = fakeRoute('r', [{ line: lineOf('b2c') }], { links: [OTHER_LINK] });
    const { bill } = await billOf(route, '&refine=1');
    expect(bill).toMatchObject({ tollSmall: 0, chargedStations: [], complete: true });
    const bounds = await billOf(route, '&bounds=1');
    expect(bounds.bill).toMatchObject({ tollMin: 0, tollMax: 0 });
  });

  test('leave out another route that has no links', async () => {
    const { ask } = await openPlannerApp(
      plannerHandler([routeBy('a1b2cd3e', { links })], [routeBy('abc')]),
    );
    const { routes, _billing: billing } = (await ask('&refine=1')).json();
    expect(billing.refined).toBe(true);
    expect(routes.map(({ routeId }: { routeId: string }) => routeId)).toEqual(['a1b2cd3e']);
  });

  test('fall back to preliminary ones where the recommended route has no links', async () => {
    const { ask, logged } = await openPlannerApp(
      plannerHandler([routeBy('a1b2cd3e')], [routeBy('abc', { links })]),
    );
    const reply = await ask('&refine=1');
    expect(reply.statusCode).toBe(200);
    const { _billing: billing } = reply.json();
    expect(billing).toMatchObject({ refined: false, refineFallback: true });
    expect(idsOf(billing.routes[0].chargedStations)).toEqual(['1', '2', '3']);
    for (const route of billing.routes) expect(route.tollEstimated).toBe(true);
    expect(logged.join('')).toContain('fell back');
  });

  test('stand on a route abroad, which has no links', async () => {
    const abroad = partsBy('abcf').map((part) => ({ ...part, isOutsideOfNorway: true }));
    const { billing } = await billOf(fakeRoute('r', abroad));
    expect(billing.refined).toBe(true);
    const partly = [...abroad.slice(1), { line: lineOf('fc') }];
    expect((await billOf(fakeRoute('r', partly, { links }))).billing.refined).toBe(true);
  });
});

describe('a planner that', () => {
  const isLinked = ({ path }: { readonly path: string }) => path.includes('NvdbReferences');

  test.each([
    ['fails', () => planRefusal(500)],
    ['is busy', () => planRefusal(429)],
    ['talks nonsense', () => json({ routes: null })],
  ])('%s only where links are wanted is still worth a preliminary answer', async (_, refuse) => {
    const { ask, fake } = await openPlannerApp((request) =>
      isLinked(request) ? refuse() : json(planAnswer([routeBy('a1b2cd3e')])),
    );
    const reply = await ask('&refine=1');
    expect(reply.statusCode).toBe(200);
    const { _billing: billing } = reply.json();
    expect(billing).toMatchObject({ refined: false, refineFallback: true });
    expect(idsOf(billing.routes[0].chargedStations)).toEqual(['1', '2', '3']);
    expect(fake.requests.filter((request) => !isLinked(request))).toHaveLength(1);
  });

  test('is asked the same again has its answer remembered', async () => {
    const { ask, fake } = await openPlannerApp();
    const first = (await ask('&alternatives=0')).json();
    expect((await ask('&alternatives=0&heavy=1')).json().routes).toEqual(first.routes);
    expect(fake.requests).toHaveLength(1);
  });

  test('counts tolls where no station can be read is not believed to be free', async () => {
    const statistic = { tollCount: '1', tollSmall: '30' };
    const route = fakeRoute('r', [{ line: lineOf('b2c') }], { statistic, links: [LINK_11] });
    for (const more of ['', '&refine=1']) {
      const { bill } = await billOf(route, more);
      expect(bill.warnings).toMatchObject([{ code: 'tolls_not_read' }]);
      expect(bill).toMatchObject({ complete: false, missing: [{ kind: 'station' }] });
      expect(idsOf(bill.chargedStations)).toEqual(['2']);
    }
  });

  test('has an allowance says how much of it is left', async () => {
    const { ask, planner } = await openPlannerApp();
    const left = () => planner.server.state().allowance;
    expect(left()).toEqual({ perDay: 2500, left: 2500 });
    await ask('&alternatives=0');
    expect(left()).toEqual({ perDay: 2500, left: 2499 });
  });
});

describe('the rest of the bill', () => {
  test('a crossing is counted once and priced by our own tariffs', async () => {
    const route = routeBy('bcde');
    const statistic = { ...(route.statistic as object), ferryCount: '2' };
    const { bill } = await billOf({ ...route, statistic }, '');
    expect(bill).toMatchObject({ ferryCount: 1, ferryPriced: true, ferryNok: 101 });
  });

  test('a ferry that is not placed is left to the caller', async () => {
    const { bill } = await billOf(routeBy('ab', { statistic: { meterFerry: '5000' } }), '');
    expect(bill).toMatchObject({ ferryCount: 1, ferryPriced: false, ferries: [] });
    expect(bill.ferryUnpriced).toMatchObject([{ name: 'Ferry that is not placed', lengthKm: 5 }]);
    expect(bill.ferryUnpriced[0]).not.toHaveProperty('durationMin');
  });

  test('length is that of the statistic, minutes are those of the parts', async () => {
    const route = routeBy('abc', { statistic: { totalLength: 1234, totalDriveTime: 99 } });
    const { bill } = await billOf(route, '');
    expect(bill).toMatchObject({ distance: 1234, durationMin: 2.7, durationSec: 2.7 });
  });

  test('credits name the route planner, and nobody warns of roads that another network lacks', async () => {
    const { billing, bill } = await billOf(routeBy('abcf', { links: [LINK_11] }));
    expect(billing.attribution).toContain('Statens vegvesen');
    expect(billing.attribution).not.toContain('Kartverket');
    expect(bill.warnings).toEqual([]);
  });

  test('a stop far from the route is moved, with a warning', async () => {
    const { app } = await openPlannerApp(plannerHandler([routeBy('abc')]));
    const reply = await app.inject(keyed('/api/route?from=60.05,10&to=60,10.03'));
    const { warnings } = reply.json()._billing.routes[0];
    expect(warnings).toMatchObject([{ code: 'point_moved' }]);
    expect(warnings[0].message).toContain('The start was moved 5.');
  });

  test('an answer with a wrong content type is read all the same', async () => {
    const { ask, fake } = await openPlannerApp();
    fake.fail('wrong content type');
    expect((await ask()).statusCode).toBe(200);
  });
});

test('a caller who hangs up ends the questions to the planner', async () => {
  const { app, fake } = await openPlannerApp();
  fake.fail('hang before headers');
  const address = await app.listen({ port: 0 });
  const leave = new AbortController();
  const { headers } = keyed(TRIP);
  const asked = fetch(`${address}${TRIP}`, {
    signal: leave.signal,
    headers: headers as Record<string, string>,
  });
  await fake.received(2);
  leave.abort();
  await expect(asked).rejects.toThrow();
  await Promise.all(fake.requests.map(({ hungUp }) => hungUp));
});

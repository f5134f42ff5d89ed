import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';
import { type QuoteParts, quoteTrip } from '../../src/trip/quote-trip.ts';
import { type AnswerOptions, formatAnswer } from '../../src/wire/answer.ts';
import type { AnswerBillingRoute } from '../../src/wire/billing.ts';
import type { AnswerFeature, AnswerRoute, RouteAnswer } from '../../src/wire/route.ts';
import {
  ferriesWith,
  lineOf,
  partsOf,
  requestOf,
  routeOf,
  START_MS,
} from '../support/trip-scene.ts';

test('the answer has every field of the interface', async () => {
  const route = { ...routeOf('e3dc2b1a'), id: 'r1', lengthM: 3333.4, durationS: 321 };
  const [start, end] = lineOf('ae');
  const answer = await answerOf([route]);
  expect(answer._billing).toEqual({
    source: 'drawn',
    refined: true,
    dataVersion: '2026-09-10+1a2b3c4d',
    computedAt: '2026-11-20T12:00:00+01:00',
    attribution: 'credits',
    stops: [
      { askedLat: start?.lat, askedLon: start?.lon, ...start, movedM: 0, between: [] },
      { askedLat: end?.lat, askedLon: end?.lon, ...start, movedM: 0, between: [] },
    ],
    routes: [
      {
        routeId: 'r1',
        tollSmall: 56.8,
        tollSmallNoDiscount: 71,
        tollLarge: 163.5,
        tollLargeNoDiscount: 163.5,
        tollCount: 2,
        rush: false,
        ferryCount: 1,
        ferryPriced: true,
        ferryVehicleClass: 'AP1',
        ferryNok: 101,
        ferryNokEv: 51,
        ferryNokAutopass: 90.9,
        distance: 3333,
        durationMin: 5.4,
        durationSec: 5.4,
        chargedStations: [
          {
            id: '3',
            name: '3',
            operator: 'Town Toll AS',
            ...lineOf('3')[0],
            passedAt: '2026-11-18T12:00:40+01:00',
            smallNok: 16.8,
            smallNoDiscountNok: 21,
            largeNok: 63,
            largeNoDiscountNok: 63,
            rush: false,
            reason: 'regular',
          },
          {
            id: '2',
            name: '2',
            operator: 'Town Toll AS',
            ...lineOf('2')[0],
            passedAt: '2026-11-18T12:03:20+01:00',
            smallNok: 40,
            smallNoDiscountNok: 50,
            largeNok: 100.5,
            largeNoDiscountNok: 100.5,
            rush: false,
            reason: 'dearest-of-hour',
          },
        ],
        freePassages: [
          {
            id: '1',
            name: '1',
            operator: 'Town Toll AS',
            ...lineOf('1')[0],
            passedAt: '2026-11-18T12:04:40+01:00',
            rule: 'hour-rule',
            paidAt: '2',
          },
        ],
        unpricedStations: [],
        ferries: [
          {
            name: 'Cape-Dale',
            nok: 101,
            evNok: 51,
            autopassNok: 90.9,
            tariff: 'c-d 2026',
            estimated: false,
            vehicleClass: 'AP1',
            km: 0.8,
            durationMin: 1.3,
          },
        ],
        complete: true,
        missing: [],
        warnings: [],
      },
    ],
  });
});

test('passing times carry the offset of the season', async () => {
  const startMs = fromOsloWallClock('2026-06-30T23:59');
  const answer = await answerOf([routeOf('b2c')], { startMs });
  expect(billed(answer).chargedStations[0]?.passedAt).toBe('2026-06-30T23:59:40+02:00');
});

test.each([
  ['refined', { refine: true }, {}, [true, undefined, undefined]],
  ['preliminary', { refine: false }, {}, [false, undefined, true]],
  ['fallen back', { refine: true }, { findExact: () => undefined }, [false, true, true]],
])('an answer that is %s says so at each place', async (_, request, finder, expected) => {
  const parts = partsOf([routeOf('a1b'), routeOf('cf')]);
  const passages = { ...parts.passages, ...finder };
  const { _billing } = await answerOf([routeOf('a1b'), routeOf('cf')], request, { passages });
  const [refined, refineFallback, tollEstimated] = expected;
  expect(_billing.refined).toBe(refined);
  expect(_billing.refineFallback).toBe(refineFallback);
  expect('refineFallback' in _billing).toBe(refineFallback !== undefined);
  for (const route of _billing.routes) {
    expect(route.tollEstimated).toBe(tollEstimated);
    expect('tollEstimated' in route).toBe(tollEstimated !== undefined);
  }
});

test('routes and prices have the same ids in the same order', async () => {
  const answer = await answerOf(['e3dc2b1a', 'cf', 'a1b2c'].map((names) => routeOf(names)));
  const ids = ['e3dc2b1a', 'cf', 'a1b2c'];
  expect(answer.routes.map(({ routeId }) => routeId)).toEqual(ids);
  expect(answer._billing.routes.map(({ routeId }) => routeId)).toEqual(ids);
});

test('a ferry without a fare is left to the caller, with its quays and the reason', async () => {
  const ferries = ferriesWith({ kind: 'own-fares', note: 'Nobody publishes it.' });
  const route = billed(await answerOf([routeOf('bcd')], {}, { ferries }));
  expect(route).toMatchObject({ ferryCount: 1, ferryPriced: false, ferryNok: 0, ferries: [] });
  expect(route.ferryUnpriced).toMatchObject([
    { name: 'Cape-Dale', fromQuay: 'Cape', toQuay: 'Dale', lengthKm: 0.8, durationMin: 1.3 },
  ]);
  expect(route.ferryUnpriced?.[0]?.why).toMatch(/^[A-Z].*\.$/);
});

test('a ferry between unknown quays names none', async () => {
  const nowhere = {
    ...ferriesWith({ kind: 'own-table', table: 'c-d' }),
    matchCrossings: () => [{ lengthM: 800, durationS: 80 }],
  };
  const route = billed(await answerOf([routeOf('cd')], {}, { ferries: nowhere }));
  expect(Object.keys(route.ferryUnpriced?.[0] ?? {})).toEqual([
    'name',
    'why',
    'lengthKm',
    'durationMin',
  ]);
});

test('a station without a tariff is listed, and left out of the sums', async () => {
  const parts = partsOf([]);
  const findStation = (id: string) => {
    const found = parts.tolls.findStation(id);
    return found && { ...found, tariffs: [] };
  };
  const tolls = { ...parts.tolls, findStation };
  const route = billed(await answerOf([routeOf('a1b')], {}, { tolls }));
  expect(route).toMatchObject({ tollSmall: 0, tollCount: 0, chargedStations: [] });
  expect(route.unpricedStations).toEqual([
    {
      id: '1',
      name: '1',
      operator: 'Town Toll AS',
      ...lineOf('1')[0],
      passedAt: '2026-11-18T12:00:40+01:00',
    },
  ]);
  expect(route.warnings.map(({ code }) => code)).toContain('station_unpriced');
});

test('the class of the ferry prices is that of the request', async () => {
  const request = { ferry: { ferryClass: 'AP7', lengthM: 18 } } as const;
  const route = billed(await answerOf([routeOf('cd')], request));
  expect(route).toMatchObject({ ferryVehicleClass: 'AP7', ferryNok: 500, ferryNokEv: 250 });
});

test('a vehicle length that is ignored is warned about on every route, and only then', async () => {
  const routes = [routeOf('a1b'), routeOf('cf')];
  const codes = ({ _billing }: RouteAnswer) =>
    _billing.routes.map(({ warnings }) => warnings.map(({ code }) => code));
  const ignored = await answerOf(routes, {}, {}, { lengthIgnored: true });
  expect(codes(ignored)).toEqual([['vehicle_length_ignored'], ['vehicle_length_ignored']]);
  expect(codes(await answerOf(routes, {}, {}, { lengthIgnored: false }))).toEqual([[], []]);
});

test('geometry is easting, northing in UTM 33, to a decimetre', async () => {
  const [route] = (await answerOf([routeOf('ab')])).routes;
  expect(route).toHaveProperty('type', 'FeatureCollection');
  const expected = lineOf('ab').map((at) => toUtm33(at).map((m) => Math.round(m * 10) / 10));
  expect(route?.features).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: expected },
      properties: { kind: 'road', lengthM: 800, durationMin: 1.3 },
    },
  ]);
});

test('with srs 4326 geometry is lon, lat, to six decimals', async () => {
  const [route] = (await answerOf([routeOf('ab')], {}, {}, { srs: '4326' })).routes;
  const expected = lineOf('ab').map(({ lat, lon }) => [lon, lat]);
  expect(featuresOf(route)[0]?.geometry.coordinates).toEqual(expected);
});

test('the features of a route join, road and ferry in turn', async () => {
  const [route] = (await answerOf([routeOf('b2cd3e')])).routes;
  const features = featuresOf(route);
  expect(features.map(({ properties }) => properties.kind)).toEqual(['road', 'ferry', 'road']);
  const joined = features.flatMap(({ geometry }, i) =>
    i === 0 ? geometry.coordinates : geometry.coordinates.slice(1),
  );
  expect(joined).toHaveLength(6);
  expect(features[1]?.geometry.coordinates[0]).toEqual(features[0]?.geometry.coordinates.at(-1));
});

test('the amounts of the lists add up to the sums', async () => {
  const walk = fc.array(fc.constantFrom(...'a1b2cd3ef'), { minLength: 2, maxLength: 14 });
  const trip = fc.record({
    startMs: fc.nat(24 * 60).map((min) => START_MS + min * 60_000),
    refine: fc.boolean(),
    size: fc.constantFrom('small' as const, 'large' as const),
  });
  await fc.assert(
    fc.asyncProperty(walk, trip, async (names, request) => {
      const route = billed(await answerOf([routeOf(names.join(''))], request));
      const { chargedStations, ferries } = route;
      expect(sumOf(chargedStations.map((s) => s.smallNok))).toBe(toOre(route.tollSmall));
      expect(sumOf(chargedStations.map((s) => s.smallNoDiscountNok))).toBe(
        toOre(route.tollSmallNoDiscount),
      );
      expect(sumOf(chargedStations.map((s) => s.largeNok))).toBe(toOre(route.tollLarge));
      expect(sumOf(chargedStations.map((s) => s.largeNoDiscountNok))).toBe(
        toOre(route.tollLargeNoDiscount),
      );
      expect(sumOf(ferries.map((f) => f.nok))).toBe(toOre(route.ferryNok));
      expect(sumOf(ferries.map((f) => f.evNok))).toBe(toOre(route.ferryNokEv));
      expect(sumOf(ferries.map((f) => f.autopassNok))).toBe(toOre(route.ferryNokAutopass));
      expect(route.tollSmall).toBeLessThanOrEqual(route.tollSmallNoDiscount);
    }),
  );
});

async function answerOf(
  routes: readonly PlannedRoute[],
  facts: Partial<QuoteRequest> = {},
  parts: Partial<QuoteParts> = {},
  options: Partial<AnswerOptions> = {},
): Promise<RouteAnswer> {
  const request = requestOf(facts);
  const quote = await quoteTrip(partsOf(routes, parts))(request);
  return formatAnswer(quote, request, {
    srs: '25833',
    attribution: 'credits',
    lengthIgnored: false,
    ...options,
  });
}

/** The features of a route that we write ourselves. */
const featuresOf = (route: AnswerRoute | undefined) =>
  (route?.features ?? []) as readonly AnswerFeature[];

function billed({ _billing }: RouteAnswer): AnswerBillingRoute {
  const [route] = _billing.routes;
  if (route === undefined) throw new Error('Expected a route in the answer.');
  return route;
}

/** Kroner with at most two decimals are whole øre; anything else would show here. */
const toOre = (nok: number) => Number((nok * 100).toFixed(6));
const sumOf = (amounts: readonly number[]) => amounts.map(toOre).reduce((a, b) => a + b, 0);

test('geometry=0 leaves the coordinates of every stretch out and nothing else', async () => {
  const whole = await answerOf([routeOf('e3dc2b1a')]);
  const lean = await answerOf([routeOf('e3dc2b1a')], {}, {}, { geometry: '0' });
  const features = ({ routes }: RouteAnswer) =>
    routes.flatMap((route) => route.features as readonly AnswerFeature[]);
  expect(features(whole).flatMap(({ geometry }) => geometry.coordinates).length).toBeGreaterThan(1);
  expect(features(lean)).toEqual(
    features(whole).map((one) => ({ ...one, geometry: { type: 'LineString', coordinates: [] } })),
  );
  expect(lean._billing).toEqual(whole._billing);
});

test('a parameter that seems to be misspelt is warned about on every route', async () => {
  const misspelt = [{ name: 'Heavy', meant: 'heavy' }];
  const answer = await answerOf([routeOf('a1b'), routeOf('cf')], {}, {}, { misspelt });
  for (const { warnings } of answer._billing.routes)
    expect(warnings).toEqual([
      {
        code: 'parameter_not_read',
        message: '"Heavy" is not read: the parameter is heavy.',
        about: 'Heavy',
      },
    ]);
});

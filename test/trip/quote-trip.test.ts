import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { Warning } from '../../src/base/warning.ts';
import type { PassageFinder, PlannedRoute } from '../../src/passages/planned-route.ts';
import type { PricedWay } from '../../src/trip/list-free-sides.ts';
import type { SeenRoute } from '../../src/trip/list-unseen-stations.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import type { Quote, QuoteRequest } from '../../src/trip/quote.ts';
import { estimateTrip, quoteTrip } from '../../src/trip/quote-trip.ts';
import { table } from '../support/table.ts';
import {
  ferriesWith,
  lineOf,
  partsOf,
  requestOf,
  routeOf,
  START_MS,
  stopsMoved,
} from '../support/trip-scene.ts';

test.each(
  table<'line' | 'refine' | 'charged' | 'free' | 'because'>(`
    line      | refine | charged   | free | because
    a1b2c     | yes    | 2         | 1    | the dearest of the hour pays
    a1b2cd3e  | yes    | 2         | 1    | station 3 charges the way west only
    e3dc2b1a  | yes    | 3, 2      | 1    | on the way west it does charge
    a1b2cd3e  | no     | 1, 2, 3   |      | geometry knows neither hour rule nor direction
    ab        | yes    |           |      | a leg past the gate without its vertex passes nothing
    b2cf      | yes    | 2         |      | a single passage of the ring pays itself
    bcf       | no     | 2         |      | by geometry the line is near enough
    cf        | yes    |           |      | there is no station on the way
    1b2c      | yes    | 2         |      | a trip that starts at a station does not pass it
    b22c      | yes    | 2         |      | a stop at the station is one passage
  `),
)('$line, refined: $refine, is charged at [$charged], because $because', async (row) => {
  const request = requestOf({ refine: row.refine === 'yes' });
  const quote = await quoteTrip(partsOf([routeOf(row.line)]))(request);
  expect(quote).toMatchObject({ refined: request.refine, refineFallback: false });
  expect(quote.routes[0]?.toll.charged.map((p) => p.station.id).join(', ')).toBe(row.charged);
  expect(quote.routes[0]?.toll.free.map((p) => p.station.id).join(', ')).toBe(row.free);
});

test('a bearing is refused where the planner does not know of it, and not left out in silence', async () => {
  const parts = partsOf([routeOf('a1b2c')]);
  const asked = { ...requestOf(), bearings: [90] };
  await expect(quoteTrip(parts)(asked)).rejects.toMatchObject({ code: 'invalid_parameter' });
  const planner = { ...parts.planner, takesBearings: true as const };
  expect((await quoteTrip({ ...parts, planner })(asked)).routes).toHaveLength(1);
});

test('a caller who leaves while the route is planned ends the quote before it is matched', async () => {
  const caller = new AbortController();
  const findExact = vi.fn<PassageFinder['findExact']>();
  const parts = partsOf([routeOf('a1b2c')]);
  const planner = {
    ...parts.planner,
    planTrip: async () => {
      caller.abort();
      return [routeOf('a1b2c')];
    },
  };
  const passages = { ...parts.passages, findExact };
  const quote = quoteTrip({ ...parts, planner, passages });
  await expect(quote(requestOf({ refine: true }), { signal: caller.signal })).rejects.toThrow(
    'aborted',
  );
  expect(findExact).not.toHaveBeenCalled();
});

test('a preliminary quote never asks for exact matching', async () => {
  const findExact = vi.fn<PassageFinder['findExact']>();
  await quoteWith({ findExact }, { refine: false });
  expect(findExact).not.toHaveBeenCalled();
});

test('a recommended route that can not be matched exactly makes the whole quote preliminary', async () => {
  const findExact = (route: PlannedRoute) => (route.id === 'a1b2c' ? undefined : []);
  const fallback = await quoteWith({ findExact }, { refine: true });
  const preliminary = await quoteWith({ findExact }, { refine: false });
  expect(fallback).toEqual({ ...preliminary, refineFallback: true });
});

test('another route that can not be matched is left out of a refined quote', async () => {
  const { passages } = partsOf([]);
  const findExact = (route: PlannedRoute) =>
    route.id === 'a1b2c' ? passages.findExact(route) : undefined;
  const quote = await quoteWith({ findExact }, { refine: true });
  expect(quote).toMatchObject({ refined: true, refineFallback: false });
  expect(quote.routes.map(({ route }) => route.id)).toEqual(['a1b2c']);
  expect(quote.routes[0]?.toll.charged.map(({ station }) => station.id)).toEqual(['2']);
});

test('a failure in the matching is not hidden behind a preliminary quote', async () => {
  const findExact = () => {
    throw new TypeError('not a function');
  };
  await expect(quoteWith({ findExact }, {})).rejects.toThrow(TypeError);
});

test('what the planner throws reaches the caller', async () => {
  const planTrip = () => Promise.reject(new Fault('route_not_possible'));
  const parts = partsOf([], { planner: { source: 'drawn', planTrip } });
  await expect(quoteTrip(parts)(requestOf())).rejects.toMatchObject({ code: 'route_not_possible' });
});

test('routes keep the order of the planner, whichever is cheaper', async () => {
  const routes = ['e3dc2b1a', 'cf', 'a1b2c'].map((names) => routeOf(names));
  const quote = await quoteTrip(partsOf(routes))(requestOf());
  expect(quote.routes.map(({ route }) => route.id)).toEqual(['e3dc2b1a', 'cf', 'a1b2c']);
  expect(quote.routes.map(({ toll }) => toll.total.smallNoDiscountOre)).toEqual([7100, 0, 5000]);
});

test.each(
  table<'start' | 'rush' | 'small' | 'because'>(`
    start    | rush | small | because
    06:29:19 | no   | 40    | station 1 is passed 40 seconds later, one second before the rush
    06:29:20 | yes  | 70    | it is passed as the rush begins
    08:59:19 | yes  | 70    | it is passed one second before the rush ends
    08:59:20 | no   | 40    | the end of the rush lies outside it
  `),
)('a trip that starts at $start is in the rush: $rush, because $because', async (row) => {
  const startMs = Date.parse(`2026-11-18T${row.start}+01:00`);
  const quote = await quoteTrip(partsOf([routeOf('a1b')]))(requestOf({ startMs }));
  expect(quote.routes[0]?.toll.rush).toBe(row.rush === 'yes');
  expect(quote.routes[0]?.toll.total.smallNoDiscountOre).toBe(Number(row.small) * 100);
  expect(quote.routes[0]?.toll.charged[0]?.atMs).toBe(startMs + 40_000);
});

test('a large vehicle gets its bill worked out for its own size', async () => {
  const quote = await quoteTrip(partsOf([routeOf('a1b2c')]))(requestOf({ size: 'large' }));
  expect(quote.routes[0]?.toll.total.largeOre).toBe(10_050);
});

test('a station that only the road network knows is named, not dropped in silence', async () => {
  const tolls = { ...partsOf([]).tolls, findStation: () => undefined };
  const quote = await quoteTrip(partsOf([routeOf('a1b')], { tolls }))(requestOf());
  expect(quote.routes[0]?.toll.charged).toEqual([]);
  expect(quote.routes[0]?.warnings).toMatchObject([{ code: 'station_unpriced', about: '1' }]);
});

test('a ferry stretch goes to the ferry catalogue with its own points, length and time', async () => {
  const ferries = ferriesWith({ kind: 'own-table', table: 'c-d' });
  const quote = await quoteTrip(partsOf([routeOf('b2cd3e')], { ferries }))(requestOf());
  expect(ferries.sailed).toHaveLength(1);
  expect(ferries.sailed[0]).toMatchObject({ line: lineOf('cd'), durationS: 80 });
  expect(ferries.sailed[0]?.lengthM).toBeCloseTo(800, 0);
  expect(quote.routes[0]?.ferry).toMatchObject({ count: 1, ordinaryOre: 10_100 });
});

test('ferries are priced for the class of the vehicle on the Norwegian day of departure', async () => {
  const parts = partsOf([routeOf('cd')]);
  const newYear = { startMs: fromOsloWallClock('2027-01-01T00:05') };
  const lorry = requestOf({ ferry: { ferryClass: 'AP7' }, ...newYear });
  const quote = await quoteTrip(parts)(lorry);
  expect(quote.routes[0]?.ferry.ordinaryOre).toBe(50_000);
  expect(quote.routes[0]?.ferry.priced[0]?.tariff).toContain('the nearest to 2027-01-01');
});

test('a ferry without a fare is counted and listed, and warned about', async () => {
  const ferries = ferriesWith({ kind: 'own-fares', note: 'Nobody publishes it.' });
  const quote = await quoteTrip(partsOf([routeOf('cd')], { ferries }))(requestOf());
  expect(quote.routes[0]?.ferry).toMatchObject({ count: 1, ordinaryOre: 0, priced: [] });
  expect(quote.routes[0]?.ferry.unpriced).toHaveLength(1);
  expect(quote.routes[0]?.warnings.map(({ code }) => code)).toContain('ferry_unpriced');
});

test.each(
  table<'moved' | 'warnings'>(`
    moved              | warnings
    0, 2000            |
    2001, 0            | The start was moved 2.0 km to the nearest road.
    0, 3499, 8050      | Via point 1 was moved 3.5 km to the nearest road. The end was moved 8.1 km to the nearest road.
  `),
)('stops moved by $moved m give: $warnings', async ({ moved, warnings }) => {
  const stops = stopsMoved(moved.split(', ').map(Number));
  const via = stops.slice(1, -1).map(({ at }) => at);
  const quote = await quoteTrip(partsOf([routeOf('cf', { stops })]))(requestOf({ via }));
  expect(quote.routes[0]?.warnings.map(({ message }) => message).join(' ')).toBe(warnings);
});

test.each([
  ['a1b2c', true, ['tolls_not_avoidable'], 'it still has charges'],
  ['cf', true, [], 'it has no charges'],
  ['a1b2c', false, [], 'nobody asked for it'],
])('route %s, avoidTolls %s, warns of %j: %s', async (names, avoidTolls, codes) => {
  const quote = await quoteTrip(partsOf([routeOf(names), routeOf('a1b')]))(
    requestOf({ avoidTolls }),
  );
  expect(quote.routes[0]?.warnings.map(({ code }) => code)).toEqual(codes);
  expect(quote.routes[1]?.warnings).toEqual([]);
});

test('the quote names its source, its moment and the version of its facts', async () => {
  const quote = await quoteWith({}, {});
  expect(quote).toMatchObject({ source: 'drawn', dataVersion: '2026-09-10+1a2b3c4d' });
  expect(quote.computedAtMs).toBe(Date.parse('2026-11-20T12:00:00+01:00'));
});

test('a station off the network is looked for on every route, with its stops and passages', async () => {
  const asked: SeenRoute[] = [];
  const listUnseen = (route: SeenRoute): Warning[] => {
    asked.push(route);
    return [{ code: 'station_not_on_network', message: 'Smia', about: 'Smia' }];
  };
  const routes = [routeOf('a1b'), routeOf('cf')];
  const quote = await quoteTrip(partsOf(routes, { listUnseen }))(requestOf());
  for (const { warnings } of quote.routes)
    expect(warnings).toContainEqual(expect.objectContaining({ about: 'Smia' }));
  expect(asked.map(({ route }) => route.line)).toEqual(routes.map(({ line }) => line));
  expect(asked[0]?.stops.map((stop) => stop.asked)).toEqual([requestOf().from, requestOf().to]);
  expect(asked[0]?.passages).toEqual([{ project: 'town', alongM: expect.closeTo(400, 0) }]);
});

test('what a route passes for nothing by a guess is looked for with its departure and its passages', async () => {
  const asked: PricedWay[] = [];
  const warning = { code: 'direction_inferred', message: 'Kleppe', about: 'Kleppe' } as const;
  const listFreeSides = (way: PricedWay) => {
    asked.push(way);
    return [warning];
  };
  const quote = await quoteTrip(partsOf([routeOf('a1b')], { listFreeSides }))(requestOf());
  expect(quote.routes[0]?.warnings).toContainEqual(warning);
  expect(asked[0]?.startMs).toBe(requestOf().startMs);
  expect(asked[0]?.passages).toHaveLength(1);
});

test('via points on the route change nothing', async () => {
  const names = 'a1b2cd3e';
  const plain = await quoteTrip(partsOf([routeOf(names)]))(requestOf());
  // A via point repeats a vertex of the line, because one leg ends and the next begins there.
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(names.length - 1), { maxLength: 8 }), async (via) => {
      const withVia = [...names].map((name, i) => name.repeat(1 + (via.includes(i) ? 1 : 0)));
      const quote = await quoteTrip(partsOf([routeOf(withVia.join(''))]))(requestOf());
      expect(quote.routes[0]?.toll).toEqual(plain.routes[0]?.toll);
      expect(quote.routes[0]?.ferry).toEqual(plain.routes[0]?.ferry);
    }),
  );
});

test('the hour rule never raises a sum', async () => {
  const walk = fc.array(fc.constantFrom(...'a1b2cf'), { minLength: 2, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(walk, fc.nat(24 * 60), async (names, startMin) => {
      const parts = partsOf([routeOf(names.join(''))]);
      const startMs = START_MS + startMin * 60_000;
      const refined = await quoteTrip(parts)(requestOf({ startMs }));
      const preliminary = await quoteTrip(parts)(requestOf({ startMs, refine: false }));
      const [exact, rough] = [refined, preliminary].map(({ routes }) => routes[0]?.toll.total);
      expect(exact?.smallOre).toBeLessThanOrEqual(rough?.smallOre ?? Number.NaN);
      expect(exact?.largeOre).toBeLessThanOrEqual(rough?.largeOre ?? Number.NaN);
    }),
  );
});

const ROUTES: readonly PlannedRoute[] = [routeOf('a1b2c'), routeOf('e3dc2b1a')];

/** A quote of two routes with parts of the finder replaced. */
function quoteWith(finder: Partial<PassageFinder>, request: Partial<QuoteRequest>): Promise<Quote> {
  const parts = partsOf(ROUTES);
  return quoteTrip({ ...parts, passages: { ...parts.passages, ...finder } })(requestOf(request));
}

const parts = partsOf([routeOf('a1b2cd3e'), routeOf('e3dc2b1a')]);

test('an estimate has the figures of a refined quote and is never called one', async () => {
  const estimate = await estimateTrip(parts)(requestOf({ refine: false }));
  const refined = await quoteTrip(parts)(requestOf({ refine: true }));
  expect(estimate).toEqual({ ...refined, refined: false });
  expect(estimate.routes.map(({ toll }) => toll.charged.map(({ station }) => station.id))).toEqual([
    ['2'],
    ['3', '2'],
  ]);
});

test('an estimate is no fallback, whatever was asked for', async () => {
  const passages = { ...parts.passages, findExact: () => undefined };
  const estimate = await estimateTrip({ ...parts, passages })(requestOf({ refine: true }));
  expect(estimate).toMatchObject({ refined: false, refineFallback: false });
});

test('tolls are not avoided, and nobody is warned that they could not be', async () => {
  const planTrip = vi.fn<RoutePlanner['planTrip']>(async () => [routeOf('a1b2c')]);
  const estimate = estimateTrip({ ...parts, planner: { source: 'drawn', planTrip } });
  const { signal } = new AbortController();
  const { routes } = await estimate(requestOf({ avoidTolls: true }), { signal });
  expect(planTrip.mock.calls[0]?.[0].avoidTolls).toBe(false);
  expect(planTrip.mock.calls[0]?.[1]?.signal).toBe(signal);
  expect(routes[0]?.warnings.map(({ code }) => code)).not.toContain('tolls_not_avoidable');
});

test('what the planner throws is thrown', async () => {
  const fault = new Fault('upstream_broken');
  const planner = { source: 'drawn', planTrip: () => Promise.reject(fault) };
  await expect(estimateTrip({ ...parts, planner })(requestOf())).rejects.toBe(fault);
});

test('a station that is perhaps passed is in no sum, in the bounds, and makes the quote incomplete', async () => {
  const found = parts.passages.findExact(routeOf('a1b2cd3e')) ?? [];
  const first = { stationId: '2' };
  const listed = found.map((passage) =>
    passage.stationId === '2' ? { ...passage, isDoubted: true as const } : passage,
  );
  const passages = {
    ...parts.passages,
    findExact: () => listed,
    findPossible: () => ({
      passages: listed.map((passage) => ({ ...passage, isSure: !('isDoubted' in passage) })),
      isTimeSure: true,
    }),
  };
  const { routes } = await estimateTrip({ ...parts, passages })(requestOf({ refine: false }));
  const [route] = routes;
  const name = parts.tolls.findStation(first.stationId)?.name;
  expect(route?.toll.charged.map(({ station }) => station.id)).not.toContain(first.stationId);
  expect(route?.warnings).toContainEqual(
    expect.objectContaining({ code: 'passage_in_doubt', about: name }),
  );
  expect(route?.missing).toContainEqual(expect.objectContaining({ kind: 'station', name }));
  const sum = route?.toll.total.smallOre ?? 0;
  expect(route?.bounds?.toll.minOre).toBeLessThanOrEqual(sum);
  expect(route?.bounds?.toll.maxOre).toBeGreaterThan(sum);
});

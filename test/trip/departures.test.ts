import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { quoteDepartures } from '../../src/trip/departures.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import type { QuoteParts } from '../../src/trip/quote-trip.ts';
import { ferriesWith, partsOf, requestOf, routeOf } from '../support/trip-scene.ts';

/** The trip at each departure, which takes the way named for it over the drawn road. */
function quoteOver(
  ways: Readonly<Record<string, string>>,
  facts: Partial<Omit<QuoteParts, 'planner'>> = {},
) {
  const byStart = new Map(
    Object.entries(ways).map(([time, way]) => [fromOsloWallClock(`2026-${time}`), way]),
  );
  const planTrip = async ({ startMs }: { readonly startMs: number }) => [
    routeOf(byStart.get(startMs) ?? ''),
  ];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip,
    planByMoney: async (trip) => ({
      routes: await planTrip(trip),
      isCut: false,
      knowsCheapest: false,
    }),
  };
  const parts = partsOf([], { planner: { ...planner, shareWays: () => planner }, ...facts });
  const startsMs = [...byStart.keys()];
  return (request: Parameters<typeof requestOf>[0] = {}) =>
    quoteDepartures(parts)({
      trip: requestOf({ startMs: startsMs[0] ?? 0, ...request }),
      startsMs,
    });
}

test('a departure whose ferry has no known fare is the cheapest only where all lack one', async () => {
  const ferries = ferriesWith({ kind: 'own-fares', note: 'Nothing is published.' });
  const some = await quoteOver(
    { '11-18T07:30': 'cd', '11-18T08:00': 'a1b', '11-18T12:00': 'a1b', '11-18T13:00': 'cd' },
    { ferries },
  )({ money: { hourOre: 0, metreOre: 0, isPareto: false } });
  expect(some.departures.map(({ moneyOre }) => moneyOre)).toEqual([0, 5600, 3200, 0]);
  expect(some.departures.indexOf(some.cheapest)).toBe(2);
  expect(some.best).toBe(some.cheapest);
  expect(some.rushOre).toBe(5600 - 3200);
  const none = await quoteOver({ '11-18T12:00': 'a1bcd', '11-18T13:00': 'cd' }, { ferries })();
  expect(none.departures.indexOf(none.cheapest)).toBe(1);
});

test('a used cap is that of the month of the first departure: the next month begins at 0', async () => {
  const { tolls } = partsOf([]);
  const cap = {
    key: 'town',
    name: 'Town',
    bySize: { small: [{ from: '2000-01-01', perMonth: 3, knownOn: '2026-01-01', source: 'test' }] },
  };
  const capped = {
    ...tolls,
    capGroups: ['town'],
    findStation: (id: string) => {
      const found = tolls.findStation(id);
      return found && { ...found, cap };
    },
  };
  const quote = quoteOver({ '11-30T23:00': 'a1b', '12-01T12:00': 'a1b' }, { tolls: capped });
  const { departures } = await quote({ capUse: { month: '2026-09', counts: { town: 3 } } });
  expect(departures.map(({ tollOre }) => tollOre)).toEqual([0, 3200]);
});

test('the searches of a window share one bound, each a share of what is left, and each that is cut is said', async () => {
  const takes = [0, 100, 60_000_000, 0];
  const lefts: number[] = [];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip: async () => [routeOf('ab')],
    planByMoney: async (_, __, ___, { budget = { left: 0 } } = {}) => {
      const take = takes[lefts.length] ?? 0;
      lefts.push(budget.left);
      const isCut = take > budget.left;
      budget.left -= take;
      return { routes: [routeOf('ab')], isCut, knowsCheapest: !isCut };
    },
  };
  const startsMs = takes.map((_, i) => fromOsloWallClock('2026-11-18T07:30') + i * 900_000);
  const { departures } = await quoteDepartures(
    partsOf([], { planner: { ...planner, shareWays: () => planner } }),
  )({
    trip: requestOf({
      startMs: startsMs[0] ?? 0,
      money: { hourOre: 0, metreOre: 0, isPareto: false },
    }),
    startsMs,
  });
  const all = 4 * (lefts[0] ?? 0);
  // The one that is cut is asked again, for the ways of the others.
  expect(lefts).toEqual([all / 4, all / 3, (all - 100) / 2, 0, 0]);
  expect(departures.map(({ searchCut }) => searchCut)).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ]);
});

test('a departure whose search is cut has the best of the ways that were found for any other, and no rush price is told of it', async () => {
  const found: string[] = [];
  /** By departure: what its search finds before it is cut. Passing station 1 costs 56 kr in the rush, and 32 later. */
  const ways = ['a1b', 'a1b', 'ab'];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip: async () => [routeOf('a1b')],
    planByMoney: async (_, __, ___, { budget = { left: 0 } } = {}) => {
      if (budget.left > 0) found.push(ways[found.length] ?? '');
      const known = budget.left > 0 ? found.slice(-1) : found;
      budget.left -= 1;
      return { routes: known.map((way) => routeOf(way)), isCut: true, knowsCheapest: false };
    },
  };
  const startsMs = ['07:30', '08:00', '12:00'].map((at) => fromOsloWallClock(`2026-11-18T${at}`));
  const { departures, rushOre } = await quoteDepartures(
    partsOf([], { planner: { ...planner, shareWays: () => planner } }),
  )({
    trip: requestOf({
      startMs: startsMs[0] ?? 0,
      money: { hourOre: 0, metreOre: 0, isPareto: false },
    }),
    startsMs,
  });
  expect(departures.map(({ moneyOre }) => moneyOre)).toEqual([0, 0, 0]);
  expect(rushOre).toBeUndefined();
});

test('the searches of a window hear that it is late', async () => {
  const isLate = () => true;
  const heard: unknown[] = [];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip: async () => [routeOf('ab')],
    planByMoney: async (_, __, ___, { budget } = {}) => {
      heard.push(budget?.isLate);
      return { routes: [routeOf('ab')], isCut: false, knowsCheapest: true };
    },
  };
  const startMs = fromOsloWallClock('2026-11-18T07:30');
  const trip = requestOf({ startMs, money: { hourOre: 0, metreOre: 0, isPareto: false } });
  const parts = partsOf([], { planner: { ...planner, shareWays: () => planner } });
  await quoteDepartures(parts)({ trip, startsMs: [startMs, startMs + 900_000] }, { isLate });
  expect(heard).toEqual([isLate, isLate]);
});

test('where the bound of a window is too small for all, searches are spread over it, and a departure without one says so', async () => {
  const given: number[] = [];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip: async () => [routeOf('ab')],
    planByMoney: async (_, __, ___, { budget = { left: 0 } } = {}) => {
      given.push(budget.left);
      budget.left = 0;
      return { routes: [routeOf('ab')], isCut: true, knowsCheapest: false };
    },
  };
  const earliestMs = fromOsloWallClock('2026-11-18T07:30');
  const startsMs = Array.from({ length: 200 }, (_, i) => earliestMs + i * 300_000);
  const { departures } = await quoteDepartures(
    partsOf([], { planner: { ...planner, shareWays: () => planner } }),
  )({
    trip: requestOf({ startMs: earliestMs, money: { hourOre: 0, metreOre: 0, isPareto: false } }),
    startsMs,
  });
  const searched = given.flatMap((left, i) => (left > 0 ? i : []));
  const [all, most] = [given.reduce((sum, one) => sum + one, 0), Math.max(...given)];
  expect(searched[0]).toBe(0);
  expect(all).toBeLessThanOrEqual(searched.length * most);
  expect(searched.length).toBeLessThan(startsMs.length / 5);
  const gaps = searched.map((i, at) => (searched[at + 1] ?? startsMs.length) - i);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * Math.min(...gaps.slice(0, -1)));
  expect(departures.every(({ searchCut }) => searchCut)).toBe(true);
});

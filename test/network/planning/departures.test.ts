/** Departures on the bundled network: each is what a question about it alone is told. */
import { beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../measure/numbers.ts';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { loadFacts } from '../../../src/facts/open-facts.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import { buildPassageFinder } from '../../../src/passages/passage-finder.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { quoteDepartures } from '../../../src/trip/departures.ts';
import type { OwnPlanner } from '../../../src/trip/ports.ts';
import type { QuoteRequest } from '../../../src/trip/quote.ts';
import { type QuoteParts, quoteTrip } from '../../../src/trip/quote-trip.ts';
import { clockAt } from '../../support/clock.ts';
import { drawPayer } from '../../support/draw-payer.ts';
import { openBundledNetwork } from '../../support/network-home.ts';

let parts: QuoteParts & { readonly planner: OwnPlanner };
let places: readonly { readonly lat: number; readonly lon: number }[];
beforeAll(async () => {
  const [facts, { prepared, gates }] = await Promise.all([
    loadFacts({ bundled: DATA_DIR }),
    openBundledNetwork(),
  ]);
  const { tolls, ferries, calendar, sections, services } = facts;
  parts = {
    planner: openKernelPlanner({ source: 'test', prepared }, { sections, services }),
    passages: buildPassageFinder({ gates, stations: tolls.stations, nearM: 50 }),
    tolls,
    ferries,
    calendar,
    clock: clockAt('2026-11-20T08:00:00+01:00'),
    dataVersion: 'test',
    dataHash: 'test',
  };
  const quays = facts.quays.list.filter(({ usableByCars }) => usableByCars);
  const rushing = tolls.stations.filter(({ tariffs }) => tariffs.some(({ rush }) => rush));
  places = [...rushing, ...quays].map(({ at }) => at);
});

/** The recommended way alone, exactly priced. */
const RECOMMENDED = { via: [], avoidTolls: false, alternatives: 0, refine: true } as const;

/** How many trips are drawn. */
const TRIPS = 6;
const DEPARTURES = 12;
/** Over two rush hours, midnights into a Saturday and into a month, and the hours at which ferries lie still. */
const WINDOWS = [
  '2026-11-20T05:30',
  '2026-11-20T13:10',
  '2026-11-20T21:00',
  '2026-11-30T21:00',
  '2026-02-13T06:00',
];

test.each([
  ['the fastest way', undefined],
  ['the best way at 150 NOK an hour', 15_000],
  ['the cheapest way', 0],
] as const)(
  '%s of each departure is the one that a question about it alone gets',
  async (_, hourOre) => {
    const random = seeded(20261123);
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item;
    const quote = quoteTrip(parts);
    const quoteAll = quoteDepartures(parts);
    let changing = 0;
    let asked = 0;
    let compared = 0;
    while (asked < TRIPS) {
      const { lat, lon } = pick(places);
      const [north, east] = [(random() - 0.5) * 0.5, random() * 0.5];
      const from = { lat: lat - north, lon: lon - east };
      const to = { lat: lat + north, lon: lon + east };
      const earliestMs = fromOsloWallClock(pick(WINDOWS));
      const trip: QuoteRequest = {
        from,
        to,
        ...RECOMMENDED,
        startMs: earliestMs,
        ...drawPayer(pick, parts.tolls.capGroups, toOsloTime(earliestMs).day.slice(0, 7)),
        ...(hourOre !== undefined && { money: { hourOre, metreOre: 0, isPareto: false } }),
      };
      const startsMs = Array.from({ length: DEPARTURES }, (_, i) => earliestMs + i * 25 * 60_000);
      const found = await quoteAll({ trip, startsMs }).catch(() => undefined);
      if (found === undefined) continue;
      asked++;
      // Their bound is shared: one that met it alone may have another way.
      for (const departure of found.departures.filter(({ searchCut }) => !searchCut)) {
        compared++;
        const { routes } = await quote({ ...trip, startMs: departure.startMs });
        expect(departure.quoted).toEqual(routes[0]);
      }
      const money = found.departures.map(({ moneyOre }) => moneyOre);
      if (new Set(money).size > 1) changing++;
      const complete = found.departures.filter(({ quoted }) => quoted.missing.length === 0);
      const whole = complete.length > 0 ? complete : found.departures;
      expect(found.cheapest.moneyOre).toBe(Math.min(...whole.map(({ moneyOre }) => moneyOre)));
    }
    expect(compared).toBeGreaterThanOrEqual(0.85 * TRIPS * DEPARTURES);
    // The way round a station may cost the same all day.
    if (hourOre === undefined) expect(changing).toBeGreaterThan(0);
  },
);

test.each([
  ['the fastest way', undefined],
  ['the best way at 150 NOK an hour', 15_000],
  ['the cheapest way', 0],
] as const)(
  '%s of departures before and behind the hour at which a gate opens is each what a question about it alone gets',
  async (_, hourOre) => {
    const earliestMs = fromOsloWallClock('2026-11-03T02:30');
    const trip: QuoteRequest = {
      from: { lat: 61.838, lon: 8.566 },
      to: { lat: 61.491, lon: 7.598 },
      ...RECOMMENDED,
      startMs: earliestMs,
      size: 'small',
      ferry: { ferryClass: 'AP1' },
      ...(hourOre !== undefined && { money: { hourOre, metreOre: 0, isPareto: false } }),
    };
    const startsMs = Array.from({ length: 12 }, (_, i) => earliestMs + i * 30 * 60_000);
    const { departures } = await quoteDepartures(parts)({ trip, startsMs });
    const quote = quoteTrip(parts);
    for (const { startMs, quoted } of departures) {
      const { routes } = await quote({ ...trip, startMs });
      expect(quoted).toEqual(routes[0]);
    }
    const told = departures.map(({ quoted }) => {
      if (quoted.route.sections?.some(({ waitS = 0 }) => waitS > 0)) return 'waits';
      return quoted.route.lengthM > 200_000 ? 'round' : 'over';
    });
    expect(told.join(' ')).toMatch(/^(round )+(waits )+(over ?)+$/);
    const ends = departures.map(({ startMs, quoted }) => startMs + quoted.route.durationS * 1000);
    const behindGate = ends.filter((_, i) => told[i] === 'waits');
    // All drives that wait arrive at one moment.
    expect(Math.max(...behindGate) - Math.min(...behindGate)).toBeLessThan(1);
  },
);

test('what is used of a monthly cap is not carried over a midnight into a month: a departure that comes to its stations behind it pays', async () => {
  const earliestMs = fromOsloWallClock('2026-11-30T21:00');
  const trip: QuoteRequest = {
    from: { lat: 59.0992, lon: 9.3614 },
    to: { lat: 59.2185, lon: 9.9559 },
    ...RECOMMENDED,
    startMs: earliestMs,
    size: 'small',
    vehicle: { size: 'small', tagged: true, fuel: 'diesel' },
    ferry: { ferryClass: 'AP2' },
    capUse: {
      month: '2026-11',
      counts: Object.fromEntries(parts.tolls.capGroups.map((group) => [group, 200])),
    },
    money: { hourOre: 0, metreOre: 0, isPareto: false },
  };
  const startsMs = Array.from({ length: 20 }, (_, i) => earliestMs + i * 20 * 60_000);
  const { departures } = await quoteDepartures(parts)({ trip, startsMs });
  const quote = quoteTrip(parts);
  for (const { startMs, quoted } of departures) {
    const { routes } = await quote({ ...trip, startMs });
    expect(quoted).toEqual(routes[0]);
  }
  // Those that leave behind midnight have used nothing.
  expect(new Set(departures.map(({ quoted }) => quoted.route.durationS)).size).toBeGreaterThan(1);
});

test('a search at a high value of time takes few steps over the whole country, and a departure without steps has its way', async () => {
  // It comes to no mountain road at an hour of the night at which that is closed, and the search is not made again.
  const startMs = fromOsloWallClock('2026-11-24T20:00');
  const trip: QuoteRequest = {
    from: { lat: 69.65, lon: 18.96 },
    to: { lat: 60.3913, lon: 5.3221 },
    ...RECOMMENDED,
    startMs,
    size: 'small',
    ferry: { ferryClass: 'AP1' },
    money: { hourOre: 531_600, metreOre: 0, isPareto: false },
  };
  const planner = parts.planner.shareWays({ earliestMs: startMs, latestMs: startMs });
  const quote = quoteTrip({ ...parts, planner });
  const budget = { left: 300_000 };
  const searched = await quote(trip, { budget });
  expect(searched.searchCut).toBeUndefined();
  expect(300_000 - budget.left).toBeLessThan(10_000);
  const without = await quote({ ...trip, startMs: startMs + 60_000 }, { budget: { left: 0 } });
  expect(without.searchCut).toBe(true);
  expect(without.routes[0]?.route.lengthM).toBe(searched.routes[0]?.route.lengthM);
});

test('an answer that does not say searchCut is the one of all steps, also where a way without unknown prices is looked for', async () => {
  const trip: QuoteRequest = {
    from: { lat: 59.514353, lon: 11.301886 },
    to: { lat: 61.459539, lon: 8.023103 },
    ...RECOMMENDED,
    startMs: fromOsloWallClock('2026-07-15T08:00'),
    size: 'small',
    ferry: { ferryClass: 'AP1' },
    money: { hourOre: 0, metreOre: 0, isPareto: false },
  };
  const quote = quoteTrip(parts);
  const whole = await quote(trip, { budget: { left: 300_000 } });
  expect(whole.searchCut).toBeUndefined();
  let other = 0;
  for (const left of [1000, 4000, 8000, 16_000]) {
    const { routes, searchCut } = await quote(trip, { budget: { left } });
    if (searchCut === undefined) expect(routes[0]).toEqual(whole.routes[0]);
    else if (routes[0]?.route.lengthM !== whole.routes[0]?.route.lengthM) other++;
  }
  expect(other).toBeGreaterThan(0);
});

test.each([
  ['on the way of most hours', { lat: 68.424881, lon: 17.443801 }],
  ['beside it', { lat: 68.7986, lon: 16.5415 }],
])('departures with a stop %s are each what a question about it alone gets', async (_, via) => {
  const earliestMs = fromOsloWallClock('2026-04-05T16:43');
  const trip: QuoteRequest = {
    from: { lat: 68.440888, lon: 18.084973 },
    to: { lat: 67.803004, lon: 15.72843 },
    ...RECOMMENDED,
    via: [via],
    startMs: earliestMs,
    size: 'small',
    ferry: { ferryClass: 'AP1' },
  };
  const startsMs = Array.from({ length: 6 }, (_, i) => earliestMs + i * 90 * 60_000);
  const { departures } = await quoteDepartures(parts)({ trip, startsMs });
  const quote = quoteTrip(parts);
  for (const { startMs, quoted } of departures) {
    const { routes } = await quote({ ...trip, startMs });
    expect(quoted).toEqual(routes[0]);
  }
});

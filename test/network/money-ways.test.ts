/** Ways by money on the bundled network: their sums are bills, and no way that the kernel lists anyway is better. */
import { beforeAll, expect, test } from 'vitest';
import { seeded } from '../../measure/audit/seeded.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { loadFacts } from '../../src/facts/load-facts.ts';
import { openKernelPlanner } from '../../src/network/kernel-planner.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import { moneyOf } from '../../src/trip/fares.ts';
import type { MoneyWish, QuotedRoute, QuoteRequest } from '../../src/trip/quote.ts';
import { type QuoteTrip, quoteTrip } from '../../src/trip/quote-trip.ts';
import { clockAt } from '../support/clock.ts';
import { DATA, openBundledNetwork } from '../support/network-home.ts';
import { table } from '../support/table.ts';

let quote: QuoteTrip;
let places: readonly { readonly lat: number; readonly lon: number }[];
beforeAll(async () => {
  const [facts, { prepared, gates }] = await Promise.all([loadFacts(DATA), openBundledNetwork()]);
  const { tolls, ferries, calendar, sections, services } = facts;
  quote = quoteTrip({
    planner: openKernelPlanner(prepared, { source: 'test', maxMovedM: 10_000, sections, services }),
    passages: buildPassageFinder({ gates, stations: tolls.stations, nearM: 50 }),
    tolls,
    ferries,
    calendar,
    clock: clockAt('2026-11-20T08:00:00+01:00'),
    timer: { start: () => () => {} },
    dataVersion: 'test',
    dataHash: 'test',
  });
  const quays = facts.quays.list.filter(({ usableByCars }) => usableByCars);
  places = [...tolls.stations, ...quays].map(({ at }) => at);
});

const ask = (facts: Partial<QuoteRequest> & Pick<QuoteRequest, 'from' | 'to'>, money?: MoneyWish) =>
  quote({
    via: [],
    startMs: fromOsloWallClock('2026-11-20T08:00'),
    avoidTolls: false,
    refine: true,
    size: 'small',
    ferry: { ferryClass: 'AP1' },
    ...facts,
    ...(money && { money }),
  });

const sumOf = (one: QuotedRoute, request: Pick<QuoteRequest, 'size'>, hourNok: number) =>
  moneyOf(one, request) + (one.route.durationS * hourNok) / 36;

const isWhole = ({ toll, ferry }: QuotedRoute) =>
  toll.unpriced.length + ferry.unpriced.length === 0;

/** How many of the drawn trips `npm test` asks for; `MONEY_TRIPS=2000` asks for all. */
const TRIPS = Number(process.env.MONEY_TRIPS ?? 40);

test('over drawn trips no way that is listed without a value of time is better than the one recommended with it', async () => {
  const random = seeded(20261122);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  let asked = 0;
  let other = 0;
  let cut = 0;
  while (asked < TRIPS) {
    const from = pick(places);
    const apart = (deg: number) => (random() - 0.5) * deg;
    const to = { lat: from.lat + apart(1.2), lon: from.lon + apart(2.4) };
    const hourNok = pick([0, 50, 100, 200, 400]);
    const startMs = fromOsloWallClock('2026-11-20T05:45') + Math.floor(random() * 20) * 1_800_000;
    const size = pick(['small', 'large'] as const);
    const trip = { from, to, startMs, size };
    const listed = await ask(trip).catch(() => undefined);
    if (listed === undefined) continue;
    asked++;
    const wish = { hourOre: hourNok * 100, metreOre: 0, isPareto: false };
    const { routes, searchCut } = await ask(trip, wish);
    if (searchCut) cut++;
    const [best] = routes as [QuotedRoute];
    expect(best.choice?.moneyOre).toBe(moneyOf(best, trip));
    const least = (best.choice?.sumOre ?? 0) - 1e-6;
    for (const one of [...listed.routes, ...routes].filter(isWhole))
      expect(sumOf(one, trip, hourNok)).toBeGreaterThanOrEqual(least);
    const [fastest] = listed.routes as [QuotedRoute];
    if (best.route.durationS !== fastest.route.durationS) other++;
  }
  expect(other).toBeGreaterThan(0);
  expect(cut).toBeLessThanOrEqual(TRIPS / 200);
});

const PLACES: Readonly<Record<string, { lat: number; lon: number }>> = {
  Drammen: { lat: 59.7441, lon: 10.2045 },
  Gardermoen: { lat: 60.1939, lon: 11.1004 },
  Molde: { lat: 62.7383, lon: 7.1603 },
  Ålesund: { lat: 62.4725, lon: 6.1547 },
  Bergen: { lat: 60.3913, lon: 5.3221 },
  Stavanger: { lat: 58.97, lon: 5.7331 },
};
const placeOf = (name: string) => PLACES[name] as { lat: number; lon: number };

test.each(
  table<'from' | 'to'>(`
  from    | to
  Drammen | Gardermoen
  Molde   | Ålesund
  Bergen  | Stavanger
`),
)('$from-$to: of the ways of a front none is both faster and cheaper', async ({ from, to }) => {
  const trip = { from: placeOf(from), to: placeOf(to) };
  const { routes } = await ask(trip, { metreOre: 0, isPareto: true });
  const shown = routes.map((one) => ({
    s: one.route.durationS,
    ore: moneyOf(one, { size: 'small' }),
    reasons: one.choice?.reasons ?? [],
  }));
  expect(shown.length).toBeGreaterThan(1);
  shown.slice(1).forEach((way, i) => {
    expect(way.s).toBeGreaterThan(shown[i]?.s ?? 0);
    expect(way.ore).toBeLessThan(shown[i]?.ore ?? 0);
  });
  expect(shown[0]?.reasons).toContain('fastest');
  expect(shown.at(-1)?.reasons).toContain('cheapest');
});

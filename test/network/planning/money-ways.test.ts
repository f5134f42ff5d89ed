/** Ways by money on the bundled network: their sums are bills, and no way that the kernel lists anyway is better. */
import { beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../measure/numbers.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { loadFacts } from '../../../src/facts/open-facts.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import { buildPassageFinder } from '../../../src/passages/passage-finder.ts';
import { countUnknownFares } from '../../../src/pricing/ferry/bill.ts';
import { isFerry } from '../../../src/routing/network.ts';
import { fastestMetric } from '../../../src/routing/router.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { moneyOf } from '../../../src/trip/fares.ts';
import type { MoneyWish, QuotedRoute, QuoteRequest } from '../../../src/trip/quote.ts';
import { type QuoteTrip, quoteTrip } from '../../../src/trip/quote-trip.ts';
import { clockAt } from '../../support/clock.ts';
import { drawPayer } from '../../support/draw-payer.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { table } from '../../support/table.ts';

let quote: QuoteTrip;
/** The same where a wait for a ferry counts as long as it is, for ways without money as well. */
let quoteByWaits: QuoteTrip;
let places: readonly { readonly lat: number; readonly lon: number }[];
let atQuays: readonly { readonly lat: number; readonly lon: number }[];
let capGroups: readonly string[];
beforeAll(async () => {
  const [facts, { prepared, gates }] = await Promise.all([
    loadFacts({ bundled: DATA_DIR }),
    openBundledNetwork(),
  ]);
  const { tolls, ferries, calendar, sections, services } = facts;
  const parts = {
    passages: buildPassageFinder({ gates, stations: tolls.stations, nearM: 50 }),
    tolls,
    ferries,
    calendar,
    clock: clockAt('2026-11-20T08:00:00+01:00'),
    timer: { start: () => () => {} },
    dataVersion: 'test',
    dataHash: 'test',
  };
  const planOn = (on: typeof prepared) =>
    openKernelPlanner({ source: 'test', prepared: on }, { sections, services });
  const { network } = prepared;
  const { turns, links, linkOf } = network.graph;
  const turnChoice = network.turnChoice.map((ms, turn) =>
    isFerry(links, linkOf[turns.to[turn] as number] as number) ? 0 : ms,
  );
  const other = { ...network, turnChoice };
  const byWaits = { ...prepared, network: other, metric: fastestMetric(other) };
  quote = quoteTrip({ ...parts, planner: planOn(prepared) });
  quoteByWaits = quoteTrip({ ...parts, planner: planOn(byWaits) });
  const quays = facts.quays.list.filter(({ usableByCars }) => usableByCars);
  places = [...tolls.stations, ...quays].map(({ at }) => at);
  atQuays = quays.map(({ at }) => at);
  capGroups = tolls.capGroups;
});

const ask = (
  facts: Partial<QuoteRequest> & Pick<QuoteRequest, 'from' | 'to'>,
  money?: MoneyWish,
  by = quote,
) =>
  by({
    via: [],
    startMs: fromOsloWallClock('2026-11-20T08:00'),
    avoidTolls: false,
    refine: true,
    size: 'small',
    ferry: { ferryClass: 'AP1' },
    ...facts,
    ...(money && { money }),
  });

type Payer = Pick<QuoteRequest, 'size'>;

const moneyWith = (metreOre: number, one: QuotedRoute, payer: Payer) =>
  moneyOf(one, payer) + Math.round(one.route.lengthM * metreOre);

const sumOf = (
  one: QuotedRoute,
  payer: Payer,
  { hourNok, metreOre = 0 }: { readonly hourNok: number; readonly metreOre?: number },
) => moneyWith(metreOre, one, payer) + (one.route.durationS * hourNok) / 36;

const isWhole = ({ toll, ferry }: QuotedRoute) =>
  toll.unpriced.length + countUnknownFares(ferry) === 0;

/** How many of the drawn trips `npm test` asks for; `MONEY_TRIPS=2000` asks for all. */
const TRIPS = Number(process.env.MONEY_TRIPS ?? 40);

/** Trips over the country, with a payer and a moment of a day with two rush hours. */
function drawTrips(seed: number, starts = places) {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const apart = (deg: number) => (random() - 0.5) * deg;
  return {
    pick,
    draw() {
      const from = pick(starts);
      const to = { lat: from.lat + apart(1.2), lon: from.lon + apart(2.4) };
      const startMs = fromOsloWallClock('2026-11-20T05:45') + Math.floor(random() * 20) * 1_800_000;
      return { from, to, startMs, ...drawPayer(pick, capGroups) };
    },
  };
}

test('over drawn trips no way that is listed without a value of time is better than the one recommended with it', async () => {
  const { pick, draw } = drawTrips(20261122);
  let asked = 0;
  let other = 0;
  let cut = 0;
  while (asked < TRIPS) {
    const [hourNok, metreOre] = [pick([0, 50, 100, 200, 400]), pick([0, 0, 0.25])];
    const trip = draw();
    const listed = await ask(trip).catch(() => undefined);
    if (listed === undefined) continue;
    asked++;
    const wish = { hourOre: hourNok * 100, metreOre, isPareto: false };
    const { routes, searchCut } = await ask(trip, wish);
    if (searchCut) cut++;
    const [best] = routes as [QuotedRoute];
    expect(best.choice?.moneyOre).toBe(moneyWith(metreOre, best, trip));
    const least = (best.choice?.sumOre ?? 0) - 1e-6;
    for (const one of [...listed.routes, ...routes].filter(isWhole))
      expect(sumOf(one, trip, { hourNok, metreOre })).toBeGreaterThanOrEqual(least);
    const [fastest] = listed.routes as [QuotedRoute];
    if (best.route.durationS !== fastest.route.durationS) other++;
  }
  expect(other).toBeGreaterThan(0);
  expect(cut).toBeLessThanOrEqual(1 + TRIPS / 200);
});

test('over drawn stops no way leg by leg is better, the front has the best way, and a stop on the best way leaves it as it is', async () => {
  const { pick, draw } = drawTrips(20261127);
  const count = { asked: 0, other: 0, several: 0, onTheWay: 0 };
  while (count.asked < TRIPS / 4) {
    const hourNok = pick([0, 50, 200]);
    const { to, ...drawn } = draw();
    const far = { lat: to.lat + 0.1, lon: to.lon - 0.2 };
    const trip = {
      ...drawn,
      to: pick([to, far]),
      via: pick([[to], [to, { ...far, lat: to.lat }]]),
    };
    const listed = await ask(trip).catch(() => undefined);
    if (listed === undefined) continue;
    count.asked++;
    const wish = { hourOre: hourNok * 100, metreOre: 0, isPareto: false };
    const { routes, searchCut } = await ask(trip, wish);
    const [best] = routes as [QuotedRoute];
    const least = best.choice?.sumOre ?? 0;
    expect(least).toBeCloseTo(sumOf(best, trip, { hourNok }), 6);
    for (const one of listed.routes.filter(isWhole))
      expect(sumOf(one, trip, { hourNok })).toBeGreaterThanOrEqual(least - 1e-6);
    if (best.route.durationS !== listed.routes[0]?.route.durationS) count.other++;
    const front = await ask(trip, { ...wish, isPareto: true });
    if (front.routes.length > 1) count.several++;
    if (!front.searchCut && !searchCut)
      expect(Math.min(...front.routes.map((one) => sumOf(one, trip, { hourNok })))).toBeCloseTo(
        least,
        6,
      );
    count.onTheWay += await isKeptOverItsOwnRoad({ ...trip, via: [] }, wish, hourNok);
  }
  expect(count.other).toBeGreaterThan(0);
  expect(count.several).toBeGreaterThan(0);
  expect(count.onTheWay).toBeGreaterThan(TRIPS / 16);
});

test('a stop on a station of the best way leaves each station charged once', async () => {
  const [oslo, lillehammer] = [
    { lat: 59.9139, lon: 10.7522 },
    { lat: 61.115, lon: 10.466 },
  ];
  const wish = { hourOre: 40_000, metreOre: 0, isPareto: false };
  const askOver = async (via: QuoteRequest['via']) => {
    const { routes } = await ask({ from: oslo, to: lillehammer, via, alternatives: 0 }, wish);
    return routes[0]?.toll.charged.map(({ station }) => station) ?? [];
  };
  const charged = await askOver([]);
  expect(charged.length).toBeGreaterThan(4);
  const isAlone = ({ name }: { readonly name: string }) => /Jønsberg|Vien|Bergshøgda/.test(name);
  const stops = charged.filter(isAlone);
  expect(stops).toHaveLength(3);
  for (const { at } of stops)
    expect((await askOver([at])).map(({ id }) => id)).toEqual(charged.map(({ id }) => id));
});

/** 1: a stop in the middle of the best way gives a sum that is no more, and hardly less where it turns round there. */
async function isKeptOverItsOwnRoad(
  trip: Parameters<typeof ask>[0],
  wish: MoneyWish,
  hourNok: number,
): Promise<number> {
  const plain = await ask(trip, wish);
  const [best] = plain.routes as [QuotedRoute];
  const { line } = best.route;
  const middle = line[Math.floor(line.length / 2)];
  if (middle === undefined || best.ferry.count > 0 || plain.searchCut) return 0;
  const over = await ask({ ...trip, via: [middle] }, wish);
  const [kept] = over.routes as [QuotedRoute];
  if (over.searchCut || kept.route.durationS < best.route.durationS - 60) return 0;
  const payer = { size: 'small' as const, ...trip };
  // Roads of another name still weigh: of the ways that are listed besides one may be seconds better, and over a stop none is.
  expect(sumOf(kept, payer, { hourNok })).toBeLessThanOrEqual(
    sumOf(best, payer, { hourNok }) + 1 + (60 * hourNok) / 36,
  );
  return 1;
}

test('a minute at a quay counts as one under way: no way is better where it does for ways without money as well', async () => {
  const { draw, pick } = drawTrips(20261126, atQuays);
  let [sailed, compared] = [0, 0];
  for (let asked = 0; asked < TRIPS / 2; ) {
    const [trip, hourNok] = [draw(), pick([50, 200, 400])];
    const wish = { hourOre: 100 * hourNok, metreOre: 0, isPareto: false };
    const found = await ask(trip, wish).catch(() => undefined);
    if (found === undefined) continue;
    asked++;
    const other = await ask(trip, wish, quoteByWaits);
    if (found.searchCut || other.searchCut) continue;
    const [one, two] = [found.routes[0], other.routes[0]] as [QuotedRoute, QuotedRoute];
    if (one.ferry.count + two.ferry.count > 0) sailed++;
    // Prices that are not known are in no sum, and at its edge the bound of time counts roads of another name.
    const fastestS = Math.min(...found.routes.map(({ route }) => route.durationS));
    if (!isWhole(one) || !isWhole(two)) continue;
    // 4 % is what such turns take at most there: an assumption.
    if (two.route.durationS > 0.96 * (1.5 * fastestS + 600)) continue;
    compared++;
    // Roads of another name still weigh: a few seconds.
    expect(sumOf(one, trip, { hourNok })).toBeLessThanOrEqual(
      sumOf(two, trip, { hourNok }) + (60 * hourNok) / 36,
    );
  }
  expect(sailed).toBeGreaterThan(TRIPS / 16);
  expect(compared).toBeGreaterThan(TRIPS / 4);
});

const HOURS_NOK = [0, 100, 200, 400];

/** Of each value of time: the least sum of the answer, and that of the ways of a front. */
async function compareFront(trip: Parameters<typeof ask>[0], hours = HOURS_NOK) {
  const front = await ask(trip, { metreOre: 0, isPareto: true });
  const sums = [];
  for (const hourNok of hours) {
    const wish = { hourOre: 100 * hourNok, metreOre: 0, isPareto: false };
    const { routes } = await ask(trip, wish);
    const leastOf = (ways: readonly QuotedRoute[]) =>
      Math.min(...ways.map((one) => sumOf(one, { size: 'small', ...trip }, { hourNok })));
    sums.push({ hourNok, best: leastOf(routes), inFront: leastOf(front.routes) });
  }
  return { front, sums };
}

/** Ways of a front stand for others that are 1 % or two minutes off. */
const merged = (sum: number, hourNok: number) => 1.0001 * sum * 1.01 + (120 * hourNok) / 36;

test('over drawn trips a front has the cheapest way, and at each value of time the best one or one that is nearly the same', async () => {
  const { draw } = drawTrips(20261124);
  let several = 0;
  for (let asked = 0; asked < TRIPS / 4; ) {
    const found = await compareFront(draw()).catch(() => undefined);
    if (found === undefined) continue;
    asked++;
    if (found.front.routes.length > 1) several++;
    for (const { hourNok, best, inFront } of found.sums)
      expect(inFront).toBeLessThanOrEqual(hourNok === 0 ? best : merged(best, hourNok));
  }
  expect(several).toBeGreaterThan(0);
});

test('where the night is waited out at a quay, a dearer way that comes there sooner is not better', async () => {
  const trip = {
    from: { lat: 69.9661, lon: 19.6297 },
    via: [
      { lat: 70.0638, lon: 20.4111 },
      { lat: 70.0638, lon: 20.2111 },
    ],
    to: { lat: 70.1638, lon: 20.2111 },
    size: 'large' as const,
    startMs: 1_795_175_100_000,
  };
  const { front, sums } = await compareFront(trip);
  expect(front.searchCut).toBeUndefined();
  for (const { best, inFront } of sums) expect(best).toBeLessThanOrEqual(inFront + 1e-6);
});

test.each(
  table<'start' | 'minutes' | 'fastest' | 'cheapest' | 'because'>(`
    start            | minutes | fastest | cheapest | because
    2026-11-03T02:00 | 345     | no      | no       | a way round costs less than the fastest one, and more than to wait at the gate
    2026-11-03T06:45 | 120     | yes     | no       | it waits at a gate, which the search does not know
    2026-11-03T12:00 | 80      | yes     | yes      | it is searched to its end
  `),
)(
  'from Lom over Sognefjellet at $start the way is said to be the cheapest: $cheapest, $because',
  async (row) => {
    const trip = {
      from: { lat: 61.838, lon: 8.566 },
      to: { lat: 61.491, lon: 7.598 },
      startMs: fromOsloWallClock(row.start),
    };
    const { routes } = await ask(trip, { hourOre: 0, metreOre: 0.2, isPareto: false });
    const [best] = routes;
    expect((best?.route.durationS ?? 0) / 60).toBeCloseTo(Number(row.minutes), -1);
    expect(best?.choice?.reasons.includes('fastest')).toBe(row.fastest === 'yes');
    expect(best?.choice?.reasons.includes('cheapest')).toBe(row.cheapest === 'yes');
  },
);

test('a front that is cut has what a question for the cheapest way is told', async () => {
  const trip = { from: { lat: 59.9139, lon: 10.7522 }, to: { lat: 63.4305, lon: 10.3951 } };
  const { front, sums } = await compareFront(trip, [0, 200]);
  expect(front.searchCut).toBe(true);
  expect(front.routes.at(-1)?.choice?.reasons).toContain('cheapest');
  for (const { hourNok, best, inFront } of sums)
    expect(inFront).toBeLessThanOrEqual(hourNok === 0 ? best : merged(best, hourNok));
});

test.each(
  table(`
    lateAt | cheapest
    200    | no
    600    | yes
  `),
)(
  'a front whose time is over after $lateAt turns is cut, and has the cheapest way for certain: $cheapest',
  async ({ lateAt, cheapest }) => {
    let turns = 0;
    const pause = async () => {
      turns++;
    };
    const isLate = (share = 1) => turns >= share * Number(lateAt);
    const trip = { from: { lat: 59.9139, lon: 10.7522 }, to: { lat: 63.4305, lon: 10.3951 } };
    const wish = { metreOre: 0, isPareto: true };
    const { routes, searchCut } = await ask(trip, wish, (asked) => quote(asked, { pause, isLate }));
    expect(searchCut).toBe(true);
    const { choice } = routes.at(-1) as QuotedRoute;
    expect(choice?.reasons.includes('cheapest')).toBe(cheapest === 'yes');
    // The way that a question for the cheapest one is told.
    if (cheapest === 'yes') expect(choice?.moneyOre).toBe(4000);
  },
);

test.each(
  table(`
    hourOre | late
    pareto  | before it begins
    pareto  | in its middle
    20000   | before it begins
  `),
)(
  'a search for $hourOre that is late $late ends with what it has found, and says so',
  async ({ hourOre, late }) => {
    let turns = 0;
    const lateAt = late === 'in its middle' ? 100 : 0;
    const trip = { from: { lat: 58.15, lon: 8 }, to: { lat: 63.4305, lon: 10.3951 } };
    const isPareto = hourOre === 'pareto';
    const wish = { metreOre: 0, isPareto, ...(!isPareto && { hourOre: Number(hourOre) }) };
    const pause = async () => {
      turns++;
    };
    const isLate = (share = 1) => turns >= share * lateAt;
    const { routes, searchCut } = await ask(trip, wish, (asked) => quote(asked, { pause, isLate }));
    expect(searchCut).toBe(true);
    expect(routes.length).toBeGreaterThan(lateAt === 0 ? 0 : 3);
    // To its bound a front takes some 800 turns.
    expect(turns - lateAt).toBeLessThan(100);
  },
);

test('a front that is late when a way turns out to be closed has the ways of before that are open', async () => {
  let turns = 0;
  const pause = async () => {
    turns++;
  };
  // Late where the roads that are closed in winter are left out, and the search begins anew.
  const isLate = () => turns >= 600;
  const startMs = fromOsloWallClock('2026-11-20T08:00');
  const trip = { from: { lat: 58.15, lon: 8.02 }, to: { lat: 69.65, lon: 18.95 }, startMs };
  const wish = { metreOre: 0, isPareto: true };
  const { routes, searchCut } = await ask(trip, wish, (asked) => quote(asked, { pause, isLate }));
  expect(searchCut).toBe(true);
  expect(routes.length).toBeGreaterThan(3);
});

test('to avoid tolls, ways by a value of time pass none where one without them is listed, and only those of that way else', async () => {
  const { draw, pick } = drawTrips(20261125);
  const count = { free: 0, tolled: 0 };
  const stationsOf = ({ toll: { charged, free, unpriced } }: QuotedRoute) =>
    [...charged, ...free, ...unpriced].map(({ station }) => station.name);
  for (let asked = 0; asked < TRIPS / 2; ) {
    const trip = { ...draw(), avoidTolls: true };
    const listed = await ask({ ...trip, alternatives: 0 }).catch(() => undefined);
    if (listed === undefined) continue;
    asked++;
    const [avoiding] = listed.routes as [QuotedRoute];
    const isFree = avoiding.toll.charged.length + avoiding.toll.unpriced.length === 0;
    count[isFree ? 'free' : 'tolled']++;
    const hourNok = pick([0, 200]);
    const wish = { hourOre: 100 * hourNok, metreOre: 0, isPareto: pick([false, true]) };
    const { routes } = await ask(trip, wish);
    const [best] = routes as [QuotedRoute];
    const ownWarning = best.warnings.some(({ code }) => code === 'tolls_not_avoidable');
    const hasPrivate = best.warnings.some(({ code }) => code === 'private_toll_not_known');
    const isTolled = best.toll.charged.length + best.toll.unpriced.length > 0;
    expect(ownWarning).toBe(isTolled || hasPrivate);
    // A way of unknown fares is not held against one of known ones.
    if (!isFree || best.missing.length < avoiding.missing.length) continue;
    for (const route of routes) expect(route.toll.charged).toEqual([]);
    expect(stationsOf(best).every((name) => stationsOf(avoiding).includes(name))).toBe(true);
    expect(sumOf(best, trip, { hourNok })).toBeLessThanOrEqual(
      sumOf(avoiding, trip, { hourNok }) + 1e-6,
    );
  }
  expect(count.free).toBeGreaterThan(0);
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
  table<'from' | 'to' | 'last' | 'because'>(`
  from    | to         | last                    | because
  Drammen | Gardermoen | cheapest                | all its prices are known
  Molde   | Ålesund    | cheapest                | all its prices are known
  Bergen  | Stavanger  | none faster and cheaper | the fare of Mortavika-Arsvågen lacks a toll that is not published
`),
)(
  '$from-$to: of the ways of a front none is both faster and cheaper, and the last is "$last": $because',
  async ({ from, to, last }) => {
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
    expect(shown.at(-1)?.reasons).toContain(last);
  },
);

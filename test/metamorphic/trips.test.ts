/** Seeded trips, each asked in several ways. Their prices are not known; how the answers must agree is. */
import { beforeAll, expect, test } from 'vitest';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { QuotedRoute } from '../../src/trip/quote.ts';
import { loadStations } from '../support/bundled-facts.ts';
import { type AskedTrip, askTrips } from './ask-trips.ts';
import type { Quotes } from './open-quotes.ts';
import { sharedLength } from './shared-length.ts';
import { first, hasSameEnds, isAsLongBack } from './way-back.ts';

let trips: readonly AskedTrip[] = [];
let chargesOf: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  trips = await askTrips();
  chargesOf = new Map((await loadStations(DATA_DIR)).map(({ id, charged }) => [id, charged]));
});

/** The trips that break a rule, by what one would ask. */
const listBreaking = (breaks: (trip: AskedTrip) => boolean): readonly string[] =>
  trips.filter(breaks).map(({ name }) => name);

/** The share of all trips. */
const shareOf = ({ length }: { readonly length: number }) => length / trips.length;

test('there are 260, half of them with tolls, and many with ferries and alternatives', () => {
  expect(trips.length).toBeGreaterThanOrEqual(260);
  const tolled = trips.filter(({ plain }) => first(plain.refined).toll.count > 0);
  const sailing = trips.filter(({ plain }) => first(plain.refined).ferry.count > 0);
  const several = trips.filter(({ plain }) => plain.refined.routes.length > 1);
  expect(shareOf(tolled)).toBeGreaterThan(0.4);
  expect(shareOf(sailing)).toBeGreaterThan(0.1);
  expect(shareOf(several)).toBeGreaterThan(0.3);
});

test('every trip is refined when that is asked for, and never falls back', () => {
  expect(
    listBreaking(({ plain: { refined, preliminary } }) => {
      return !refined.refined || refined.refineFallback || preliminary.refined;
    }),
  ).toEqual([]);
});

test('a tag never costs more than none, at any station and in sum', () => {
  const breaks = ({ toll: { total, charged } }: QuotedRoute) =>
    [total, ...charged].some(
      (paid) => paid.smallOre > paid.smallNoDiscountOre || paid.largeOre > paid.largeNoDiscountOre,
    );
  expect(listBreaking((trip) => routesOf(trip).some(breaks))).toEqual([]);
});

test('a small vehicle never pays more than a large one, with a tag or without', () => {
  const breaks = ({ toll: { total, unpriced } }: QuotedRoute) =>
    unpriced.length === 0 &&
    (total.smallOre > total.largeOre || total.smallNoDiscountOre > total.largeNoDiscountOre);
  expect(listBreaking((trip) => routesOf(trip).some(breaks))).toEqual([]);
});

/** A stop at a quay, or at sea: whoever stops there lands. */
const stopsOnTheWay = ({ plain, at }: AskedTrip): boolean => {
  const { line, ferries } = first(plain.refined).route;
  return !ferries.some(({ fromIndex, toIndex }) => {
    const index = line.indexOf(at);
    return index >= fromIndex && index <= toIndex;
  });
};

test('a stop on the way itself changes nothing: neither the way nor the price', () => {
  const onTheWay = trips.filter(stopsOnTheWay);
  expect(shareOf(onTheWay)).toBeGreaterThan(0.9);
  const changed = onTheWay.filter(({ plain, via }) => {
    const [direct, stopped] = [first(plain.refined), first(via)];
    return (
      priceOf(direct) !== priceOf(stopped) ||
      Math.abs(direct.route.lengthM - stopped.route.lengthM) > 1
    );
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});

test('the same question gives the same answer, also after those of other ways', () => {
  const asked = trips.flatMap(({ again, ...trip }) => (again ? [{ ...trip, again }] : []));
  expect(shareOf(asked)).toBeGreaterThan(0.3);
  const changed = asked.filter(({ plain, again }) => !isSame(plain, again));
  expect(changed.map(({ name }) => name)).toEqual([]);
});

test('a point that a route ends at lies on its road: who starts there is not moved', () => {
  expect(
    listBreaking(({ forth }) => first(forth).route.stops.some(({ movedM }) => movedM > 0.1)),
  ).toEqual([]);
});

test('who drives from the end of the way back to its start drives the first way, for the first price', () => {
  // The other ends lie on the other carriageway of a road, some 2 m aside.
  const closed = trips.filter(hasSameEnds);
  expect(shareOf(closed)).toBeGreaterThan(0.95);
  const changed = closed.filter(({ plain, forth }) => {
    const [there, again] = [first(plain.refined), first(forth)];
    return (
      priceOf(there) !== priceOf(again) || Math.abs(there.route.lengthM - again.route.lengthM) > 1
    );
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});

test('a station that charges one direction is never met both on the way and on the way back', () => {
  // Of the undecided ones nobody knows which direction it is: they are met on both.
  const oneWay = (route: QuotedRoute) =>
    stationsPassed(route).filter(({ id }) => chargesOf.get(id) === 'one-way');
  const metOneWay = trips.filter(({ plain }) => oneWay(first(plain.refined)).length > 0);
  expect(shareOf(metOneWay)).toBeGreaterThan(0.2);
  expect(
    listBreaking(({ plain, back }) => {
      const met = stationsOf(first(plain.refined));
      return oneWay(first(back)).some(({ id }) => met.has(id));
    }),
  ).toEqual([]);
});

test('the way back, where it is as long, meets the same stations that charge both directions', () => {
  const alike = trips.filter(isAsLongBack);
  expect(shareOf(alike)).toBeGreaterThan(0.7);
  const keysOf = (route: QuotedRoute) =>
    new Set(
      stationsPassed(route)
        .filter(({ id }) => chargesOf.get(id) === 'both')
        .map(({ passageKey }) => passageKey),
    );
  const pairs = alike.map(({ name, plain, back }) => ({
    name,
    there: keysOf(first(plain.refined)),
    home: keysOf(first(back)),
  }));
  expect(shareOf(pairs.filter(({ there }) => there.size > 0))).toBeGreaterThan(0.3);
  const breaking = pairs.filter(
    ({ there, home }) => there.size !== home.size || [...there].some((key) => !home.has(key)),
  );
  expect(breaking.map(({ name }) => name)).toEqual([]);
});

test('the way back, where it is as long, costs the same on ferries', () => {
  const sailing = trips.filter(
    (trip) => isAsLongBack(trip) && first(trip.plain.refined).ferry.count > 0,
  );
  expect(shareOf(sailing)).toBeGreaterThan(0.1);
  const breaking = sailing.filter(
    ({ plain, back }) => faresOf(first(plain.refined)) !== faresOf(first(back)),
  );
  expect(breaking.map(({ name }) => name)).toEqual([]);
});

test('a route past no toll station costs the same refined as preliminary', () => {
  const pairs = trips.flatMap(({ name, plain }) => pairsOf(plain).map((pair) => ({ name, pair })));
  const free = pairs.filter(({ pair: [, preliminary] }) => stationsOf(preliminary).size === 0);
  expect(shareOf(free)).toBeGreaterThan(0.3);
  const breaking = free.filter(({ pair: [a, b] }) => priceOf(a) !== priceOf(b));
  expect(breaking.map(({ name }) => name)).toEqual([]);
});

test('refined figures have no station that the preliminary ones have not', () => {
  const breaks = ([refined, preliminary]: readonly [QuotedRoute, QuotedRoute]) =>
    [...stationsOf(refined)].some((id) => !stationsOf(preliminary).has(id));
  expect(listBreaking(({ plain }) => pairsOf(plain).some(breaks))).toEqual([]);
});

/** Measured: 75 %; every alternative has at least 1.7 km of its own. */
const MOST_SHARED = 0.8;

test('alternatives are ways of their own: none runs for more than 80 % of its length where another does', () => {
  expect(
    listBreaking(({ plain: { refined } }) => {
      const lines = refined.routes.map(({ route }) => route.line);
      return lines.some((line) =>
        lines.some((other) => other !== line && sharedLength(line, other) > MOST_SHARED),
      );
    }),
  ).toEqual([]);
});

test.each(['refined', 'preliminary'] as const)(
  'who avoids tolls never pays more of them, %s',
  (kind) => {
    expect(
      listBreaking(({ plain, avoiding }) => {
        const [ordinary, avoided] = [first(plain[kind]).toll, first(avoiding[kind]).toll];
        // What nobody knows the price of may cost anything.
        const isKnown = ordinary.unpriced.length <= avoided.unpriced.length;
        return isKnown && avoided.total.smallOre > ordinary.total.smallOre;
      }),
    ).toEqual([]);
  },
);

/** By every member; a comparison of texts takes three times as long. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && isSame(a[name], b[name]))
  );
}

const routesOf = ({ plain }: AskedTrip) => [...plain.refined.routes, ...plain.preliminary.routes];

/** Each route, refined and preliminary. */
const pairsOf = ({ refined, preliminary }: Quotes) =>
  refined.routes.map((route, i) => [route, preliminary.routes[i] ?? route] as const);

/** What is paid where, without the moment. */
function priceOf(route: QuotedRoute): string {
  const { total, count, charged } = route.toll;
  const paid = charged.map(({ station, smallOre, largeOre }) => [station.id, smallOre, largeOre]);
  return JSON.stringify([total, count, paid, faresOf(route)]);
}

/** What all ferries cost together. */
const faresOf = ({ ferry: { count, ordinaryOre, zeroEmissionOre, autopassOre } }: QuotedRoute) =>
  JSON.stringify([count, ordinaryOre, zeroEmissionOre, autopassOre]);

const stationsPassed = ({ toll: { charged, free, unpriced } }: QuotedRoute) =>
  [...charged, ...free, ...unpriced].map(({ station }) => station);

const stationsOf = (route: QuotedRoute): ReadonlySet<string> =>
  new Set(stationsPassed(route).map(({ id }) => id));

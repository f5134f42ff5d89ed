/** 1 000 trips asked in several ways: nobody knows their prices, but how the answers belong together. */
import { beforeAll, expect, test } from 'vitest';
import type { Quote, QuotedRoute } from '../../src/trip/quote.ts';
import { type AskedTrip, askTrips } from './ask-trips.ts';
import type { Quotes } from './open-quotes.ts';

let trips: readonly AskedTrip[] = [];

beforeAll(async () => {
  trips = await askTrips();
});

/** The trips that break a rule, by what one would ask. */
const listBreaking = (breaks: (trip: AskedTrip) => boolean): readonly string[] =>
  trips.filter(breaks).map(({ name }) => name);

test('there are 1 000, half of them with tolls, and many with ferries and alternatives', () => {
  expect(trips).toHaveLength(1000);
  expect(trips.filter(({ plain }) => first(plain.refined).toll.count > 0).length).toBeGreaterThan(
    400,
  );
  expect(trips.filter(({ plain }) => first(plain.refined).ferry.count > 0).length).toBeGreaterThan(
    100,
  );
  expect(trips.filter(({ plain }) => plain.refined.routes.length > 1).length).toBeGreaterThan(300);
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
  expect(onTheWay.length).toBeGreaterThan(900);
  const changed = onTheWay.filter(({ plain, via }) => {
    const [direct, stopped] = [first(plain.refined), first(via.refined)];
    return (
      priceOf(direct) !== priceOf(stopped) ||
      Math.abs(direct.route.lengthM - stopped.route.lengthM) > 1
    );
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});

test('the same question gives the same answer, also after that of the way back', () => {
  expect(
    listBreaking(({ plain, again }) => JSON.stringify(plain) !== JSON.stringify(again)),
  ).toEqual([]);
});

test('a route past no toll station costs the same refined as preliminary', () => {
  const pairs = trips.flatMap(({ name, plain }) => pairsOf(plain).map((pair) => ({ name, pair })));
  const free = pairs.filter(({ pair: [, preliminary] }) => stationsOf(preliminary).size === 0);
  expect(free.length).toBeGreaterThan(300);
  const breaking = free.filter(({ pair: [a, b] }) => priceOf(a) !== priceOf(b));
  expect(breaking.map(({ name }) => name)).toEqual([]);
});

test('refined figures have no station that the preliminary ones have not', () => {
  const breaks = ([refined, preliminary]: readonly [QuotedRoute, QuotedRoute]) =>
    [...stationsOf(refined)].some((id) => !stationsOf(preliminary).has(id));
  expect(listBreaking(({ plain }) => pairsOf(plain).some(breaks))).toEqual([]);
});

test('alternatives are ways of their own', () => {
  expect(
    listBreaking(({ plain: { refined } }) => {
      const lines = refined.routes.map(({ route }) => JSON.stringify(route.line));
      return new Set(lines).size < lines.length;
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

function first({ routes: [route] }: Quote): QuotedRoute {
  if (route === undefined) throw new Error('Expected a quote to have a route.');
  return route;
}

const routesOf = ({ plain }: AskedTrip) => [...plain.refined.routes, ...plain.preliminary.routes];

/** Each route, refined and preliminary. */
const pairsOf = ({ refined, preliminary }: Quotes) =>
  refined.routes.map((route, i) => [route, preliminary.routes[i] ?? route] as const);

/** What is paid where, without the moment. */
function priceOf({ toll, ferry }: QuotedRoute): string {
  const { total, count, charged } = toll;
  const { ordinaryOre, zeroEmissionOre, autopassOre } = ferry;
  const paid = charged.map(({ station, smallOre, largeOre }) => [station.id, smallOre, largeOre]);
  const sailed = [ferry.count, ordinaryOre, zeroEmissionOre, autopassOre];
  return JSON.stringify([total, count, paid, sailed]);
}

const stationsOf = ({ toll: { charged, free, unpriced } }: QuotedRoute): ReadonlySet<string> =>
  new Set([...charged, ...free, ...unpriced].map(({ station }) => station.id));

import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import type { RoadSection } from '../../src/trip/road-section.ts';
import { mostRoutes } from '../../src/trip/settings.ts';
import { table } from '../support/table.ts';
import { partsOf, requestOf, routeOf } from '../support/trip-scene.ts';

/** Station 1 charges 40 kr, 2 charges 50, 3 charges 21 on the way west; both of the ring 50. */
const plan = (ways: string, countsTolls = true): RoutePlanner => {
  const [avoiding = '', ordinary = ''] = ways.split('; ');
  const routesOf = (names: string) => names.split(' ').map((name) => routeOf(name));
  return {
    source: 'drawn',
    ...(countsTolls && { countsTolls: true }),
    async planTrip(trip) {
      const names = trip.avoidTolls ? avoiding : ordinary;
      if (names === 'none') throw new Fault('upstream_broken');
      return routesOf(names).slice(0, mostRoutes(trip));
    },
  };
};

const quote = async (planner: RoutePlanner, wish: Partial<QuoteRequest> = {}) => {
  const request = requestOf({ avoidTolls: true, ...wish });
  const { routes } = await quoteTrip({ ...partsOf([]), planner })(request);
  return {
    ways: routes.map(({ route }) => route.id).join(' '),
    warned: routes.map(({ warnings }) => warnings.map(({ code }) => code).join()).join(' '),
  };
};

test.each(
  table<'ways' | 'gives' | 'warns' | 'because'>(`
    ways             | gives   | warns | because
    b2cf; a1b        | a1b     | yes   | one station for 40 is less than one for 50
    a1b; b2cf        | a1b     | yes   | the ordinary way costs more
    cf; none         | cf      |       | a way without tolls is what was asked for
    b2cf; none       | b2cf    | yes   | what avoids tolls stands when nothing else is known
    b2cf a1b; b2cf   | a1b b2cf | yes  | an alternative may be the cheaper one
    a1bcb; a1b       | a1b     | yes   | an ordinary way with the same toll is sooner
    a1b; a1bcb       | a1b     | yes   | the ordinary way with the same toll is later
    a1bcb a1b; none  | a1bcb a1b | yes | ways of one kind keep their order: the planner knows how they wait for ferries
    cfc cf; none     | cfc cf  |       | so do ways without tolls
  `),
)('of $ways it gives $gives: $because', async ({ ways, gives, warns }) => {
  const { ways: given, warned } = await quote(plan(ways));
  expect(given).toBe(gives);
  expect(warned.trim()).toBe(warns === 'yes' ? 'tolls_not_avoidable' : '');
});

test('a planner that knows what it avoids is believed, in the order that it gives', async () => {
  expect((await quote(plan('b2cf a1b; a1b', false))).ways).toBe('b2cf a1b');
});

test('who does not avoid tolls gets the ways in their order, and no warning of them', async () => {
  const wish = { avoidTolls: false };
  expect(await quote(plan('a1b; b2cf a1b'), wish)).toEqual({ ways: 'b2cf a1b', warned: ' ' });
});

test.each(
  table<'ways' | 'none' | 'one' | 'because'>(`
    ways                | none | one      | because
    b2cf a1b; b2cf      | a1b  | a1b b2cf | an alternative avoids more
    b2cf; b2cf a1b      | a1b  | a1b b2cf | an alternative of the ordinary ways costs less
    b2cf cf a1b; none   | cf   | cf b2cf  | an alternative is free
    cf b2cf a1b; none   | cf   | cf b2cf  | the first way is free
  `),
)('all of $ways are looked at however few are wanted: $because', async ({ ways, none, one }) => {
  expect((await quote(plan(ways), { alternatives: 0 })).ways).toBe(none);
  expect((await quote(plan(ways), { alternatives: 1 })).ways).toBe(one);
});

test('a planner that knows what it avoids is asked for no more ways than are wanted', async () => {
  const asked: (number | undefined)[] = [];
  const planner: RoutePlanner = {
    source: 'drawn',
    async planTrip({ alternatives }) {
      asked.push(alternatives);
      return [routeOf('a1b')];
    },
  };
  for (const wish of [{ alternatives: 0 }, { alternatives: 1 }, {}]) await quote(planner, wish);
  expect(asked).toEqual([0, 1, undefined]);
});

const sections = new Map([
  ['7', { name: 'Tindevegen', line: 'road', rule: { kind: 'private-toll' } } as RoadSection],
]);

test('a way over a private toll road of unknown fee is not taken for the one with the least toll', async () => {
  const over = { ...routeOf('cf'), sections: [{ id: '7', atS: 60 }] };
  const planTrip = async () => [routeOf('a1b'), over];
  const planner: RoutePlanner = { source: 'drawn', countsTolls: true, planTrip };
  const quoted = await quoteTrip({ ...partsOf([]), sections, planner })(
    requestOf({ avoidTolls: true }),
  );
  expect(quoted.routes.map(({ route }) => route.id)).toEqual(['a1b', 'cf']);
});

test('a private toll road of unknown fee is a toll as well', async () => {
  const planTrip = async () => [{ ...routeOf('cf'), sections: [{ id: '7', atS: 60 }] }];
  const parts = { ...partsOf([]), sections, planner: { source: 'drawn', planTrip } };
  const { routes } = await quoteTrip(parts)(requestOf({ avoidTolls: true }));
  expect(routes[0]?.warnings.map(({ code }) => code)).toEqual([
    'private_toll_not_known',
    'tolls_not_avoidable',
  ]);
});

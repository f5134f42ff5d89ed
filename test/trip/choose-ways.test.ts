import { expect, test } from 'vitest';
import { chooseWays } from '../../src/trip/choose-ways.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';
import type { BilledRoute } from '../../src/trip/quote-route.ts';
import { table } from '../support/table.ts';

/** A way of so many minutes with so many kroner of toll, and so many ferries without a known fare. */
const way = (minutes: number, nok: number, unknowns = 0) =>
  ({
    unknowns,
    route: { id: '1', durationS: minutes * 60, lengthM: 1000 },
    toll: {
      unpriced: [],
      count: nok > 0 ? 1 : 0,
      vehicle: { ore: nok * 100 },
    },
    ferry: { unpriced: [], count: 0, vehicle: { ore: 0 } },
  }) as unknown as BilledRoute;

const REQUEST = { size: 'small', ferry: { ferryClass: 'AP1' } } as unknown as QuoteRequest;

const reasonsOf = (
  hourNok: number | undefined,
  isPareto: boolean,
  knowsCheapest = isPareto || hourNok === 0,
) =>
  chooseWays(
    [way(60, 50), way(80, 20)],
    { metreOre: 0, isPareto, ...(hourNok !== undefined && { hourOre: hourNok * 100 }) },
    REQUEST,
    knowsCheapest,
  ).map(({ choice }) => choice?.reasons.join(', '));

const ROWS = table<'hour' | 'form' | 'first' | 'second'>(`
  hour | form   | first             | second
  0    | one    | best, cheapest    | fastest
  60   | one    | best              | fastest
  600  | one    | best, fastest     | another way
       | pareto | fastest           | cheapest
  60   | pareto | best, cheapest    | fastest
`);

test.each(ROWS)(
  'at $hour kroner an hour, $form: $first, then $second',
  ({ hour, form, first, second }) => {
    const hourNok = hour === '' ? undefined : Number(hour);
    expect(reasonsOf(hourNok, form === 'pareto')).toEqual([first, second]);
  },
);

test('a search that was cut tells of no way that it is the cheapest', () => {
  expect(reasonsOf(undefined, true, false)).toEqual(['fastest', 'none faster and cheaper']);
});

/** The ferry of the fastest way has no known fare. */
const WITH_UNKNOWN = [way(60, 20, 1), way(80, 60), way(85, 20)];

test.each(
  table<'hour' | 'form' | 'ways'>(`
    hour | form   | ways
    0    | one    | 85 min: best, cheapest; 60 min: fastest; 80 min: another way
    600  | one    | 60 min: best, fastest; 80 min: another way; 85 min: another way
         | pareto | 60 min: fastest; 85 min: cheapest
  `),
)(
  'a way is neither best nor cheapest because a price of it is not known: $hour, $form',
  ({ hour, form, ways }) => {
    const isPareto = form === 'pareto';
    const wish = { metreOre: 0, isPareto, ...(hour !== '' && { hourOre: Number(hour) * 100 }) };
    const chosen = chooseWays(WITH_UNKNOWN, wish, REQUEST, isPareto || hour === '0');
    const told = chosen.map(
      ({ route, choice }) => `${route.durationS / 60} min: ${choice?.reasons.join(', ')}`,
    );
    expect(told.join('; ')).toBe(ways);
  },
);

test('where every way has an unknown price none is called cheapest', () => {
  const wish = { metreOre: 0, isPareto: false, hourOre: 0 };
  const chosen = chooseWays([way(60, 0, 1), way(80, 60, 1)], wish, REQUEST, true);
  expect(chosen.map(({ choice }) => choice?.reasons.join(', '))).toEqual([
    'best, fastest',
    'another way',
  ]);
});

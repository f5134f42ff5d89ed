import { expect, test } from 'vitest';
import { findInForce } from '../../src/pricing/dated.ts';
import { table } from '../support/table.ts';

const OLD = { name: 'old', from: '2019-01-01' };
const NEW = { name: 'new', from: '2021-05-01', until: '2024-01-01' };

test.each(
  table<'day' | 'terms' | 'because'>(`
    day        | terms | because
    2018-12-31 | none  | nothing has begun
    2019-01-01 | old   | terms hold from their first day
    2021-04-30 | old   | and until the next ones
    2021-05-01 | new   | which replace them
    2023-12-31 | new   | terms hold to the day before their end
    2024-01-01 | none  | an end does not bring the old terms back
  `),
)('on $day the terms are $terms, because $because', ({ day, terms }) => {
  expect(findInForce([OLD, NEW], day)?.name ?? 'none').toBe(terms);
});

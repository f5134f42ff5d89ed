import { expect, test } from 'vitest';
import { station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const TERMS = termsOf([station('North', { tariffs: [tariff({ small: 40 })] })]);

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                                | found                  | because
    18T12:00 North 20, 18T12:00 North 12                |                        | two parts add up to the price
    18T12:00 North 32, 18T12:00 North 40                | 2 billed-twice 40>0    | one is the price, so the other is no part
    18T12:00 North 40, 18T12:00 North 32                | 1 billed-twice 40>0    | in whatever order they stand
    18T12:00 North 32, 18T12:00 North 40, 18T12:00 North 40 | 2 billed-twice 40>0, 3 billed-twice 40>0 | nor is a third
    18T12:00 North 20, 18T12:00 North 12, 18T12:00 North 5  | 3 billed-twice 5>0 | the price has been added up already
    18T12:00 North 20, 18T12:00 North 13                | 1 other-amount 33>32   | neither is the price: what both are too much is asked for
    18T12:00 North 32/8, 18T12:00 North 0/-8            |                        | tax that the other part takes back is no tax
  `),
)('amounts of one moment: $rows ($because)', ({ rows, found }) => {
  expect(tellFindings(reconcile(rowsOf(rows), undefined, TERMS))).toBe(found);
});

test('a sum of lines names each of them', () => {
  const rows = rowsOf('18T12:00 North 20, 18T12:00 North 13');
  const [finding] = reconcile(rows, undefined, TERMS).findings;
  expect(finding).toMatchObject({ line: 1, andLines: [2] });
  expect(finding?.reason).toContain('billed 33.00 NOK with line 2, expected 32.00 NOK');
});

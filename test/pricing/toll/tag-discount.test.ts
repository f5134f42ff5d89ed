import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VehicleSize } from '../../../src/base/vehicle.ts';
import { withTag } from '../../../src/pricing/toll/tag-discount.ts';
import { table } from '../../support/table.ts';
import { fullPrice } from './stations.ts';

const DISCOUNTS = [
  { from: '2010-01-01', percent: { small: 10, large: 10 }, source: 'test' },
  { from: '2018-01-01', percent: { small: 20, large: 0 }, source: 'test' },
];

test.each(
  table<'day' | 'size' | 'full' | 'tagged' | 'because'>(`
    day        | size  | full  | tagged | because
    2026-11-20 | small | 16400 | 13120  | Ryfylketunnelen 2024: 164 becomes 131.20
    2026-11-20 | small | 3300  | 2640   | Oslo 2024: 33 becomes 26.40
    2026-11-20 | large | 49100 | 49100  | group 2 has no discount
    2017-12-31 | large | 49100 | 44190  | it had one before the reform
    2018-01-01 | small | 1000  | 800    | a discount holds from its first day
    2009-12-31 | small | 1000  | 1000   | no discount is guessed for a day before the first
    2017-06-01 | small | 5     | 5      | 4.5 øre are rounded up
    2026-11-20 | small | 7     | 6      | 5.6 øre are rounded to 6
    2026-11-20 | small | 8     | 6      | 6.4 øre are rounded to 6
  `),
)('$full øre become $tagged on $day for $size, because $because', (row) => {
  const { day } = row;
  const size = row.size as VehicleSize;
  expect(withTag(fullPrice(Number(row.full)), DISCOUNTS, { day, size }).ore).toBe(
    Number(row.tagged),
  );
});

test('a discount of whole per cent leaves whole øre, within half an øre of the exact price', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100), (fullOre, smallPercent) => {
      const discounts = [
        { from: '2018-01-01', percent: { small: smallPercent, large: 0 }, source: 'test' },
      ];
      const of = { day: '2026-11-20', size: 'small' } as const;
      const { ore } = withTag(fullPrice(fullOre), discounts, of);
      expect(Number.isInteger(ore)).toBe(true);
      expect(Math.abs(ore * 100 - fullOre * (100 - smallPercent))).toBeLessThanOrEqual(50);
    }),
  );
});

import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { priceTolls } from '../../src/pricing/toll/bill.ts';
import { formatCharged, formatFree, splitPassages } from '../../src/wire/charges.ts';
import { table } from '../support/table.ts';
import { calendar, station } from '../support/toll-clerk.ts';

function listsOf(project: string, drive: string, size: 'small' | 'large') {
  const passages = drive
    .slice(11)
    .split(' > ')
    .map((one) => ({
      station: station(project, one.slice(6)),
      atMs: fromOsloWallClock(`${drive.slice(0, 10)}T${one.slice(0, 5)}`),
    }));
  const bill = priceTolls(passages, { size, rulesBetweenPassages: true }, calendar);
  const { charged, free } = splitPassages(bill);
  return {
    bill,
    charged: charged.map(({ passage, free: freeBy }) => formatCharged(passage, freeBy)),
    free: free.map(formatFree),
  };
}

test.each(
  table<'project' | 'drive' | 'size' | 'charged' | 'free' | 'because'>(`
    project      | drive                                                         | size  | charged                               | free      | because
    bergen       | 2026-10-05 06:10 Sandviken > 06:40 Gravdal                    | small | dearest-of-hour | hour-rule | the hour holds without a tag, too
    bergen       | 2026-10-05 07:10 Sandviken > 07:40 Gravdal > 09:30 Sandviken  | small | dearest-of-hour, regular | hour-rule | and for the third the hour is over
    nedre-glomma | 2024-04-03 17:30 Dikeveien > 20:29 Rv. 110 Seut               | small | regular, untagged-only once-between   |           | the rule needs a tag
    trondheim    | 2022-03-01 12:00 Byåsveien, B-snitt > 12:20 Bøckmans veg, B-snitt | small | regular, untagged-only hour-rule | | the hour needs a tag in Trondheim
  `),
)('$drive: $charged in one list, $free in the other: $because', (row) => {
  const { bill, charged, free } = listsOf(row.project, row.drive, row.size as 'small');
  const why = charged.map(({ reason, rule = '' }) => `${reason} ${rule}`.trim()).join(', ');
  expect([why, free.map(({ rule }) => rule).join(', ')]).toEqual([row.charged, row.free]);
  for (const { rule, smallNok } of charged) expect(smallNok > 0).toBe(rule === undefined);
  const sumOre = charged.reduce((sum, one) => sum + one.smallNoDiscountNok * 100, 0);
  expect(sumOre).toBe(bill.total.smallNoDiscountOre);
});

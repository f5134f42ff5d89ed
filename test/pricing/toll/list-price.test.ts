import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import type { ListPrices, TollStation } from '../../../src/pricing/toll/law.ts';
import { passagesOf, station, tariff } from './stations.ts';

/** A station that only a planner knows. */
const listedStation = (listed: ListPrices, hasTariff: boolean): TollStation =>
  station('Bru', { listed, tariffs: hasTariff ? [{ ...tariff(), ...listed }] : [] });

const billOf = (listed: ListPrices, hasTariff: boolean, size: 'small' | 'large' = 'small') =>
  priceTolls(
    passagesOf('12:00 Bru', [listedStation(listed, hasTariff)]),
    { size, rulesBetweenPassages: !hasTariff },
    toCalendar([]),
  );

test('a list price that counts is charged, and named as what it is', () => {
  const bill = billOf({ small: { ore: 3000 }, large: { ore: 9000 } }, true);
  expect(bill.charged).toMatchObject([{ reason: 'list-price', smallOre: 2400, rush: false }]);
  expect(bill.warnings).toEqual([
    {
      code: 'station_list_price',
      about: 'Bru',
      message:
        'Bru is named by the route planner alone: its list price (30 kr small, 90 kr large) is in the sums, for small vehicles with a tag less the general discount; rush, rules and direction are not known.',
    },
  ]);
});

test('a price for one size only says nothing of the other', () => {
  const bill = billOf({ large: { ore: 9000 } }, true);
  expect(bill.charged).toMatchObject([{ reason: 'other-size-only', smallOre: 0, largeOre: 9000 }]);
  expect(bill.unpriced).toHaveLength(1);
  expect(billOf({ large: { ore: 9000 } }, true, 'large').charged).toMatchObject([
    { reason: 'list-price' },
  ]);
});

test('a station without any price is one that the sums leave out', () => {
  expect(billOf({}, false).warnings).toMatchObject([
    { code: 'station_unpriced', message: expect.stringContaining('without a price') },
  ]);
});

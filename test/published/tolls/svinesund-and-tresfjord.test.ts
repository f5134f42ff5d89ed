import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { withTag } from '../../../src/pricing/toll/tag-discount.ts';
import { fullPrice } from '../../pricing/toll/stations.ts';
import { table } from '../../support/table.ts';
import { calendar, printed, projectRecord, station, sums } from '../../support/toll-clerk.ts';

test.each(
  table<'project' | 'station' | 'small' | 'large'>(`
    project           | station           | small | large
    svinesund         | Svinesund         | 17.40 | 87
    oslofjordtunnelen | Oslofjordtunnelen | 12    | 90
  `),
)('the tag discount of $project is its own: 20 and 100 become $small and $large', (row) => {
  // Svinesund: 13 % in both groups, svinesundsforbindelsen.no/betaling-og-priser. The Oslofjord
  // tunnel: 40 % and 10 %, oslofjordtunnelen.no/Priser-og-betaling-7.aspx.
  const { tagDiscounts } = station(row.project, row.station).project;
  const day = '2026-10-05';
  const tagged = (ore: number, size: 'small' | 'large') =>
    printed(withTag(fullPrice(ore), tagDiscounts, { day, size }).ore);
  expect([tagged(2000, 'small'), tagged(10_000, 'large')]).toEqual([row.small, row.large]);
});

test('Svinesund costs 20 and 100 on an undated page, and electric vehicles have no rebate', () => {
  const { undatedTariffs, zeroEmission } = projectRecord('svinesund');
  expect(undatedTariffs).toMatchObject([{ small: 20, large: 100 }]);
  expect(zeroEmission).toMatchObject([{ percentOfTagged: 100 }]);
});

test.each(
  table<'skorgen' | 'skjegstad' | 'pays' | 'because'>(`
    skorgen | skjegstad | pays         | because
    12:00   | -         | 0 50 0 100   | only one of the two is passed
    -       | 12:00     | 0 50 0 100   | only one of the two is passed
    12:00   | 12:30     | 80 100 200 200 | both are passed within the hour
    12:00   | 13:01     | 0 100 0 200  | more than an hour lies between
  `),
)('Tresfjord, Skorgen $skorgen, Skjegstad $skjegstad: $pays, for $because', (row) => {
  // No tariff is known: 50 and 100 stand in. Source: ferde.no/ufaqs/hva-er-omvendt-timesregel/
  const prices = { small: { ore: 5000 }, large: { ore: 10_000 } };
  const tariffs = [{ from: '2026-01-01', ...prices, source: 'made up' }];
  const passages = [
    { name: 'Skorgen', time: row.skorgen },
    { name: 'Skjegstad', time: row.skjegstad },
  ]
    .filter(({ time }) => time !== '-')
    .map(({ name, time }) => ({
      station: { ...station('tresfjord', name), tariffs },
      atMs: fromOsloWallClock(`2026-10-05T${time}`),
    }));
  const bill = priceTolls(passages, { size: 'small', rulesBetweenPassages: true }, calendar);
  expect(sums(bill)).toBe(row.pays);
});

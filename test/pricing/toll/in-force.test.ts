import { expect, test } from 'vitest';
import { findTariff } from '../../../src/pricing/toll/in-force.ts';
import type { Tariff } from '../../../src/pricing/toll/law.ts';
import { table } from '../../support/table.ts';
import { station, tariff } from './stations.ts';

/** Reads `from[Thh:mm][..until][ seen], …`; the amount is the row's number, so that rows can be told apart. */
function rowsOf(text: string): Tariff[] {
  return text.split(', ').map((row, i) => {
    const [, from = '', hour, minute, until, seen] =
      /^([\d-]{10})(?:T(\d\d):(\d\d))?(?:\.\.([\d-]{10}))?( seen)?$/.exec(row) ?? [];
    return tariff({
      from,
      small: i + 1,
      ...(hour !== undefined && { fromMin: Number(hour) * 60 + Number(minute) }),
      ...(until !== undefined && { until }),
      ...(seen !== undefined && { observed: true }),
    });
  });
}

test.each(
  table<'rows' | 'day' | 'row' | 'known' | 'because'>(`
    rows                                         | day        | row | known | because
    2025-01-01, 2026-01-01                       | 2025-12-31 | 1   | yes   | the next row begins a day later
    2025-01-01, 2026-01-01                       | 2026-01-01 | 2   | yes   | a row holds from its first day
    2024-01-01, 2026-01-01                       | 2025-06-01 | 1   | yes   | a row without end holds until the next one
    2025-01-01, 2026-01-01                       | 2026-12-31 | 2   | yes   | the newest row holds to the end of its year
    2025-01-01, 2026-01-01                       | 2027-01-01 | 2   | no    | and nobody knows beyond
    2025-01-01, 2026-01-01                       | 2024-12-31 | 1   | no    | nobody knows before the first row
    2026-09-10 seen                              | 2026-11-20 | 1   | yes   | what was seen holds in its year
    2026-09-10 seen                              | 2026-05-01 | 1   | no    | it may not have held before
    2025-01-01..2026-01-01, 2026-09-10 seen      | 2025-12-31 | 1   | yes   | the row is known up to its end
    2025-01-01..2026-01-01, 2026-09-10 seen      | 2026-01-01 | 2   | no    | the row seen in the same year is nearer
    2025-01-01..2026-01-01, 2026-09-10 seen      | 2026-09-10 | 2   | yes   | from there on it is known
    2024-01-01..2025-01-01, 2026-09-10 seen      | 2025-06-01 | 1   | no    | the row seen is of another year
    2024-01-01..2025-01-01, 2025-09-10           | 2025-06-01 | 1   | no    | a published row does not hold before its day
    2026-01-01..2028-01-01                       | 2027-06-01 | 1   | yes   | an end says how far a row is known
    2026-01-01..2028-01-01                       | 2028-01-01 | 1   | no    | but no farther
    2025-01-01, 2026-06-01T10:00                 | 2026-06-01T09:59 | 1   | yes   | a row may begin during the day
    2025-01-01, 2026-06-01T10:00                 | 2026-06-01T10:00 | 2   | yes   | and holds from that minute on
    2025-01-01, 2026-06-01T10:00                 | 2026-06-02T00:00 | 2   | yes   | which is that of its first day only
    2026-06-01T10:00                             | 2026-06-01T09:59 | 1   | no    | nobody knows before the first row
  `),
)('of $rows row $row holds on $day, known: $known, because $because', (row) => {
  const [day = '', clock = '12:00'] = row.day.split('T');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const moment = { day, minuteOfDay: hour * 60 + minute };
  const found = findTariff(station('A', { tariffs: rowsOf(row.rows) }), moment);
  expect(found?.tariff.small?.ore).toBe(Number(row.row) * 100);
  expect(found?.isKnown).toBe(row.known === 'yes');
});

test('a station without any row has no tariff', () => {
  expect(
    findTariff(station('A', { tariffs: [] }), { day: '2026-11-20', minuteOfDay: 0 }),
  ).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import {
  findCollectionDoubt,
  findTariff,
  isCollecting,
} from '../../../src/pricing/toll/in-force.ts';
import type { CollectionPeriod, Tariff, TollStation } from '../../../src/pricing/toll/law.ts';
import { table } from '../../support/table.ts';
import { station, tariff } from './stations.ts';

describe('tariff', () => {
  /** Reads `from[Thh:mm][..until[Thh:mm]][ ended][ seen][ older][ empty], …`. */
  function rowsOf(text: string): Tariff[] {
    return text.split(', ').map((row) => {
      const [times = '', ...words] = row.split(' ');
      const [from, until] = times.split('..').map(momentOf);
      return tariff({
        from: from?.day ?? '',
        ...(!words.includes('empty') && { small: 20 }),
        ...(from?.minute !== undefined && { fromMin: from.minute }),
        ...(until && { until: until.day }),
        ...(until?.minute !== undefined && { untilMin: until.minute }),
        ...(words.includes('ended') && { hasEnded: true }),
        ...(words.includes('seen') && { observed: true }),
        ...(words.includes('older') && { isOlder: true as const }),
      });
    });
  }

  function momentOf(text: string): { readonly day: string; readonly minute?: number } {
    const [day = '', clock] = text.split('T');
    if (clock === undefined) return { day };
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    return { day, minute: hour * 60 + minute };
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
    2024-01-01..2025-01-01, 2026-09-10 seen      | 2025-06-01 | 1   | no    | its end is nearer than 1 January of the year of the row seen
    2024-01-01..2025-01-01, 2026-09-10 seen      | 2025-07-02 | 1   | no    | and as near on this day
    2024-01-01..2025-01-01, 2026-09-10 seen      | 2025-07-03 | 2   | no    | from here on the row seen is nearer
    2024-01-01..2025-01-01, 2026-09-10 seen empty | 2025-12-03 | 1   | no    | a row seen without a price is no price of another year
    2025-01-01..2026-01-01, 2026-09-10 seen empty | 2026-03-01 | 2   | no    | but one of its own year, in which the older row is over
    2026-09-10..2026-09-11 seen, 2026-11-29 seen | 2026-09-10 | 1   | yes   | what was seen on the day holds
    2026-09-10..2026-09-11 seen, 2026-11-29 seen | 2026-10-20 | 1   | no    | of two rows seen in one year the nearer one is used
    2026-09-10..2026-09-11 seen, 2026-11-29 seen | 2026-10-21 | 2   | no    | from the middle on that is the later one
    2026-09-10..2026-09-11 seen, 2026-11-29 seen | 2026-11-29 | 2   | yes   | from there on it is known
    2026-09-10..2026-09-11 seen, 2026-11-29 seen empty | 2026-11-28 | 1   | no    | a price that was seen holds until it is not seen any more
    2026-09-10..2026-09-11 seen, 2026-11-29 seen empty | 2026-11-29 | 2   | yes   | and no longer
    2026-09-10..2027-01-01 seen, 2027-01-10 seen | 2026-12-31 | 1   | yes   | a row seen holds to the end of its year
    2026-09-10..2027-01-01 seen, 2027-01-10 seen | 2027-01-01 | 2   | no    | and the next from the turn of the year on
    2026-09-10..2027-01-01 seen, 2027-01-10 seen empty | 2026-12-31 | 1   | yes   | one that is gone in another year changes nothing before
    2023-05-01..2023-05-01, 2026-09-10 seen      | 2024-06-01 | 1   | no    | one of which the year is known ends with that
    2023-05-01..2023-05-01, 2026-09-10 seen      | 2025-12-03 | 2   | no    | and gives way as others do
    2024-01-01..2025-01-01, 2025-09-10           | 2025-06-01 | 1   | no    | a published row does not hold before its day
    2024-01-01..2025-01-01, 2025-09-10           | 2025-09-09 | 1   | no    | however near it is
    2017-01-01..2017-01-01, 2024-06-30 older     | 2020-12-31 | 1   | no    | one of which only the last day is known may be older
    2017-01-01..2017-01-01, 2024-06-30 older     | 2021-01-02 | 2   | no    | and stands in as one that was seen
    2017-01-01..2017-01-01, 2024-06-30 older     | 2024-06-30 | 2   | yes   | on its last day it is known
    2024-01-01..2025-01-01, 2025-06-30 older, 2025-07-01 | 2025-03-05 | 2   | no    | whatever follows it
    2020-08-03..2021-02-19T12:00 ended, 2026-09-10 seen | 2021-02-19T11:59 | 1   | yes   | a row may end during the day
    2020-08-03..2021-02-19T12:00 ended, 2026-09-10 seen | 2021-02-19T12:00 | 2   | no    | an end that is told is an end
    2020-08-03..2021-02-19 ended, 2023-03-01     | 2021-02-19 | 2   | no    | so a later row is used, published or seen
    2020-08-03..2021-02-19 ended                 | 2021-02-19 | 1   | no    | but there must be one
    2026-01-01..2028-01-01                       | 2027-06-01 | 1   | yes   | an end says how far a row is known
    2026-01-01..2028-01-01                       | 2028-01-01 | 1   | no    | but no farther
    2025-01-01, 2026-06-01T10:00                 | 2026-06-01T09:59 | 1   | yes   | a row may begin during the day
    2025-01-01, 2026-06-01T10:00                 | 2026-06-01T10:00 | 2   | yes   | and holds from that minute on
    2025-01-01, 2026-06-01T10:00                 | 2026-06-02T00:00 | 2   | yes   | which is that of its first day only
    2026-06-01T10:00                             | 2026-06-01T09:59 | 1   | no    | nobody knows before the first row
  `),
  )('of $rows row $row holds on $day, known: $known, because $because', (row) => {
    const { day, minute = 720 } = momentOf(row.day);
    const moment = { day, minuteOfDay: minute };
    const tariffs = rowsOf(row.rows);
    const found = findTariff(station('A', { tariffs }), moment);
    expect(found?.tariff).toBe(tariffs[Number(row.row) - 1]);
    expect(found?.isKnown).toBe(row.known === 'yes');
  });

  test('a station without any row has no tariff', () => {
    expect(
      findTariff(station('A', { tariffs: [] }), { day: '2026-11-20', minuteOfDay: 0 }),
    ).toBeUndefined();
  });
});

describe('collection', () => {
  const at = (day: string, minuteOfDay = 0) => ({ day, minuteOfDay });

  const PERIODS: Readonly<Record<string, readonly CollectionPeriod[] | undefined>> = {
    Untold: undefined,
    New: [{ openFrom: at('2022-07-08', 600) }],
    Ended: [{ openTo: at('2021-03-15', 840) }],
    Twice: [{ openTo: at('2023-07-01') }, { openFrom: at('2026-03-30') }],
    Vouched: [{ openBy: '2015-04-30' }],
    December: [{ openFrom: at('2025-12-01'), openBy: '2026-01-01' }],
    Fading: [{ openBy: '2014-12-15', openUntil: '2024-06-01', openTo: at('2026-08-14') }],
  };

  const named = (name = ''): TollStation => {
    const periods = PERIODS[name];
    const tariffs = [tariff({ from: '2018-03-01', small: 10, large: 20 })];
    return { ...station(name, { tariffs }), ...(periods && { periods }) };
  };

  test.each(
    table(`
    station  | when             | collects | doubt                            | because
    Untold   | 2018-03-01 00:00 | yes      | -                                | its first dated tariff has begun
    Untold   | 2018-02-28 23:59 | yes      | began by 2018-03-01              | nobody tells whether it stood before its first dated tariff
    New      | 2022-07-08 09:59 | no       | -                                | it opens at ten
    New      | 2022-07-08 10:00 | yes      | -                                | it opens at ten
    New      | 2019-01-01 12:00 | no       | -                                | three years before it opens
    Ended    | 2021-03-15 13:59 | yes      | -                                | it closes at two in the afternoon
    Ended    | 2021-03-15 14:00 | no       | -                                | it closes at two in the afternoon
    Ended    | 2017-01-01 12:00 | yes      | began by 2018-03-01              | its end is told, its beginning is not
    Twice    | 2023-06-30 23:59 | yes      | -                                | the last minute of its first life
    Twice    | 2023-07-01 00:00 | no       | -                                | between its two lives
    Twice    | 2026-03-29 23:59 | no       | -                                | between its two lives
    Twice    | 2026-03-30 00:00 | yes      | -                                | it opens again
    Vouched  | 2015-04-30 12:00 | yes      | -                                | a source has seen it on this day
    Vouched  | 2015-04-29 12:00 | yes      | began by 2015-04-30              | no source has seen it before
    December | 2025-11-30 23:59 | no       | -                                | it cannot have opened so early
    December | 2025-12-12 12:00 | yes      | began 2025-12-01 2026-01-01      | it opened in this month, on a day that is not told
    December | 2026-01-01 00:00 | yes      | -                                | it stood by then
    Fading   | 2024-05-31 12:00 | yes      | -                                | the day before its last notice
    Fading   | 2025-05-31 12:00 | yes      | stopped 2024-06-01 2026-08-14    | it stopped in these years, on a day that is not told
    Fading   | 2026-08-14 00:00 | no       | -                                | it has stopped by then
  `),
  )('$station at $when: $collects, $doubt, because $because', (row) => {
    const [day = '', time = ''] = row.when?.split(' ') ?? [];
    const moment = at(day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
    const one = named(row.station);
    const doubt = findCollectionDoubt(one, moment);
    const said = doubt && [doubt.what, doubt.from ?? 'by', doubt.by.from].join(' ');
    expect([isCollecting(one, moment) ? 'yes' : 'no', said ?? '-']).toEqual([
      row.collects,
      row.doubt,
    ]);
  });

  const bill = (name: string, day: string) =>
    priceTolls(
      [{ station: named(name), atMs: fromOsloWallClock(`${day}T12:00`) }],
      { size: 'small', rulesBetweenPassages: true },
      toCalendar([]),
    );

  test('passing a station that does not collect is no passage: not charged, not free, not unpriced', () => {
    const { count, lines, charged, free, unpriced, warnings, total } = bill('New', '2020-05-05');
    expect([count, lines, charged, free, unpriced, warnings]).toEqual([0, [], [], [], [], []]);
    expect(total.smallNoDiscountOre).toBe(0);
  });

  test('where it may have collected it is charged, and the bill says between which days it began', () => {
    const { total, warnings } = bill('December', '2025-12-12');
    expect(total.smallNoDiscountOre).toBe(1000);
    expect(warnings).toContainEqual({
      code: 'collection_not_known',
      message:
        'Whether Town collected on 2025-12-12 is not known at every station passed, only that it began between 2025-12-01 and 2026-01-01: they are charged.',
      about: 'Town',
    });
  });
});

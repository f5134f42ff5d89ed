import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { findCollectionDoubt, isCollecting } from '../../../src/pricing/toll/in-force.ts';
import type { CollectionPeriod, TollStation } from '../../../src/pricing/toll/law.ts';
import { table } from '../../support/table.ts';
import { station, tariff } from './stations.ts';

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
  const said = doubt && [doubt.what, doubt.from ?? 'by', doubt.by].join(' ');
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

import { expect, test } from 'vitest';
import { easterSunday, type HolidayRule, toCalendar } from '../../src/base/calendar.ts';
import { table } from '../support/table.ts';

const RULES: readonly HolidayRule[] = [
  { name: 'Onsdag før påske', kind: 'half-day', easterOffset: -4 },
  { name: 'Langfredag', kind: 'public-holiday', easterOffset: -2 },
  { name: 'Andre påskedag', kind: 'public-holiday', easterOffset: 1 },
  { name: 'Grunnlovsdagen', kind: 'public-holiday', month: 5, day: 17 },
  { name: 'Kristi himmelfartsdag', kind: 'public-holiday', easterOffset: 39 },
  { name: 'Andre pinsedag', kind: 'public-holiday', easterOffset: 50 },
  { name: 'Julaften', kind: 'half-day', month: 12, day: 24 },
  { name: 'En dag i juli', kind: 'half-day', month: 7, day: 29 },
];

test.each(
  table<'year' | 'easter' | 'because'>(`
    year | easter     | because
    2008 | 2008-03-23 | early
    2011 | 2011-04-24 | late
    2019 | 2019-04-21 | the astronomical date would be 24 March
    2024 | 2024-03-31 | in March
    2025 | 2025-04-20 | late in April
    2026 | 2026-04-05 | early in April
    2027 | 2027-03-28 | the day the clocks change
    2038 | 2038-04-25 | the latest there can be
    2049 | 2049-04-18 | the first exception of the old rule
    2076 | 2076-04-19 | the second exception
    2285 | 2285-03-22 | the earliest there can be
  `),
)('Easter Sunday of $year is $easter: $because', ({ year, easter }) => {
  expect(easterSunday(Number(year))).toBe(easter);
});

test.each(
  table<'day' | 'kinds' | 'because'>(`
    day        | kinds          | because
    2026-04-01 | half-day       | Wednesday before Easter
    2026-04-03 | public-holiday | Good Friday
    2026-04-06 | public-holiday | Easter Monday
    2027-03-26 | public-holiday | Good Friday moves
    2026-05-14 | public-holiday | Ascension Day
    2026-05-17 | public-holiday | Constitution Day
    2026-05-25 | public-holiday | Whit Monday
    2026-12-24 | half-day       | Christmas Eve
    2026-05-18 |                | an ordinary day
    2026-06-30 |                | the day before July
    2026-07-01 | july           | July begins
    2026-07-31 | july           | July ends
    2026-07-29 | half-day, july | a rule does not make it less July
    2026-08-01 |                | the day after July
  `),
)('$day is "$kinds": $because', ({ day, kinds }) => {
  const calendar = toCalendar(RULES);
  const told = [...calendar(day)].sort().join(', ');
  expect(told).toBe(kinds);
  expect([...calendar(day)].sort().join(', ')).toBe(told);
});

test('a year is worked out once', () => {
  const calendar = toCalendar(RULES);
  expect(calendar('2026-05-17')).toBe(calendar('2026-05-17'));
});

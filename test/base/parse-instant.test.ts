import { expect, test } from 'vitest';
import { parseInstant } from '../../src/base/parse-instant.ts';
import { table } from '../support/table.ts';

test.each(
  table<'text' | 'utc' | 'because'>(`
    text                          | utc                      | because
    2026-07-01T08:15:00Z          | 2026-07-01T08:15:00.000Z | Z is UTC
    2026-07-01t08:15:00z          | 2026-07-01T08:15:00.000Z | letters may be small
    2026-07-01T08:15:00+02:00     | 2026-07-01T06:15:00.000Z | an offset is ahead of UTC
    2026-07-01T08:15:00 02:00     | 2026-07-01T06:15:00.000Z | a plus may arrive as a blank
    2026-07-01T08:15:00-05:30     | 2026-07-01T13:45:00.000Z | or behind it
    2026-07-01T08:15:00-00:00     | 2026-07-01T08:15:00.000Z | UTC, local offset unknown
    2026-07-01T00:15:00+02:00     | 2026-06-30T22:15:00.000Z | the day in UTC may be another
    2026-07-01T08:15+02:00        | 2026-07-01T06:15:00.000Z | ISO 8601 lets the seconds go
    2026-07-01T08:15:00.5Z        | 2026-07-01T08:15:00.500Z | fractions of any length
    2026-07-01T08:15:00.123999Z   | 2026-07-01T08:15:00.123Z | of which milliseconds are kept
    2016-12-31T23:59:60Z          | 2017-01-01T00:00:00.000Z | a leap second is the second after it
    2017-01-01T00:59:60+01:00     | 2017-01-01T00:00:00.000Z | in any offset
    0050-01-01T00:00:00Z          | 0050-01-01T00:00:00.000Z | a year is taken as it stands
    2026-07-01T08:15:00+0200      | 2026-07-01T06:15:00.000Z | an offset without a colon
    2026-07-01T08:15:00+02        | 2026-07-01T06:15:00.000Z | or in hours alone
    2026-07-01T08:15 02           | 2026-07-01T06:15:00.000Z | also where the plus has become a blank
    2026-07-01T08:15:00−05:30     | 2026-07-01T13:45:00.000Z | the minus sign of print
    20260701T081500+0200          | 2026-07-01T06:15:00.000Z | the basic form
    20260701T0815Z                | 2026-07-01T08:15:00.000Z | without seconds
    20260701T08+02:00             | 2026-07-01T06:00:00.000Z | in hours, with the other form of offset
    2026-07-01T08Z                | 2026-07-01T08:00:00.000Z | hours alone
    2026-07-01T24:00+02:00        | 2026-07-01T22:00:00.000Z | the end of a day …
    2026-07-02T00:00+02:00        | 2026-07-01T22:00:00.000Z | … is the beginning of the next
    20261231T240000Z              | 2027-01-01T00:00:00.000Z | also at the end of a year
    2026-07-01T08:15:00,25Z       | 2026-07-01T08:15:00.250Z | a comma as the decimal sign
    2026-07-01T08:15.5Z           | 2026-07-01T08:15:30.000Z | a part of a minute
    2026-07-01T08,29Z             | 2026-07-01T08:17:24.000Z | a part of an hour
    2026-W27-3T08:15Z             | 2026-07-01T08:15:00.000Z | a week date
    2026W273T0815Z                | 2026-07-01T08:15:00.000Z | in the basic form
    2026-W01-1T00:00Z             | 2025-12-29T00:00:00.000Z | whose week 1 may begin in December
    2026-W53-7T00:00Z             | 2027-01-03T00:00:00.000Z | and whose last may end in January
    2026-182T08:15Z               | 2026-07-01T08:15:00.000Z | an ordinal date
    2028366T0815Z                 | 2028-12-31T08:15:00.000Z | of a leap year, in the basic form
  `),
)('$text is read as $utc, for $because', ({ text, utc }) => {
  expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(utc);
});

test.each(
  table<'text' | 'because'>(`
    text                        | because
    2026-07-01T08:15:00         | it has no offset
    2026-07-01                  | it has no time
    2026-02-30T08:15:00Z        | February has no 30th
    2026-13-01T08:15:00Z        | there is no month 13
    2026-07-01T25:00:00Z        | there is no hour 25
    2026-07-01T24:00:01Z        | nothing follows the end of a day
    2026-07-01T24:30Z           | nor a minute of it
    2026-07-01T08:60:00Z        | there is no minute 60
    2026-07-01T08:15:60Z        | leap seconds come at the end of a month only
    2026-07-15T23:59:60Z        | and not in the middle of one
    2016-12-31T23:59:61Z        | and never two together
    2026-07-01T08:15:00+99:00   | there is no offset of 99 hours
    2026-07-01T08:15:00+02:60   | nor of 60 minutes
    2026-07-01T08:15:00+2       | an offset has two digits at least
    2026-07-01T08:15:00+020     | and whole minutes
    20260701T08:15:00Z          | a basic date takes a basic time
    2026-07-01T081500Z          | and an extended one an extended time
    202607-01T08:15:00Z         | a date is of one form
    2026-W54-1T08:15Z           | 2026 has 53 weeks
    2025-W53-1T08:15Z           | and 2025 has 52
    2026-W00-1T08:15Z           | weeks begin with the first
    2026-W27-8T08:15Z           | a week has seven days
    2026-W27T08:15Z             | a week is no day
    2026-366T08:15Z             | 2026 has 365 days
    2026-000T08:15Z             | which begin with the first
    2026-07T08:15Z              | a month is no day
    2026-07-01T08:15.5:00Z      | only the last part has a fraction
    2026-07-01T08:15:00.Z       | a point needs digits
    2026-7-1T08:15:00Z          | a month has two digits
    2026-07-01 08:15:00Z        | a T stands between date and time
    12026-07-01T08:15:00Z       | a year has four digits
    2026-07-01T08:15:00+02:00 x | nothing follows
    now                         | it is no time at all
  `),
)('$text is not read, because $because', ({ text }) => {
  expect(parseInstant(text)).toBeUndefined();
});

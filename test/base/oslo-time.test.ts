import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatOsloInstant,
  fromOsloMinute,
  fromOsloWallClock,
  nextOsloMidnightMs,
  parseInstant,
  toOsloTime,
} from '../../src/base/oslo-time.ts';
import { table } from '../support/table.ts';

const HOUR_MS = 3_600_000;
const instants = fc.integer({
  min: Date.parse('2000-01-01T00:00:00Z'),
  max: Date.parse('2100-12-31T23:59:59Z'),
});

test.each(
  table<'utc' | 'oslo' | 'weekday' | 'minute' | 'because'>(`
    utc                  | oslo                      | weekday | minute | because
    2026-07-01T06:15:00Z | 2026-07-01T08:15:00+02:00 | 3       | 495    | Norway is two hours ahead in summer
    2026-11-20T07:15:59Z | 2026-11-20T08:15:59+01:00 | 5       | 495    | and one in winter
    2026-11-19T23:00:00Z | 2026-11-20T00:00:00+01:00 | 5       | 0      | the day begins at Norwegian midnight
    2026-11-19T22:59:59Z | 2026-11-19T23:59:59+01:00 | 4       | 1439   | and ends a second before it
    2026-12-31T23:30:00Z | 2027-01-01T00:30:00+01:00 | 5       | 30     | so does the year
    2026-03-29T00:59:59Z | 2026-03-29T01:59:59+01:00 | 7       | 119    | the hour from 02 to 03 in March …
    2026-03-29T01:00:00Z | 2026-03-29T03:00:00+02:00 | 7       | 180    | … does not exist
    2026-10-25T00:59:59Z | 2026-10-25T02:59:59+02:00 | 7       | 179    | the hour from 02 to 03 in October …
    2026-10-25T01:00:00Z | 2026-10-25T02:00:00+01:00 | 7       | 120    | … comes twice
    2028-02-29T12:00:00Z | 2028-02-29T13:00:00+01:00 | 2       | 780    | leap days are days
    1969-12-31T12:00:01Z | 1969-12-31T13:00:01+01:00 | 3       | 780    | there is time before 1970
  `),
)('$utc is $oslo, for $because', ({ utc, oslo, weekday, minute }) => {
  const atMs = Date.parse(utc);
  expect(formatOsloInstant(atMs)).toBe(oslo);
  expect(toOsloTime(atMs)).toEqual({
    day: oslo.slice(0, 10),
    weekday: Number(weekday),
    minuteOfDay: Number(minute),
  });
  expect(parseInstant(oslo)).toBe(atMs);
});

test('the milliseconds of an instant are dropped, never rounded up into the next day', () => {
  expect(formatOsloInstant(Date.parse('2026-11-20T22:59:59.999Z'))).toBe(
    '2026-11-20T23:59:59+01:00',
  );
});

test('clock and calendar agree with the time zone data of the platform at any instant', () => {
  const platform = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Oslo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  fc.assert(
    fc.property(instants, (atMs) => {
      expect(formatOsloInstant(atMs).slice(0, 19).replace('T', ' ')).toBe(platform.format(atMs));
    }),
    { numRuns: 500 },
  );
});

test('what is written can be read back to the second', () => {
  fc.assert(
    fc.property(instants, (atMs) => {
      expect(parseInstant(formatOsloInstant(atMs))).toBe(Math.floor(atMs / 1000) * 1000);
    }),
  );
});

test('more instants than are kept in memory give the same answers again', () => {
  const startMs = Date.parse('2026-06-01T00:00:00Z');
  const first = formatOsloInstant(startMs);
  for (let hour = 0; hour <= 10_001; hour++) toOsloTime(startMs + hour * HOUR_MS);
  expect(formatOsloInstant(startMs)).toBe(first);
});

test.each(
  table<'wall' | 'instant' | 'because'>(`
    wall             | instant                   | because
    2026-07-01T08:15 | 2026-07-01T08:15:00+02:00 | summer
    2026-11-20T08:15 | 2026-11-20T08:15:00+01:00 | winter
    2026-03-29T01:59 | 2026-03-29T01:59:00+01:00 | the last minute before the gap
    2026-03-29T02:30 | 2026-03-29T03:30:00+02:00 | inside the gap the clock is an hour on
    2026-03-29T03:00 | 2026-03-29T03:00:00+02:00 | the first minute after the gap
    2026-10-25T01:59 | 2026-10-25T01:59:00+02:00 | the last minute before the double hour
    2026-10-25T02:30 | 2026-10-25T02:30:00+02:00 | of the double hour the first is meant
    2026-10-25T03:00 | 2026-10-25T03:00:00+01:00 | the first minute after it
  `),
)('$wall on a Norwegian clock is $instant: $because', ({ wall, instant }) => {
  expect(formatOsloInstant(fromOsloWallClock(wall))).toBe(instant);
});

test.each(
  table<'day' | 'minute' | 'instant' | 'because'>(`
    day        | minute | instant                   | because
    2026-11-20 | 495    | 2026-11-20T08:15:00+01:00 | a minute of the day
    2026-11-20 | 1935   | 2026-11-21T08:15:00+01:00 | one of the next day
    2026-11-20 | -945   | 2026-11-19T08:15:00+01:00 | one of the day before
    2026-10-24 | 1935   | 2026-10-25T08:15:00+01:00 | the clock is meant where an hour comes twice
    2026-03-28 | 1935   | 2026-03-29T08:15:00+02:00 | and where one is left out
  `),
)('minute $minute of $day is $instant: $because', ({ day, minute, instant }) => {
  expect(formatOsloInstant(fromOsloMinute(day, Number(minute)))).toBe(instant);
});

test.each(['2026-07-01 08:15', '2026-07-01T08:15:00', '2026-02-30T08:15', '2026-07-01T24:00', ''])(
  '%j is no wall-clock time, and the error shows one',
  (text) => {
    expect(() => fromOsloWallClock(text)).toThrow('Expected a time like 2026-07-01T08:15');
  },
);

test.each(
  table<'at' | 'hours' | 'because'>(`
    at               | hours | because
    2026-11-20T00:00 | 24    | at midnight itself the next one is meant
    2026-11-20T23:00 | 1     | an hour is left
    2026-03-29T00:00 | 23    | the day in March has 23 hours
    2026-10-25T00:00 | 25    | the day in October has 25
    2026-12-31T12:00 | 12    | the year ends, too
  `),
)('from $at it is $hours hours to midnight: $because', ({ at, hours }) => {
  const atMs = fromOsloWallClock(at);
  expect((nextOsloMidnightMs(atMs) - atMs) / HOUR_MS).toBe(Number(hours));
});

test('the next midnight is always later, at most 25 hours away, and the first minute of a day', () => {
  fc.assert(
    fc.property(instants, (atMs) => {
      const nextMs = nextOsloMidnightMs(atMs);
      expect(nextMs).toBeGreaterThan(atMs);
      expect(nextMs - atMs).toBeLessThanOrEqual(25 * HOUR_MS);
      expect(formatOsloInstant(nextMs)).toContain('T00:00:00+');
    }),
  );
});

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatOsloInstant,
  fromOsloMinute,
  fromOsloWallClock,
  nextOsloMidnightMs,
  toOsloTime,
} from '../../src/base/oslo-time.ts';
import { parseInstant } from '../../src/base/parse-instant.ts';
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

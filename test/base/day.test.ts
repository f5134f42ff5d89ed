import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDayNumber, isDay, toDayNumber, yearOf } from '../../src/base/day.ts';
import { table } from '../support/table.ts';

const MS_PER_DAY = 86_400_000;
const firstOfYear0 = Date.parse('0000-01-01T00:00:00Z') / MS_PER_DAY;
const lastOfYear9999 = Date.parse('9999-12-31T00:00:00Z') / MS_PER_DAY;

test('days and their numbers agree with the platform for all years that have four digits', () => {
  const dayNumbers = fc.integer({ min: firstOfYear0, max: lastOfYear9999 });
  fc.assert(
    fc.property(dayNumbers, (dayNumber) => {
      const day = new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, 10);
      expect(fromDayNumber(dayNumber)).toBe(day);
      expect(toDayNumber(day)).toBe(dayNumber);
    }),
    { numRuns: 2000, examples: [[0], [-1], [firstOfYear0], [lastOfYear9999]] },
  );
});

test('every day of four hundred years is followed by its successor', () => {
  const first = toDayNumber('1900-01-01');
  const days = Array.from({ length: 146_097 }, (_, i) => first + i);
  expect(days.filter((day) => toDayNumber(fromDayNumber(day)) !== day)).toEqual([]);
  expect(fromDayNumber(first + 146_097)).toBe('2300-01-01');
});

test.each(
  table<'text' | 'exists' | 'because'>(`
    text        | exists | because
    2026-11-20  | yes    | it is an ordinary day
    2028-02-29  | yes    | 2028 is a leap year
    2000-02-29  | yes    | a year that 400 divides is a leap year
    2026-02-29  | no     | 2026 is none
    2100-02-29  | no     | a year that only 100 divides is none
    2026-02-30  | no     | February never has 30 days
    2026-04-31  | no     | April has 30 days
    2026-13-01  | no     | there are 12 months
    2026-00-10  | no     | months begin at 1
    2026-01-00  | no     | days begin at 1
    2026-1-05   | no     | a month has two digits
    2026-01-05T | no     | nothing follows the day
  `),
)('$text is a day: $exists, because $because', ({ text, exists }) => {
  expect(isDay(text)).toBe(exists === 'yes');
});

test('the year of a day is a number', () => {
  expect(yearOf('2026-11-20')).toBe(2026);
});

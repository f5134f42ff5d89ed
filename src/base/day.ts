/** A calendar day in Norway, `YYYY-MM-DD`: the text order is the order in time. */
export type Day = string;

/** True for a day that exists: `2028-02-29` is one, `2026-02-29` and `2026-2-9` are not. */
export function isDay(text: string): text is Day {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && fromDayNumber(toDayNumber(text)) === text;
}

/** The year of a day, as a number. */
export const yearOf = (day: Day): number => Number(day.slice(0, 4));

/** The first day of the year after that of a day. */
export const nextNewYear = (day: Day): Day => formatDay(yearOf(day) + 1, 1, 1);

/** The day after a day. */
export const nextDay = (day: Day): Day => fromDayNumber(toDayNumber(day) + 1);

/**
 * Days since 1970-01-01, negative before it, in the Gregorian calendar.
 *
 * Years are counted from 1 March, so that the leap day is the last of its year, and in eras of 400
 * years, which all have the same number of days.
 *
 * Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`, 2021.
 */
export function toDayNumber(day: Day): number {
  const month = Number(day.slice(5, 7));
  const marchYear = yearOf(day) - (month <= 2 ? 1 : 0);
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(day.slice(8, 10)) - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_FROM_ERA_0;
}

/** The day that lies so many days after 1970-01-01; years 0 to 9999. */
export function fromDayNumber(dayNumber: number): Day {
  const sinceEra0 = dayNumber + EPOCH_FROM_ERA_0;
  const era = Math.floor(sinceEra0 / DAYS_PER_ERA);
  const dayOfEra = sinceEra0 - era * DAYS_PER_ERA;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return formatDay(year, month, dayOfMonth);
}

/** The day with these numbers, which must exist: 2026, 2 and 9 as `2026-02-09`. */
export const formatDay = (year: number, month: number, dayOfMonth: number): Day =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;

const DAYS_PER_ERA = 146_097;
/** Days from 1 March of year 0, where the first era begins, to 1970-01-01. */
const EPOCH_FROM_ERA_0 = 719_468;

const twoDigits = (n: number) => String(n).padStart(2, '0');

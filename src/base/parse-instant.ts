import { type Day, formatDay, fromDayNumber, isDay, toDayNumber } from './day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './duration.ts';

/**
 * Unix milliseconds of an ISO 8601 date-time with an offset; `undefined` when the text is not one, has
 * no offset, or names a date or time that does not exist.
 *
 * - Date: calendar (`2026-07-01`), week (`2026-W27-3`) or ordinal (`2026-182`).
 * - Time: hours, minutes and seconds; the last of them may have a fraction, after a point or a comma.
 *   `24:00` is the midnight that ends the day.
 * - Offset: `Z`, `+02:00`, `+0200` or `+02`. A blank stands for the `+` that URL decoding has eaten.
 * - Extended (`2026-07-01T08:15`) or basic (`20260701T0815`), not one for the date and the other for the
 *   time; the offset may have either form.
 *
 * Digits beyond the millisecond are dropped. `:60` is accepted only where leap seconds can be, in the
 * last minute (UTC) of a month, and means the second after it, because Unix time has no leap seconds.
 *
 * Source: ISO 8601-1:2019, sections 5.2 to 5.4; RFC 3339, sections 5.6 and 5.7, July 2002.
 */
export function parseInstant(text: string): number | undefined {
  const parts = (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups;
  const day = parts && toDay(parts);
  if (parts === undefined || day === undefined) return undefined;

  const offsetMs = toOffsetMs(parts);
  const timeMs = toTimeMs(parts);
  if (offsetMs === undefined || timeMs === undefined) return undefined;
  const atMs = toDayNumber(day) * DAY_MS + timeMs - offsetMs;
  return parts.second === '60' && !isEndOfMonth(atMs) ? undefined : atMs;
}

type Parts = Readonly<Record<string, string | undefined>>;

const OFFSET = /(?:[Zz]|(?<sign>[-+ \u2212])(?<offsetHour>\d\d)(?::?(?<offsetMinute>\d\d))?)$/
  .source;
const FRACTION = /(?:[.,](?<fraction>\d+))?/.source;
const EXTENDED = new RegExp(
  /^(?<year>\d{4})-(?:(?<month>\d\d)-(?<dayOfMonth>\d\d)|[Ww](?<week>\d\d)-(?<weekday>\d)|(?<dayOfYear>\d{3}))[Tt](?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?/
    .source +
    FRACTION +
    OFFSET,
);
const BASIC = new RegExp(
  /^(?<year>\d{4})(?:(?<month>\d\d)(?<dayOfMonth>\d\d)|[Ww](?<week>\d\d)(?<weekday>\d)|(?<dayOfYear>\d{3}))[Tt](?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?/
    .source +
    FRACTION +
    OFFSET,
);

/** `undefined` for a date that does not exist. */
function toDay({ year, month, dayOfMonth, week, weekday, dayOfYear }: Parts): Day | undefined {
  if (month !== undefined) {
    const day = `${year}-${month}-${dayOfMonth}`;
    return isDay(day) ? day : undefined;
  }
  const newYear = toDayNumber(`${year}-01-01`);
  const days = toDayNumber(formatDay(Number(year) + 1, 1, 1)) - newYear;
  if (dayOfYear !== undefined) {
    const isInYear = Number(dayOfYear) >= 1 && Number(dayOfYear) <= days;
    return isInYear ? fromDayNumber(newYear + Number(dayOfYear) - 1) : undefined;
  }
  const first = firstMondayOf(newYear);
  const weeks = (firstMondayOf(newYear + days) - first) / 7;
  const exists =
    Number(week) >= 1 && Number(week) <= weeks && Number(weekday) >= 1 && Number(weekday) <= 7;
  return exists ? fromDayNumber(first + (Number(week) - 1) * 7 + Number(weekday) - 1) : undefined;
}

/** The Monday of week 1, which holds 4 January. 1970-01-01 was a Thursday. */
function firstMondayOf(newYear: number): number {
  const fourth = newYear + 3;
  return fourth - ((((fourth + 3) % 7) + 7) % 7);
}

/** Milliseconds after midnight, 24 hours for its end; `undefined` for a time that no clock shows. */
function toTimeMs({ hour, minute, second, fraction = '0' }: Parts): number | undefined {
  const wholeMs =
    Number(hour) * HOUR_MS + Number(minute ?? 0) * MINUTE_MS + Number(second ?? 0) * SECOND_MS;
  const lastUnitMs = minute === undefined ? HOUR_MS : second === undefined ? MINUTE_MS : SECOND_MS;
  const timeMs = wholeMs + partOf(lastUnitMs, fraction);
  const isShown = Number(minute ?? 0) < 60 && Number(second ?? 0) < 61;
  const isInDay = hour === '24' ? timeMs === DAY_MS : Number(hour) < 24;
  return isShown && isInDay ? timeMs : undefined;
}

/** Ahead of UTC is above 0; `undefined` for an offset of a day or more. */
function toOffsetMs({ sign, offsetHour = '0', offsetMinute = '0' }: Parts): number | undefined {
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const offsetMs = Number(offsetHour) * HOUR_MS + Number(offsetMinute) * MINUTE_MS;
  return sign === '-' || sign === '\u2212' ? -offsetMs : offsetMs;
}

/** A fraction of a unit in whole milliseconds, rounded down. For seconds the digits are taken as they stand. */
const partOf = (unitMs: number, fraction: string): number =>
  unitMs === SECOND_MS
    ? Number(fraction.slice(0, 3).padEnd(3, '0'))
    : Math.floor(Number(`0.${fraction}`) * unitMs + 1e-6);

/** Whether the second that ends here is the last of a month in UTC. */
const isEndOfMonth = (atMs: number): boolean =>
  atMs % DAY_MS === 0 && fromDayNumber(atMs / DAY_MS).endsWith('-01');

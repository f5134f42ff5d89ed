/**
 * Instants, how they are written, and the Norwegian wall clock. Only this file asks the platform for the time zone.
 * Kernels get `OsloTime`.
 */
import { type Day, formatDay, fromDayNumber, isDay, toDayNumber } from './day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './duration.ts';

/** A moment on the Norwegian wall clock. */
export interface OsloTime {
  readonly day: Day;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** Minutes after midnight as the clock shows them, 0 … 1439. */
  readonly minuteOfDay: number;
}

/**
 * What calendar and clock in Norway show at an instant.
 *
 * @param atMs Unix time, milliseconds.
 */
export function toOsloTime(atMs: number): OsloTime {
  const wallMs = atMs + offsetMsAt(atMs);
  const dayNumber = Math.floor(wallMs / DAY_MS);
  return {
    day: dayOf(dayNumber),
    weekday: weekdayOf(dayNumber),
    minuteOfDay: Math.floor((wallMs - dayNumber * DAY_MS) / MINUTE_MS),
  };
}

/** ISO 8601 to the second with the Oslo offset, such as `2026-07-01T08:15:00+02:00`. */
export function formatOsloInstant(atMs: number): string {
  const { day, minuteOfDay } = toOsloTime(atMs);
  const second = Math.floor(atMs / 1000) - Math.floor(atMs / MINUTE_MS) * 60;
  const time = `${formatClock(minuteOfDay)}:${String(second).padStart(2, '0')}`;
  return `${day}T${time}+${formatClock(offsetMsAt(atMs) / MINUTE_MS)}`;
}

/**
 * Unix milliseconds of a Norwegian wall-clock time `YYYY-MM-DDTHH:MM`.
 *
 * A time in the hour that comes twice in October means the first of the two. A time in the hour that March leaves out
 * is read with the offset before it: 02:30 gives the instant shown as 03:30.
 *
 * @throws RangeError for any other form, and for dates and times that do not exist.
 */
export function fromOsloWallClock(text: string): number {
  const { day = '', hour = '', minute = '' } = WALL_CLOCK.exec(text)?.groups ?? {};
  if (!isDay(day) || !isClock(hour, minute))
    throw new RangeError(`Expected a time like 2026-07-01T08:15, got ${JSON.stringify(text)}.`);
  return fromWallMs(toDayNumber(day) * DAY_MS + toMs(hour, minute));
}

/**
 * Unix milliseconds of a minute of a day, counted from midnight as the Norwegian clock shows it, not as time goes by.
 * Minutes from 1440 on are of the days after it, and those below 0 of the days before. Hours that come twice or not at
 * all are read as by `fromOsloWallClock`.
 */
export const fromOsloMinute = (day: Day, minute: number): number =>
  fromWallMs(toDayNumber(day) * DAY_MS + minute * MINUTE_MS);

/** The first midnight in Norway after an instant; at midnight itself, the next one. */
export function nextOsloMidnightMs(atMs: number): number {
  const today = Math.floor((atMs + offsetMsAt(atMs)) / DAY_MS);
  return fromWallMs((today + 1) * DAY_MS);
}

const WALL_CLOCK = /^(?<day>\d{4}-\d\d-\d\d)T(?<hour>\d\d):(?<minute>\d\d)$/;

/**
 * The day that was formatted last. The moments of one answer lie on a day or two, so each day is formatted about once.
 */
let lastDay = { number: 0, day: fromDayNumber(0) };

function dayOf(number: number): Day {
  if (lastDay.number !== number) lastDay = { number, day: fromDayNumber(number) };
  return lastDay.day;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;
const isClock = (hour = '24', minute = '60') => Number(hour) < 24 && Number(minute) < 60;
const toMs = (hour = '0', minute = '0') => Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;

/** Minutes after midnight as `HH:MM`. */
export function formatClock(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${String(hour).padStart(2, '0')}:${String(minutes - hour * 60).padStart(2, '0')}`;
}

/** Reads `06:30` as minutes after midnight; `NaN` for a text that is no clock time. */
export function parseClock(clock: string): number {
  const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

function fromWallMs(wallMs: number): number {
  const beforeMs = wallMs - offsetMsAt(wallMs - DAY_MS);
  const afterMs = wallMs - offsetMsAt(wallMs + DAY_MS);
  const isShown = (atMs: number) => atMs + offsetMsAt(atMs) === wallMs;
  return isShown(beforeMs) || !isShown(afterMs) ? beforeMs : afterMs;
}

const offsetFormat = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Oslo',
  timeZoneName: 'longOffset',
});
const offsetsMs = new Map<number, number>();
/** About a year of hours, so that the memory stays small whatever callers ask for. */
const MOST_OFFSETS = 10_000;

/** How far the Norwegian clock is ahead of UTC. It changes on full hours only, so each hour is looked up once. */
function offsetMsAt(atMs: number): number {
  const hour = Math.floor(atMs / HOUR_MS);
  const known = offsetsMs.get(hour);
  if (known !== undefined) return known;

  const [, offsetHour, offsetMin] = /GMT\+(\d\d):(\d\d)/.exec(offsetFormat.format(atMs)) ?? [];
  const offsetMs = toMs(offsetHour, offsetMin);
  if (offsetsMs.size >= MOST_OFFSETS) offsetsMs.clear();
  offsetsMs.set(hour, offsetMs);
  return offsetMs;
}

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

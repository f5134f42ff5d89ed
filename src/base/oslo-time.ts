/**
 * Instants and the Norwegian wall clock. The one place that asks the platform for the time zone;
 * kernels see `OsloTime` only.
 */
import { type Day, fromDayNumber, isDay, toDayNumber } from './day.ts';

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
  const time = `${formatMinutes(minuteOfDay)}:${String(second).padStart(2, '0')}`;
  return `${day}T${time}+${formatMinutes(offsetMsAt(atMs) / MINUTE_MS)}`;
}

/**
 * Unix milliseconds of an RFC 3339 date-time; `undefined` when the text is not one, has no offset,
 * or names a date or time that does not exist.
 *
 * More lenient than RFC 3339 in two points: the seconds may be missing, as ISO 8601 allows, and a
 * blank stands for the `+` that URL decoding has eaten. Digits beyond the millisecond are dropped.
 * `:60` is accepted only where leap seconds can be, in the last minute (UTC) of a month, and means
 * the second after it, because Unix time has no leap seconds.
 *
 * Source: RFC 3339, sections 5.6 and 5.7, July 2002.
 */
export function parseInstant(text: string): number | undefined {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) return undefined;

  const {
    day = '',
    hour,
    minute,
    second = '0',
    fraction = '',
    sign,
    offsetHour,
    offsetMin,
  } = parts;
  if (!isDay(day) || !isClock(hour, minute) || !isClock(offsetHour ?? '0', offsetMin ?? '0'))
    return undefined;

  const offsetMs = toMs(offsetHour ?? '0', offsetMin ?? '0') * (sign === '-' ? -1 : 1);
  const minuteStartMs = toDayNumber(day) * DAY_MS + toMs(hour, minute) - offsetMs;
  if (Number(second) > 59) return leapSecondMs(Number(second), minuteStartMs);
  return minuteStartMs + Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/**
 * Unix milliseconds of a Norwegian wall-clock time `YYYY-MM-DDTHH:MM`.
 *
 * Of the hour that comes twice in October the first is meant; a time in the hour that March leaves
 * out is read with the offset before it, so 02:30 gives the instant shown as 03:30.
 *
 * @throws RangeError for any other form, and for dates and times that do not exist.
 * @internal The tests write their times with it.
 */
export function fromOsloWallClock(text: string): number {
  const { day = '', hour = '', minute = '' } = WALL_CLOCK.exec(text)?.groups ?? {};
  if (!isDay(day) || !isClock(hour, minute))
    throw new RangeError(`Expected a time like 2026-07-01T08:15, got ${JSON.stringify(text)}.`);
  return fromWallMs(toDayNumber(day) * DAY_MS + toMs(hour, minute));
}

/** The first midnight in Norway after an instant; at midnight itself, the next one. */
export function nextOsloMidnightMs(atMs: number): number {
  const today = Math.floor((atMs + offsetMsAt(atMs)) / DAY_MS);
  return fromWallMs((today + 1) * DAY_MS);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const DATE_TIME =
  /^(?<day>\d{4}-\d\d-\d\d)[Tt](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?:[Zz]|(?<sign>[-+ ])(?<offsetHour>\d\d):(?<offsetMin>\d\d))$/;
const WALL_CLOCK = /^(?<day>\d{4}-\d\d-\d\d)T(?<hour>\d\d):(?<minute>\d\d)$/;

/** The moments of one answer lie on a day or two: the last one is written once. */
let lastDay = { number: 0, day: fromDayNumber(0) };

function dayOf(number: number): Day {
  if (lastDay.number !== number) lastDay = { number, day: fromDayNumber(number) };
  return lastDay.day;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;
const isClock = (hour = '24', minute = '60') => Number(hour) < 24 && Number(minute) < 60;
const toMs = (hour = '0', minute = '0') => Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;

function formatMinutes(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${String(hour).padStart(2, '0')}:${String(minutes - hour * 60).padStart(2, '0')}`;
}

function leapSecondMs(second: number, minuteStartMs: number): number | undefined {
  const nextMs = minuteStartMs + MINUTE_MS;
  const isEndOfMonth = nextMs % DAY_MS === 0 && fromDayNumber(nextMs / DAY_MS).endsWith('-01');
  return second === 60 && isEndOfMonth ? nextMs : undefined;
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

/** How far the Norwegian clock is ahead of UTC. It changes on full hours only: one look per hour. */
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

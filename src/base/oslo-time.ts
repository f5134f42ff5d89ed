/**
 * Instants and the Norwegian wall clock. Only this file asks the platform for the time zone. Kernels get `OsloTime`.
 */
import { type Day, fromDayNumber, isDay, toDayNumber } from './day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

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

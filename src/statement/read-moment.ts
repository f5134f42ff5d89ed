/** Moments as spreadsheets, operators and programs write them, and lines of the hour that autumn has twice. */
import { fromDayNumber, isDay, nextDay, toDayNumber } from '../base/day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/duration.ts';
import { groupBy } from '../base/lists.ts';
import {
  formatClock,
  formatOsloInstant,
  fromOsloWallClock,
  parseInstant,
  toOsloTime,
} from '../base/oslo-time.ts';
import type { BilledPassage } from './statement.ts';

/** Reads the moment of a line. @param clock of a column of its own; `''`: there is none. */
export type Moments = (text: string, clock: string) => Read;

/**
 * A moment in Unix milliseconds; `none`: no time of day is written, `unread`: what is written is no moment, `skipped`:
 * the Norwegian clock leaves it out in March.
 */
type Read = WrittenMoment | 'none' | 'unread' | 'skipped';

interface WrittenMoment {
  readonly atMs: number;
  /** The clock shows it again an hour later, and no offset tells which is meant. */
  readonly isTwice: boolean;
}

/**
 * Days such as `11/05/2026` are read as the others of their column.
 *
 * @param texts the whole column.
 * @param clocks the whole column of clocks; `[]`: there is none.
 * @param isUtc clocks without an offset are those of UTC; else they are Norwegian.
 * @returns `undefined`: some of its days begin with the month, and others do not.
 */
export function openMoments(
  texts: readonly string[],
  clocks: readonly string[],
  isUtc = false,
):
  | {
      readonly moments: Moments;
      /** The same with the month first. Absent: the column tells which stands first, and else it is the day, as in Norway. */
      readonly otherMoments?: Moments;
    }
  | undefined {
  const slashed = texts.flatMap((text) => {
    const [, one, other] = /^(\d\d?)\/(\d\d?)\/\d/.exec(toPlainMoment(text)) ?? [];
    return one === undefined ? [] : [{ one: Number(one), other: Number(other) }];
  });
  const isMonthFirst = slashed.some(({ other }) => other > 12);
  const isDayFirst = slashed.some(({ one }) => one > 12);
  if (isMonthFirst && isDayFirst) return undefined;
  const isPart = clocks.some(isPartOfDay);
  const open =
    (isMonthFirst: boolean): Moments =>
    (text, clock) =>
      readMoment(toPlainMoment(text), clock, { isMonthFirst, isPart, isUtc });
  const isOpen = slashed.length > 0 && !isMonthFirst && !isDayFirst;
  return { moments: open(isMonthFirst), ...(isOpen && { otherMoments: open(true) }) };
}

/** Is a text a clock without a day, as a column of days needs beside it? */
export const isClock = (text: string): boolean =>
  CLOCK_ALONE.test(toPlainClock(text, isPartOfDay(text)).replace(ZONE, ''));

/** Is a text a day without a clock, or with the midnight that spreadsheets give it? */
export function isDayAlone(text: string): boolean {
  const plain = toPlainMoment(text);
  return DAY_ALONE.test(plain) || MIDNIGHT.test(plain);
}

/**
 * Is a moment the midnight that a spreadsheet gives a day without a clock, by the Norwegian clock or as it is written?
 * No spreadsheet writes `24:00`.
 */
export function isMidnight(atMs: number, text: string, clock: string): boolean {
  if (/(?<!\d)24[:.]?00/.test(`${text} ${clock}`)) return false;
  const isBegun = atMs % MINUTE_MS === 0 && toOsloTime(atMs).minuteOfDay === 0;
  return isBegun || (isDayAlone(text) && !/\d/.test(clock));
}

const DAY =
  /(?:(?<y>\d{4})(?<line>[-/.])(?<m>\d\d?)\k<line>(?<d>\d\d?)|(?<one>\d\d?)(?<mark>[./-])(?<other>\d\d?)\k<mark>(?<y2>\d{2}|\d{4}))/
    .source;
const CLOCK =
  /(?:kl\.? ?)?(?<h>\d\d?)[:.](?<min>\d\d)(?:[:.](?<s>\d\d))?(?:[.,]\d+)?(?: ?(?<half>[ap])\.?m\.?)?/
    .source;
const MOMENT = new RegExp(`^${DAY}(?:T|[ ,]+)${CLOCK}$`, 'i');
const DAY_ALONE = new RegExp(`^${DAY}$`);
/** Names of zones behind a clock, as programs write them. */
const ZONE = /(?<=\d(?: ?[ap]\.?m\.?)?) ?\(?(?<zone>Z|UTC|GMT|CES?T)\)?$/i;
/** Midnight as it is written, in any offset. */
const MIDNIGHT =
  /(?<!\d|\d[:.]|[+-])(?:0?0[:.]00(?:[:.]00)?(?:[.,]0+)?|12[:.]00(?:[:.]00)? ?a\.?m\.?)(?: ?(?:\(?(?:Z|UTC|GMT|CES?T)\)?|[+-]\d\d:?\d\d))?$/i;
const CLOCK_ALONE = new RegExp(`^${CLOCK}$`, 'i');

/**
 * A column of days may have the midnight that begins each day: the clock is then that of the other column. Where a
 * moment has a clock of its own, the other column is not looked at. If it has only a clock, both must be the same.
 */
function readMoment(
  text: string,
  clock: string,
  { isPart, ...form }: Form & { readonly isPart: boolean },
): Read {
  const own = readWhole(text, form);
  if (!/\d/.test(clock)) return own;
  if (own === 'unread' || own === 'skipped') return own;
  const plainClock = toPlainClock(clock, isPart);
  if (own === 'none') return DAY_ALONE.test(text) ? readWhole(`${text} ${plainClock}`, form) : own;
  const { day, minuteOfDay } = toOsloTime(own.atMs);
  const isMidnight = MIDNIGHT.test(text.trim());
  if (!isMidnight && (isPartOfDay(clock) || !isClock(clock))) return own;
  const joined = readWhole(`${day} ${plainClock}`, form);
  if (isMidnight || typeof joined === 'string') return joined;
  return toOsloTime(joined.atMs).minuteOfDay === minuteOfDay ? own : 'unread';
}

/** A line of sums may name its days. */
const IS_SUM = /^(?:sum|total|delsum|subtotal|i alt|å betale|til betaling|saldo)/i;

/** What the column tells of clocks and days. */
interface Form {
  readonly isMonthFirst: boolean;
  /** Clocks without an offset are those of UTC. */
  readonly isUtc: boolean;
}

/** Reads a moment by its offset, or by the clock of its column where no offset is written. */
function readWhole(written: string, form: Form): Read {
  const text = written.replace(/\s+/g, ' ').trim();
  const [, dayBefore] = END_OF_DAY.exec(text) ?? [];
  if (dayBefore !== undefined) return readNextDay(dayBefore, form);
  const isAny = /\d[./-]\d|\d:\d/.test(text) && !IS_SUM.test(text);
  if (!isAny || DAY_ALONE.test(text)) return 'none';
  const instant = parseInstant(text.replace(/ (?=(?:[+-]\d\d:?\d\d|Z)$)/i, '').replace(' ', 'T'));
  if (instant !== undefined) return { atMs: instant, isTwice: false };
  const { zone } = ZONE.exec(text)?.groups ?? {};
  return readParts(MOMENT.exec(text.replace(ZONE, ''))?.groups ?? {}, form, zone);
}

/** @param zone behind the clock; absent: none is written. */
function readParts(
  parts: Readonly<Record<string, string | undefined>>,
  { isMonthFirst, isUtc }: Form,
  zone = isUtc ? 'Z' : undefined,
): Read {
  const day = toDay(parts, isMonthFirst);
  const hour = toHour(Number(parts.h), parts.half?.toLowerCase());
  const minute = Number(parts.min);
  if (day === undefined || hour === undefined || !(minute <= 59)) return 'unread';
  const clock = `${day}T${two(hour)}:${two(minute)}`;
  const secondMs = Math.min(Number(parts.s ?? 0) * 1000, MINUTE_MS - 1000);
  if (zone !== undefined) return readZoned(clock, zone, secondMs);
  const wallMs = fromOsloWallClock(clock);
  if (toOsloTime(wallMs).minuteOfDay !== hour * 60 + minute) return 'skipped';
  return { atMs: wallMs + secondMs, isTwice: isShownTwice(wallMs) };
}

/** Programs write `CET` in summer, too: where the Norwegian clock has another offset, it is not told which is meant. */
function readZoned(clock: string, zone: string, secondMs: number): Read {
  const named = { CET: '+01:00', CEST: '+02:00' }[zone.toUpperCase()];
  const minuteMs = parseInstant(`${clock}${named ?? 'Z'}`);
  const isOther = named !== undefined && !formatOsloInstant(minuteMs ?? 0).endsWith(named);
  if (minuteMs === undefined || isOther) return 'unread';
  return { atMs: minuteMs + secondMs, isTwice: false };
}

/** `24:00` is the end of its day. */
const END_OF_DAY = /^(\d.*?)(?:T|[ ,]+)(?:kl\.? ?)?24[:.]00(?:[:.]00)?$/i;

function readNextDay(day: string, form: Form): Read {
  const begun = readWhole(`${day} 00:00`, form);
  if (typeof begun === 'string') return begun;
  if (form.isUtc) return { ...begun, atMs: begun.atMs + DAY_MS };
  return { ...begun, atMs: fromOsloWallClock(`${nextDay(toOsloTime(begun.atMs).day)}T00:00`) };
}

const two = (part: string | number = '0') => String(part).padStart(2, '0');

/** `undefined` for a day that does not exist. A short year behind hyphens may as well be a day: `26-11-20`. */
function toDay(
  { y, m, d, one, other, mark, y2 }: Readonly<Record<string, string | undefined>>,
  isMonthFirst: boolean,
): string | undefined {
  if (mark === '-' && y2?.length === 2) return undefined;
  const [ownDay, ownMonth] = mark === '/' && isMonthFirst ? [other, one] : [one, other];
  const year = y ?? (y2?.length === 2 ? `20${y2}` : y2);
  const day = `${year}-${two(m ?? ownMonth)}-${two(d ?? ownDay)}`;
  return isDay(day) ? day : undefined;
}

/** @param half `a` before noon, `p` after it; absent: the clock has 24 hours. */
function toHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour > 23 ? undefined : hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** Does the Norwegian clock show the same an hour later? */
const isShownTwice = (atMs: number): boolean =>
  toOsloTime(atMs).minuteOfDay === toOsloTime(atMs + HOUR_MS).minuteOfDay;

/**
 * Settles lines in the hour that autumn has twice. If the lines of a vehicle are in order and the clock runs back
 * within the hour, the lines behind that are in the second hour. Else they stay undecided, at their moment in the
 * first.
 *
 * @param rows undecided ones at their first moment.
 * @returns in the order given.
 */
export function settleClock(rows: readonly BilledPassage[]): BilledPassage[] {
  if (!rows.some(({ isUndecided }) => isUndecided)) return [...rows];
  const settled = new Map<BilledPassage, BilledPassage>();
  for (const own of groupBy(rows, ({ plate }) => plate).values()) {
    const isNewestFirst = (own[0]?.atMs ?? 0) > (own.at(-1)?.atMs ?? 0);
    const inOrder = isNewestFirst ? own.toReversed() : own;
    const told = settleNights(inOrder);
    const times = inOrder.map((row) => (told.get(row) ?? row).atMs);
    // Where lines are in no order, a clock that runs back tells nothing.
    if (times.some((atMs, i) => i > 0 && atMs < (times[i - 1] as number))) continue;
    for (const [row, known] of told) settled.set(row, known);
  }
  return rows.map((row) => settled.get(row) ?? row);
}

/** The undecided rows of each night in which the clock runs back, at their moments. */
function settleNights(rows: readonly BilledPassage[]): Map<BilledPassage, BilledPassage> {
  const open = rows.filter(({ isUndecided }) => isUndecided);
  const nights = [...groupBy(open, ({ atMs }) => toOsloTime(atMs).day).values()];
  return new Map(
    nights.flatMap((night) => {
      const turn = night.findIndex(({ atMs }, i) => atMs < (night[i - 1]?.atMs ?? atMs));
      return turn === -1 ? [] : night.map((row, i) => [row, decide(row, i < turn ? 0 : HOUR_MS)]);
    }),
  );
}

function decide({ isUndecided: _, ...row }: BilledPassage, laterMs: number): BilledPassage {
  return { ...row, atMs: row.atMs + laterMs };
}

const DAY_S = 86_400;

/** Months by the first three letters of their names, Norwegian, Danish, Swedish and English. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['mai', 'maj', 'may'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['okt', 'oct'],
  ['nov'],
  ['des', 'dec'],
];

const WEEKDAY =
  /^(?:man|mån|tir|tys|ons|tor|fre|lør|lör|lau|søn|sön|sun|mon|tue|wed|thu|fri|sat)\p{L}*[.,]*\s+(?=[\p{L}\d])/iu;
const NAMED = /^(\d\d?)[. -]+(\p{L}{3,})[. -]+(\d{4})(?=\D|$)/u;
/** `November 16, 2026`, as in English. */
const NAMED_FIRST = /^(\p{L}{3,})[. ]+(\d\d?),? +(\d{4})(?=\D|$)/u;
/** `2/11-26` and `2/11 2026`: between day and month another mark than before the year. */
const STROKED = /^(\d\d?)\/(\d\d?)(?:-(?=\d\d(?:\d\d)?(?![\d:.]))| (?=\d{4}(?!\d)))/;
/** `2.11.2026 - 07:04` */
const DASH = / [-–] (?=(?:kl\.? ?)?\d\d?[:.]\d\d)/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d))?)?$/;
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;

/** Day 0 of the serial numbers of a spreadsheet, which counts a 29 February of 1900 that never was. */
const SERIAL_EPOCH = '1899-12-30';
/** The same day 0 before a clock, as programs write a part of a day that they take for a moment. */
const DAY_ZERO =
  /^(?:30[./-]12[./-]1899|12\/30\/1899|1899-12-30|0?0[./-]0?1[./-]1900|1\/0\/1900|1900-01-00)[T ]+/;
/** Serial numbers of the years 2000 to 2099. Lower and higher ones are no days. */
const SERIALS = { first: 36_526, last: 73_050 };

/** `man. 16.11.2026 12:00`, `16. november 2026 12:00`, `16/11-26 12:00`, `16-Nov-2026`, `Nov 16, 2026`, `20261116 1200` and `46342,5`; any other text as it is. */
function toPlainMoment(written: string): string {
  const text = written
    .trim()
    .replace(WEEKDAY, '')
    .replace(NAMED_FIRST, '$2 $1 $3')
    .replace(STROKED, '$1.$2.')
    .replace(DASH, ' ');
  const [head = '', day = '', name = '', year = ''] = NAMED.exec(text) ?? [];
  const month = MONTHS.findIndex((names) => names.includes(name.slice(0, 3).toLowerCase())) + 1;
  if (month > 0) return `${day}.${month}.${year}${text.slice(head.length)}`;
  const [, y, m, d, hour, minute, second] = COMPACT.exec(text) ?? [];
  if (y !== undefined && /^(?:19|20)/.test(y)) {
    const clock = [hour, minute, second].filter((part) => part !== undefined).join(':');
    return `${y}-${m}-${d} ${clock}`.trim();
  }
  const [, serial, part] = SERIAL.exec(text) ?? [];
  return serial === undefined ? text : (fromSerial(Number(serial), part) ?? text);
}

/** @param part digits behind the decimal mark: the part of the day; absent: a day alone. */
function fromSerial(serial: number, part: string | undefined): string | undefined {
  if (serial < SERIALS.first || serial > SERIALS.last) return undefined;
  const day = fromDayNumber(toDayNumber(SERIAL_EPOCH) + serial);
  return part === undefined ? day : `${day} ${fromPart(part)}`;
}

function fromPart(part: string): string {
  const seconds = Math.min(Math.round(Number(`0.${part}`) * DAY_S), DAY_S - 1);
  return `${formatClock(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Is a text of a column of clocks a part of the day, as a spreadsheet counts? `0.35` may be a clock as well. */
const isPartOfDay = (text: string): boolean => /^0(?:,\d+|\.\d{3,})$/.test(text.trim());

/**
 * `1200`, `805` and `124826` of a column of clocks as `12:00`, `8:05` and `12:48:26`, `30.12.1899 12:00` without its
 * day; any other text as it is.
 *
 * @param isPart the column has parts of the day: `0,354166667` is `08:30:00`.
 */
function toPlainClock(written: string, isPart: boolean): string {
  const text = written.trim().replace(DAY_ZERO, '');
  const [whole, part = '0'] = (isPart && /^0(?:[.,](\d+))?$/.exec(text)) || [];
  if (whole !== undefined) return fromPart(part);
  return text
    .replace(/^(\d\d?)(\d\d)$/, '$1:$2')
    .replace(/^(\d\d?)([0-5]\d)([0-5]\d)$/, '$1:$2:$3');
}

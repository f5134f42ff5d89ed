/** Rewrites moments of other forms as figures with marks between them. */

import { fromDayNumber, toDayNumber } from '../base/day.ts';
import { formatClock } from '../base/oslo-time.ts';

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
export function toPlainMoment(written: string): string {
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
export const isPartOfDay = (text: string): boolean => /^0(?:,\d+|\.\d{3,})$/.test(text.trim());

/**
 * `1200`, `805` and `124826` of a column of clocks as `12:00`, `8:05` and `12:48:26`, `30.12.1899 12:00` without its
 * day; any other text as it is.
 *
 * @param isPart the column has parts of the day: `0,354166667` is `08:30:00`.
 */
export function toPlainClock(written: string, isPart: boolean): string {
  const text = written.trim().replace(DAY_ZERO, '');
  const [whole, part = '0'] = (isPart && /^0(?:[.,](\d+))?$/.exec(text)) || [];
  if (whole !== undefined) return fromPart(part);
  return text
    .replace(/^(\d\d?)(\d\d)$/, '$1:$2')
    .replace(/^(\d\d?)([0-5]\d)([0-5]\d)$/, '$1:$2:$3');
}

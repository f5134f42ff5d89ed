/** Finds out whether a file holds times under a name that is not known. */
import { DAY_MS } from '../base/duration.ts';
import { LONGEST_MS } from './mend-clocks.ts';
import { refuse } from './written-point.ts';

/** What several points have under one name: its name, and the values of the first points. */
export interface Column {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The order of a table, and what its columns hold, is told by this many points. */
export const MOST_HEARD = 100;

/** A word in the name of a column of times: compounds begin or end with one of time. */
const WORD_OF_TIME = /^(?:time|tids|dato|klokke|dates?$)|(?:time|tid|dato|stamp|utc)$/;

/** No name and no moment is longer. */
const MOST_CHARS = 100;

/** What a column holds is told by this many of its values. */
const MOST_VALUES = 3;

const LIKE_DAY = /^(?:\d{4}-\d\d-\d\d|\d\d?\.\d\d?\.\d{4})$/;
const LIKE_CLOCK = /^\d\d?:\d\d/;
const LIKE_MOMENT = /^(?:\d{4}-?\d\d-?\d\d[Tt ]\d\d:?\d\d|\d\d?\.\d\d?\.\d{4},? +\d\d?[:.]\d\d)/;
const LIKE_COUNT = /^(\d{9,19})(?:[.,]\d+)?$/;
/** Words in the names of what else is counted, or written like a clock. */
const NO_TIME = /^(?:ids?|odo\w*|km\w*|dist\w*|mil(?:es?|eage)|pace|tempo|x|y|east\w*|north\w*)$/;
/** Days, and the part of one, as spreadsheets count them. */
const [LIKE_SERIAL, LIKE_PART_OF_DAY] = [/^\d{5}(?:[.,]\d+)?$/, /[.,]\d{4}/];
/** Source: ECMA-376, part 1, section 18.17.4.1: in the 1900 date base system a day is counted from 1899-12-30. */
const SERIAL_FROM_MS = Date.UTC(1899, 11, 30);

/** Seconds, and the thousandths, millionths and billionths that clocks count in. */
const UNITS = [1, 1e3, 1e6, 1e9];
/** Moments of recordings lie between these. Unix seconds. */
const [FIRST_S, LAST_S] = [Date.UTC(2000) / 1000, Date.UTC(2100) / 1000];

/**
 * A file with times under a name that is not known is not read as one without times.
 *
 * @param columns all that may hold times. None of them is known to.
 * @param advice what they should be called.
 */
export function demandNamedTimes(columns: readonly Column[], advice: string): void {
  const isNamed = columns.some(
    ({ name, values }) => wordsOf(name).some((word) => WORD_OF_TIME.test(word)) && differ(values),
  );
  if (isNamed || holdsTimes(columns))
    refuse(`has what may be times under a name that is not known: ${advice}, or leave them out`);
}

/** The words of a name, in small letters. Case and every other character part them. */
const wordsOf = (name: string): readonly string[] =>
  (name.length < MOST_CHARS ? (name.match(/\p{Lu}*\p{Ll}+|\p{Lu}+/gu) ?? []) : []).map((word) =>
    word.toLowerCase(),
  );

/** Has a column several values? What is empty is none, and what is always the same is no time of a point. */
const differ = (values: readonly unknown[]): boolean =>
  new Set(values.filter((value) => value || value === 0)).size > 1;

/** Values that are no text and no number, and empty ones, are none. */
const toText = (value: unknown): string | [] => {
  const text = typeof value === 'number' ? `${value}` : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, MOST_CHARS) : [];
};

/** Does a column hold moments, clocks that go on, or moments as they are counted? */
function holdsTimes(columns: readonly Column[]): boolean {
  const some = columns.map(({ values }) => values.flatMap(toText).slice(0, MOST_VALUES));
  const counted = columns
    .filter(({ name }) => !wordsOf(name).some((word) => NO_TIME.test(word)))
    .map(({ values }) => values.flatMap(toText));
  const hasColumnOf = (isLike: (value: string) => boolean, of: readonly string[][] = some) =>
    of.some((values) => values.length > 0 && values.every(isLike));
  const isClock = (value: string) => LIKE_CLOCK.test(value);
  return (
    hasColumnOf((value) => LIKE_MOMENT.test(value)) ||
    (hasColumnOf((value) => LIKE_DAY.test(value)) && hasColumnOf(isClock)) ||
    hasColumnOf(isClock, counted.filter(differ)) ||
    counted.some(countTime)
  );
}

/**
 * Is each value a moment of one recording as clocks count it? Moments go up, or down where the newest stands first. A
 * number that is always the same is that of a device.
 */
function countTime(values: readonly string[]): boolean {
  const isSerial = values.some((value) => LIKE_PART_OF_DAY.test(value));
  const counts = values.map((value) =>
    isSerial && LIKE_SERIAL.test(value)
      ? (SERIAL_FROM_MS + DAY_MS * Number(value.replace(',', '.'))) / 1000
      : Number(LIKE_COUNT.exec(value)?.[1]),
  );
  const [first = 0, last = 0] = [counts[0], counts.at(-1)];
  const isOrdered = counts.every((count, i) => {
    const step = count - (counts[i - 1] ?? first);
    return last > first ? step >= 0 : step <= 0;
  });
  const isOf = (unit: number) =>
    Math.abs(last - first) < (LONGEST_MS / 1000) * unit &&
    counts.every((count) => count >= FIRST_S * unit && count < LAST_S * unit);
  return new Set(values).size > 1 && isOrdered && UNITS.some(isOf);
}

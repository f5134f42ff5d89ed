/** Finds out whether a file holds times under a name that is not known. */
import { refuse } from './written-point.ts';

/** What several points have under one name: its name, and the values of the first points. */
export interface Column {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The order of a table, and what its columns hold, is told by this many points. */
export const MOST_HEARD = 100;

/** What columns of times may be called. */
const LOOKS_TIMED = /time|tid|dato|date|klokke|stamp|utc/;

/** No name and no moment is longer. */
const MOST_CHARS = 100;

/** What a column holds is told by this many of its values. */
const MOST_VALUES = 3;

const LIKE_DAY = /^(?:\d{4}-\d\d-\d\d|\d\d?\.\d\d?\.\d{4})$/;
const LIKE_CLOCK = /^\d\d?:\d\d/;
const LIKE_MOMENT = /^(?:\d{4}-?\d\d-?\d\d[Tt ]\d\d:?\d\d|\d\d?\.\d\d?\.\d{4},? +\d\d?[:.]\d\d)/;
const LIKE_COUNT = /^(\d{9,19})(?:[.,]\d+)?$/;

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
    ({ name }) => name.length < MOST_CHARS && LOOKS_TIMED.test(name.toLowerCase()),
  );
  if (isNamed || holdsTimes(columns.map(({ values }) => values.flatMap(toText))))
    refuse(`has times under a name that is not known: ${advice}`);
}

/** Values that are no text and no number, and empty ones, are none. */
const toText = (value: unknown): string | [] => {
  const text = typeof value === 'number' ? `${value}` : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, MOST_CHARS) : [];
};

/** Does a column hold moments, or do two of them hold a day and a clock? */
function holdsTimes(columns: readonly (readonly string[])[]): boolean {
  const some = columns.map((values) => values.slice(0, MOST_VALUES));
  const hasColumnOf = (isLike: (value: string) => boolean) =>
    some.some((values) => values.length > 0 && values.every(isLike));
  return (
    hasColumnOf((value) => LIKE_MOMENT.test(value)) ||
    (hasColumnOf((value) => LIKE_DAY.test(value)) &&
      hasColumnOf((value) => LIKE_CLOCK.test(value))) ||
    columns.some(countsTime)
  );
}

/** Is each value a moment as clocks count it? A number that is always the same is that of a device. */
const countsTime = (values: readonly string[]): boolean =>
  new Set(values).size > 1 && values.slice(0, MOST_VALUES).every(isCount);

function isCount(value: string): boolean {
  const count = Number(LIKE_COUNT.exec(value)?.[1]);
  return UNITS.some((unit) => count >= FIRST_S * unit && count < LAST_S * unit);
}

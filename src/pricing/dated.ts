/** Terms and rows that hold from one day or moment until another. */
import { type Day, nextDay, nextNewYear } from '../base/day.ts';
import { formatClock, type OsloTime } from '../base/oslo-time.ts';

/** A day and a minute of that day, Norwegian wall clock. */
export type Moment = Pick<OsloTime, 'day' | 'minuteOfDay'>;

/** The first day of terms that began before every trip, or on a day that is not known. */
export const ALWAYS: Day = '0001-01-01';

/** Something that holds from a day on: until a day on which it does not hold any more, or for good. */
export interface Dated {
  readonly from: Day;
  readonly until?: Day;
}

/** Does it hold on this day? */
export const isInForce = ({ from, until }: Dated, day: Day): boolean =>
  from <= day && (until === undefined || day < until);

/**
 * The terms in force on a day: the last terms that have begun, unless they have ended.
 *
 * @param terms oldest first.
 * @returns `undefined` before the first terms and after an end.
 */
export function findInForce<T extends Dated>(terms: readonly T[], day: Day): T | undefined {
  const last = terms.findLast(({ from }) => from <= day);
  return last !== undefined && isInForce(last, day) ? last : undefined;
}

/** The first moment of a row, which may lie within its first day. */
export interface Begun {
  readonly from: Day;
  /** Minute of that day; absent: midnight. */
  readonly fromMin?: number | undefined;
}

/** Has it begun at this moment? */
export const hasBegun = ({ from, fromMin = 0 }: Begun, moment: Moment): boolean =>
  !isBefore(moment, { day: from, minuteOfDay: fromMin });

/**
 * The first day of a row. The minute is added where the row begins later on the day of the moment: the day alone would
 * contradict that.
 */
export const tellBegin = ({ from, fromMin = 0 }: Begun, moment: Moment): string =>
  from === moment.day && fromMin > moment.minuteOfDay ? `${from} ${formatClock(fromMin)}` : from;

/**
 * The first day of which a row does not even cover the first hours. `until` is `from` where only the year of a row is
 * known. Such a row is known for no day, and is told of until the end of that year.
 */
export function endOfRow(from: Day, until: Day | undefined, untilMin = 0): Day | undefined {
  if (until === undefined) return undefined;
  if (untilMin > 0) return nextDay(until);
  return until === from ? nextNewYear(from) : until;
}

export const isBefore = (a: Moment, b: Moment): boolean =>
  a.day < b.day || (a.day === b.day && a.minuteOfDay < b.minuteOfDay);

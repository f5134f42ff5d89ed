/** What holds from when until when. */
import { type Day, nextDay, nextNewYear } from '../base/day.ts';
import { formatClock, type OsloTime } from '../base/oslo-time.ts';

/** A day and the minute of it, Norwegian wall clock. */
export type Moment = Pick<OsloTime, 'day' | 'minuteOfDay'>;

/** The first day of what holds since before every trip, or since a day that is not known. */
export const ALWAYS: Day = '0001-01-01';

/** Something that holds from a day on, until a day that lies outside or for good. */
export interface Dated {
  readonly from: Day;
  readonly until?: Day;
}

/** Does it hold on this day? */
export const isInForce = ({ from, until }: Dated, day: Day): boolean =>
  from <= day && (until === undefined || day < until);

/**
 * The terms in force on a day: the last that have begun, unless they have ended.
 *
 * @param terms oldest first.
 * @returns `undefined` before the first and after an end.
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

/** The first day of a row, with the minute where it lies later on the day of a moment: the day alone would contradict it. */
export const tellBegin = ({ from, fromMin = 0 }: Begun, moment: Moment): string =>
  from === moment.day && fromMin > moment.minuteOfDay ? `${from} ${formatClock(fromMin)}` : from;

/**
 * The first day for which a row is not known any more, not even for its first hours. One of which only the year is
 * known is known for no day: what is told of it ends with that year.
 */
export function endOfRow(from: Day, until: Day | undefined, untilMin = 0): Day | undefined {
  if (until === undefined) return undefined;
  if (untilMin > 0) return nextDay(until);
  return until === from ? nextNewYear(from) : until;
}

export const isBefore = (a: Moment, b: Moment): boolean =>
  a.day < b.day || (a.day === b.day && a.minuteOfDay < b.minuteOfDay);

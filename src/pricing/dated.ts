import type { Day } from '../base/day.ts';

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

import type { Day } from './day.ts';

/**
 * What is special about a day besides its weekday. `half-day` is a working day that some
 * projects treat as a day off (24 and 31 December, Wednesday before Easter).
 */
export type DayKind = 'public-holiday' | 'half-day' | 'july';

/** Tells the kinds of a day; an ordinary day has none. */
export type Calendar = (day: Day) => ReadonlySet<DayKind>;

import type { Day } from './day.ts';

/** A moment on the Norwegian wall clock. */
export interface OsloTime {
  readonly day: Day;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** Minutes after midnight as the clock shows them, 0 … 1439. */
  readonly minuteOfDay: number;
}

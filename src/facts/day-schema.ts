import Type from 'typebox';
import { isDay } from '../base/day.ts';

/** `YYYY-MM-DD`, a day that the calendar has: `2025-02-30` is none. */
export const Day = Type.Refine(
  Type.String(),
  isDay,
  (text) => `must be a day of the calendar such as 2026-02-28, not ${text}`,
);

import type { RushWindow } from '../pricing/toll/law.ts';

/** Reads `06:30-09:00` as minutes after midnight; the end lies outside. */
export function parseClockWindow(text: string): RushWindow {
  const [fromMin = Number.NaN, untilMin = Number.NaN] = text.split('-').map(parseClock);
  if (!(fromMin < untilMin))
    throw new Error(`Expected a window like 06:30-09:00, got ${JSON.stringify(text)}.`);
  return { fromMin, untilMin };
}

/** Reads `06:30` as minutes after midnight. */
export function parseClock(clock: string): number {
  const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

import type { Clock } from '../../src/trip/ports.ts';

/** A clock that stands still at the given moment. */
export function clockAt(iso: string): Clock {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new Error(`Expected a date-time with offset: ${iso}`);
  return { now: () => ms };
}

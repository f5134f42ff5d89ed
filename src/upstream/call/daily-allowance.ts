import { toOsloTime } from '../../base/oslo-time.ts';
import type { UpstreamState } from './terms.ts';

/** Counts the calls of a Norwegian day against what a service allows. */
export interface DailyAllowance {
  /** One more is sent. */
  take(): void;
  state(): NonNullable<UpstreamState['allowance']>;
}

/** @param nowMs Unix time, milliseconds; the count begins anew with each Norwegian day, and with each process. */
export function openDailyAllowance(perDay: number, nowMs: () => number): DailyAllowance {
  let counted = { day: '', calls: 0 };
  const today = () => {
    const { day } = toOsloTime(nowMs());
    if (counted.day !== day) counted = { day, calls: 0 };
    return counted;
  };
  return {
    take: () => {
      today().calls += 1;
    },
    state: () => ({ perDay, left: Math.max(0, perDay - today().calls) }),
  };
}

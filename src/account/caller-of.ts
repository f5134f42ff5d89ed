import { nextOsloMidnightMs, toOsloTime } from '../base/oslo-time.ts';
import type { Caller } from './access.ts';
import { type Account, dailyLimitOf, type Plans } from './account.ts';

/** An account as it stands before a call that arrives now is counted. */
export function callerOf(
  { account, used }: { readonly account: Account; readonly used: number },
  plans: Plans,
  nowMs: number,
): Caller {
  return {
    account,
    day: toOsloTime(nowMs).day,
    resetAtMs: nextOsloMidnightMs(nowMs),
    quota: { limit: dailyLimitOf(account, plans), used },
  };
}

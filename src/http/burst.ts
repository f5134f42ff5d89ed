import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Fault } from '../base/fault.ts';

/** Throws a Fault `rate_limited` for the call that is too many. */
export type BurstGuard = (accountId: string) => Promise<void>;

/** A whole second is the least that `Retry-After` can say. */
const WINDOW_S = 1;

/**
 * Lets each account make so many calls within a second that begins with the first of them. It
 * protects this process, so every instance counts for itself, and the quota is not touched.
 *
 * @param mostPerSecond absent: any number.
 */
export function buildBurstGuard(mostPerSecond: number | undefined): BurstGuard {
  if (mostPerSecond === undefined) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: mostPerSecond, duration: WINDOW_S });
  return async (accountId) => {
    await limiter.consume(accountId).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Fault(
        'rate_limited',
        `This account may make ${mostPerSecond} calls within a second.`,
        // Not what the limiter says: it reckons by the clock on the wall, which may have been set.
        { retryAfterS: WINDOW_S },
      );
    });
  };
}

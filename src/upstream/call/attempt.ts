import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import { askAgain } from './ask-again.ts';
import type { UpstreamLimits } from './limits.ts';
import type { Outcome } from './outcome.ts';

/** Sends one try. */
export type Send = (signal: AbortSignal) => Promise<Outcome>;

export interface AttemptTerms {
  readonly limits: UpstreamLimits;
  /** Ends with the whole call. */
  readonly signal: AbortSignal;
  /** Nobody waits any more; absent: somebody always does. */
  readonly caller?: AbortSignal | undefined;
  /** The service may still be hanging. */
  readonly isProbe: boolean;
}

/**
 * One try within its time.
 *
 * @throws the reason of the caller's signal: leaving says nothing about the service, while running
 * out of time does. Where the service may still be hanging, nothing said is a time-out: an error
 * would pass for its healing.
 */
export async function attempt(send: Send, terms: AttemptTerms): Promise<Outcome> {
  const { limits, signal: whole, caller, isProbe } = terms;
  try {
    return await timeout(limits.attemptMs, TimeoutStrategy.Aggressive).execute(
      ({ signal }) => (isProbe ? askAgain(send, limits.probeMs, signal) : send(signal)),
      whole,
    );
  } catch (error) {
    if (!isProbe) caller?.throwIfAborted();
    if (error instanceof TaskCancelledError) return { kind: 'time-out', what: 'no answer' };
    throw error;
  }
}

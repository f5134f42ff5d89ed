import { BulkheadRejectedError, isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import { Fault } from '../../base/fault.ts';
import type { Failure, FailureKind, Outcome, UpstreamReply } from './terms.ts';

/**
 * An answer that we can do nothing with.
 *
 * @param what for the log; no text of the service, which may repeat what was asked.
 */
export const brokenFault = (name: string, what: string): Fault =>
  new Fault('upstream_broken', `The ${name} gave an answer that cannot be read.`, {
    message: `${name}: ${what}`,
  });

/** A service that does not answer now. @param what as for `brokenFault`. */
export const downFault = (
  name: string,
  what: string,
  { says = 'cannot be reached', ...when }: { says?: string; retryAfterS?: number } = {},
): Fault =>
  new Fault('upstream_down', `The ${name} ${says}; try again later.`, {
    message: `${name}: ${what}`,
    ...when,
  });

/** The fault of a call whose last try failed. */
export const faultOfFailure = (name: string, { kind, what }: Failure): Fault =>
  (kind === 'broken' ? brokenFault : downFault)(name, `${kind}, ${what}`);

/**
 * The fault of a call that was refused before it was sent, or that ran out of time.
 *
 * @param reopensInMs when calls are tried again after too many failures.
 * @returns the error itself when it is none of these.
 */
export function faultOfRefusal(name: string, error: unknown, reopensInMs: number): unknown {
  if (isBrokenCircuitError(error))
    return downFault(name, 'not asked after too many failures', {
      retryAfterS: Math.max(1, Math.ceil(reopensInMs / 1000)),
    });
  if (error instanceof BulkheadRejectedError)
    return downFault(name, 'too many calls in flight', { says: 'is busy', retryAfterS: BUSY_S });
  return error instanceof TaskCancelledError ? downFault(name, 'out of time') : error;
}

/** Places in the queue come free with every answer. */
const BUSY_S = 1;

/** What became of a call, with all its tries and the wait for its turn. */
export interface EndedCall {
  /**
   * `reply`: the service answered; `status`: it answered that it is failing; `refused`: it was not
   * asked, after too many failures or with too many calls in flight; `abandoned`: the caller left.
   */
  readonly outcome: 'reply' | FailureKind | 'refused' | 'abandoned';
  readonly durationMs: number;
}

/** Hears of calls that have ended. */
interface EndedCalls {
  /** From now on `onEnd` hears of every call; it must not throw. */
  listen(onEnd: (call: EndedCall) => void): void;
  /** Begins a call. @returns what tells its end; only the first time counts. */
  begin(): (outcome: EndedCall['outcome']) => void;
}

export function openEndedCalls(): EndedCalls {
  const listeners: ((call: EndedCall) => void)[] = [];
  return {
    listen: (onEnd) => void listeners.push(onEnd),
    begin() {
      const startedMs = performance.now();
      let isTold = false;
      return (outcome) => {
        if (isTold) return;
        isTold = true;
        const durationMs = performance.now() - startedMs;
        for (const onEnd of listeners) onEnd({ outcome, durationMs });
      };
    },
  };
}

/** @param isTransient whether a reply says that the service is failing now. */
export function endOfOutcome(
  outcome: Outcome,
  isTransient: (reply: UpstreamReply) => boolean,
): EndedCall['outcome'] {
  if (outcome.kind !== 'reply') return outcome.kind;
  return isTransient(outcome.reply) ? 'status' : 'reply';
}

/** The end of a call that has no outcome. */
export function endOfError(error: unknown, caller: AbortSignal | undefined): EndedCall['outcome'] {
  if (caller?.aborted) return 'abandoned';
  if (error instanceof TaskCancelledError) return 'time-out';
  const isRefusal = isBrokenCircuitError(error) || error instanceof BulkheadRejectedError;
  return isRefusal ? 'refused' : 'broken';
}

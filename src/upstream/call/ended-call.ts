import { BulkheadRejectedError, isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import type { FailureKind, Outcome } from './outcome.ts';
import type { UpstreamReply } from './upstream.ts';

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
export interface EndedCalls {
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

import { BulkheadRejectedError, isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import { Fault } from '../../base/fault.ts';
import type { Failure, FailureKind, Outcome, UpstreamReply } from './terms.ts';

/** The fault of a call whose last try failed. */
export function faultOfFailure(name: string, { kind, what }: Failure): Fault {
  const message = `${name}: ${kind}, ${what}`;
  if (kind === 'broken')
    return new Fault('upstream_broken', `The ${name} gave an answer that cannot be read.`, {
      message,
    });
  return new Fault('upstream_down', awaySentence(name), { message });
}

/**
 * The fault of a call that was refused before it was sent, or that ran out of time.
 *
 * @param reopensInMs when calls are tried again after too many failures.
 * @returns the error itself when it is none of these.
 */
export function faultOfRefusal(name: string, error: unknown, reopensInMs: number): unknown {
  if (isBrokenCircuitError(error))
    return new Fault('upstream_down', awaySentence(name), {
      message: `${name}: not asked after too many failures`,
      retryAfterS: Math.max(1, Math.ceil(reopensInMs / 1000)),
    });
  if (error instanceof BulkheadRejectedError)
    return new Fault('upstream_down', `The ${name} is busy; try again later.`, {
      message: `${name}: too many calls in flight`,
      retryAfterS: BUSY_S,
    });
  if (error instanceof TaskCancelledError)
    return new Fault('upstream_down', awaySentence(name), { message: `${name}: out of time` });
  return error;
}

/** Places in the queue come free with every answer. */
const BUSY_S = 1;

const awaySentence = (name: string) => `The ${name} cannot be reached; try again later.`;

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

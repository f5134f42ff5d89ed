import { BulkheadRejectedError, isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import { Fault } from '../../base/fault.ts';
import type { Failure } from './outcome.ts';

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

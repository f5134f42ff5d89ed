import { BulkheadRejectedError, isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import { Fault } from '../../base/fault.ts';
import type { Failure, UpstreamReply } from './terms.ts';

/**
 * The fault of an answer that can not be used.
 *
 * @param what for the log. It has no text of the service, because that may repeat the question.
 */
export const brokenFault = (name: string, what: string): Fault =>
  new Fault('upstream_broken', `The ${name} gave an answer that cannot be read.`, {
    message: `${name}: ${what}`,
  });

/** The fault of a service that does not answer now. @param what as for `brokenFault`. */
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
 * How a call ended that was refused before it was sent, or that ran out of time, and its fault.
 *
 * @param reopensInMs milliseconds until calls are tried again after too many failures.
 * @returns `broken`, with the error itself, for any other error.
 */
export function endOfRefusal(
  name: string,
  error: unknown,
  reopensInMs: number,
): { readonly how: 'refused' | 'time-out' | 'broken'; readonly fault: unknown } {
  if (isBrokenCircuitError(error)) {
    const when = { retryAfterS: Math.max(1, Math.ceil(reopensInMs / 1000)) };
    return { how: 'refused', fault: downFault(name, 'not asked after too many failures', when) };
  }
  if (error instanceof BulkheadRejectedError) {
    const when = { says: 'is busy', retryAfterS: BUSY_S };
    return { how: 'refused', fault: downFault(name, 'too many calls in flight', when) };
  }
  return error instanceof TaskCancelledError
    ? { how: 'time-out', fault: downFault(name, 'out of time') }
    : { how: 'broken', fault: error };
}

/** Seconds. Every answer frees a place in the queue. */
const BUSY_S = 1;

/** No quota and no maintenance lasts longer than a day. A Norwegian day can have 25 hours. */
const MOST_S = 25 * 3600;

const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The header `Retry-After`: whole seconds, or a date.
 *
 * Source: RFC 9110, section 10.2.3, June 2022.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns whole seconds, at least 1; `undefined` when it is absent, unreadable, or beyond a day.
 * @internal Outside this file only its tests use it.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const seconds = secondsOf(header?.trim() ?? '', nowMs);
  return seconds <= MOST_S ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** The header `Retry-After` of a reply, for its fault. Empty if the header is missing or unreadable. */
export function retryAfterOf(
  { headers }: Pick<UpstreamReply, 'headers'>,
  nowMs: number,
): { readonly retryAfterS?: number } {
  const retryAfterS = parseRetryAfter(headers['retry-after'], nowMs);
  return retryAfterS === undefined ? {} : { retryAfterS };
}

/** Seconds until the time in the header; NaN: the text has another form. */
function secondsOf(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return HTTP_DATE.test(text) ? (Date.parse(text) - nowMs) / 1000 : Number.NaN;
}

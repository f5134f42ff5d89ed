import { setTimeout as pause } from 'node:timers/promises';
import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import { errors } from 'undici';
import type { Failure, Outcome, UpstreamLimits, UpstreamReply } from './terms.ts';

/** Sends one try. */
export type Send = (signal: AbortSignal) => Promise<Outcome>;

interface AttemptTerms {
  readonly limits: UpstreamLimits;
  /** Ends with the whole call. */
  readonly signal: AbortSignal;
  /** Aborted: the reply is not waited for; absent: somebody always does. */
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

/**
 * Asks a service that may still be hanging: the same call again on another connection every
 * `everyMs`, and the first that ends decides. A service that has just healed answers the next
 * one, although it never will the first; a service that is merely slow answers the first.
 *
 * @param signal ends all of them.
 */
async function askAgain(
  send: (signal: AbortSignal) => Promise<Outcome>,
  everyMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const decided = new AbortController();
  const ended = AbortSignal.any([signal, decided.signal]);
  const ask = (): Promise<Outcome> =>
    Promise.race([send(ended), pause(everyMs, undefined, { signal: ended }).then(ask)]);
  try {
    return await ask();
  } finally {
    decided.abort();
  }
}

/** Errors that tell of a reply that can not be read; all others with a code tell of the connection. */
const BROKEN =
  /^(?:Z_|ERR__ERROR|ERR_ENCODING|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG|NOT_SUPPORTED|RES_))/;
const LATE = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/;

/**
 * What an error of the HTTP client, of decompression or of decoding tells.
 *
 * @returns `undefined` for an error that is not one of these: a defect, or an ended call.
 */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof errors.HTTPParserError) return { kind: 'broken', what: 'not HTTP' };
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (LATE.test(code)) return { kind: 'time-out', what: code };
  return { kind: BROKEN.test(code) ? 'broken' : 'unreachable', what: code };
}

/** No quota and no maintenance lasts longer; a Norwegian day can have 25 hours. */
const MOST_S = 25 * 3600;

const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The header `Retry-After`: whole seconds, or a date.
 *
 * Source: RFC 9110, section 10.2.3, June 2022.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns whole seconds, at least 1; `undefined` when it is absent, unreadable, or beyond a day.
 * @internal Outside this file only its tests ask for it.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const seconds = secondsOf(header?.trim() ?? '', nowMs);
  return seconds <= MOST_S ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** The same of a reply, for its fault; nothing where it says nothing that can be read. */
export function retryAfterOf(
  { headers }: Pick<UpstreamReply, 'headers'>,
  nowMs: number,
): { readonly retryAfterS?: number } {
  const retryAfterS = parseRetryAfter(headers['retry-after'], nowMs);
  return retryAfterS === undefined ? {} : { retryAfterS };
}

/** NaN for a text of another form. */
function secondsOf(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return HTTP_DATE.test(text) ? (Date.parse(text) - nowMs) / 1000 : Number.NaN;
}

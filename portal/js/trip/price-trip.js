// @ts-check
import { ask } from '../api.js';
import { preliminaryQuery, refinedQuery } from './trip-query.js';

/** @typedef {import('./answer.js').Answer} Answer */

/**
 * @typedef {object} Priced
 * @property {Answer} answer
 * @property {number | undefined} left calls left today.
 * @property {number | undefined} limit calls a day.
 */

/**
 * Asks for a trip twice: at once for preliminary figures, then for exact ones. A newer question
 * ends the one before.
 */
export function tripPricer() {
  let running = new AbortController();
  /**
   * The name of what is asked for; undefined: nothing is.
   *
   * @type {string | undefined}
   */
  let asked;
  const stop = () => {
    running.abort();
    asked = undefined;
  };
  /** @param {string} name */
  const begin = (name) => {
    stop();
    running = new AbortController();
    asked = name;
    return running.signal;
  };
  /** @param {AbortSignal} signal of a question that has come to its end. */
  const end = (signal) => {
    if (!signal.aborted) asked = undefined;
  };
  /**
   * @param {URLSearchParams} query
   * @param {object} on
   * @param {string} on.name tells the question from others.
   * @param {(priced: Priced) => boolean} on.preliminary false: another trip is asked for, and this one no more.
   * @param {(priced: Priced) => void} on.refined
   * @param {(error: unknown, hasPreliminary: boolean) => void} on.failed
   */
  const trip = async (query, on) => {
    const signal = begin(on.name);
    let hasPreliminary = false;
    try {
      const preliminary = await price(preliminaryQuery(query), signal);
      if (signal.aborted) return;
      hasPreliminary = true;
      if (!on.preliminary(preliminary)) return end(signal);
      const refined = await price(exactQuery(query, preliminary.answer), signal);
      if (signal.aborted) return;
      end(signal);
      on.refined(refined);
    } catch (error) {
      if (signal.aborted) return;
      end(signal);
      on.failed(error, hasPreliminary);
    }
  };
  /**
   * A recorded drive has one answer.
   *
   * @param {File} file
   * @param {URLSearchParams} query
   * @param {{ name: string, refined: (priced: Priced) => void, failed: (error: unknown) => void }} on
   */
  const trace = async (file, query, on) => {
    const signal = begin(on.name);
    try {
      const { body, headers } = await ask('POST', `trace?${query}`, { body: file, signal });
      if (signal.aborted) return;
      end(signal);
      on.refined({ answer: body, ...quotaOf(headers) });
    } catch (error) {
      if (signal.aborted) return;
      end(signal);
      on.failed(error);
    }
  };
  return {
    trip,
    trace,
    stop,
    /**
     * Whether the answer is on its way: the question is not asked again then.
     *
     * @param {string} name
     */
    isAsking: (name) => asked === name,
  };
}

/**
 * Engines of others know nothing of money, and price no day of departures.
 *
 * @param {Answer} answer
 */
export function isOwnEngine({ _billing: { source } }) {
  return source.startsWith('veipris-') && !source.endsWith('-estimat');
}

/**
 * @param {URLSearchParams} query
 * @param {Answer} preliminary
 */
function exactQuery(query, preliminary) {
  const asked = new URLSearchParams(query);
  if (!isOwnEngine(preliminary)) asked.delete('valueOfTime');
  return refinedQuery(asked);
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<Priced>}
 */
async function price(query, signal) {
  const { body, headers } = await ask('GET', `trip?${query}`, { signal });
  return { answer: body, ...quotaOf(headers) };
}

/**
 * What the day has left.
 *
 * @param {Headers} headers of a counted answer.
 */
export function quotaOf(headers) {
  return {
    left: number(headers.get('x-api-quota-remaining')),
    limit: number(headers.get('x-api-quota-limit')),
  };
}

/** @param {string | null} text */
function number(text) {
  return text === null ? undefined : Number(text);
}

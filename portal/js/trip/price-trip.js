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
  const begin = () => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };
  /**
   * @param {URLSearchParams} query
   * @param {object} on
   * @param {(priced: Priced) => boolean} on.preliminary false: another trip is asked for, and this one no more.
   * @param {(priced: Priced) => void} on.refined
   * @param {(error: unknown, hasPreliminary: boolean) => void} on.failed
   */
  const trip = async (query, on) => {
    const signal = begin();
    let hasPreliminary = false;
    try {
      const preliminary = await price(preliminaryQuery(query), signal);
      if (signal.aborted) return;
      hasPreliminary = true;
      if (!on.preliminary(preliminary)) return;
      const refined = await price(exactQuery(query, preliminary.answer), signal);
      if (!signal.aborted) on.refined(refined);
    } catch (error) {
      if (!signal.aborted) on.failed(error, hasPreliminary);
    }
  };
  /**
   * A recorded drive has one answer.
   *
   * @param {File} file
   * @param {URLSearchParams} query
   * @param {{ refined: (priced: Priced) => void, failed: (error: unknown) => void }} on
   */
  const trace = async (file, query, on) => {
    const signal = begin();
    try {
      const { body, headers } = await ask('POST', `trace?${query}`, { body: file, signal });
      if (!signal.aborted) on.refined({ answer: body, ...quotaOf(headers) });
    } catch (error) {
      if (!signal.aborted) on.failed(error);
    }
  };
  return { trip, trace, stop: () => running.abort() };
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

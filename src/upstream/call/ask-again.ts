import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './terms.ts';

/**
 * Asks a service that may still be hanging: the same call again on another connection every
 * `everyMs`, and the first that ends decides. A service that has just healed answers the next
 * one, although it never will the first; a service that is merely slow answers the first.
 *
 * @param signal ends all of them.
 */
export async function askAgain(
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

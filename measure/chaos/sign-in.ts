import { performance } from 'node:perf_hooks';
import type { Pace } from './fault.ts';

/** Less than the 10 s after which a mail server is given up: nobody waits for it. */
const AT_ONCE_MS = 8000;
const LOST = 'a sign-in link was not sent';

/** Asks for a sign-in link as the page does. @throws Error if the answer is not as promised. */
export async function askForLink(address: string, email: string, { isBusy }: Pace): Promise<void> {
  const startMs = performance.now();
  const reply = await fetch(`${address}/portal/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email }),
  });
  const body = await reply.text();
  const tookMs = Math.round(performance.now() - startMs);
  if (reply.status !== 202 || body !== '{"sent":"mail"}')
    throw new Error(`sign-in was ${reply.status}: ${body}`);
  if (!isBusy && tookMs > AT_ONCE_MS) throw new Error(`sign-in took ${tookMs} ms`);
}

/**
 * The number of letters that a server reports as not sent.
 *
 * @param printed its log, with links for addresses that begin with `letter-`.
 * @throws Error if the log says too much.
 */
export function countLost(printed: string): number {
  const lost = printed.split('\n').filter((line) => line.includes(LOST));
  if (lost.some((line) => /token=|letter-/.test(line)))
    throw new Error('the log has the address or the link');
  return lost.length;
}

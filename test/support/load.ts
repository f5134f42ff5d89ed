import { Agent, fetch } from 'undici';
import { holdToContract } from './contract.ts';

/** A burst of connections at a busy server: the last of them is accepted after many seconds. */
const dispatcher = new Agent({ connect: { timeout: 120_000 } });

/** What a caller sees of one answer. */
export interface Answer {
  readonly status: number;
  readonly remaining: number;
  /** `null`: the header is not there. */
  readonly retryAfter: string | null;
}

/**
 * A call that is cheap to answer and counted all the same: a question that is wrong, and among
 * twenty of them a short trip.
 */
export function cheapCall(i: number): string {
  return i % 20 === 0 ? '/api/route?from=59.91,10.75&to=59.92,10.76' : '/api/route?from=nowhere';
}

/**
 * Asks once.
 *
 * @throws what `fetch` throws when there is no answer, and Error for one that the contract does not describe.
 */
export async function ask(address: string, path: string, key: string): Promise<Answer> {
  const terms = { headers: { authorization: `Bearer ${key}` }, dispatcher };
  const reply = await fetch(`${address}${path}`, terms);
  const { status } = reply;
  const headers = Object.fromEntries(reply.headers);
  holdToContract({ method: 'GET', url: path, status, headers, body: await reply.text() });
  return {
    status,
    remaining: Number(reply.headers.get('x-api-quota-remaining')),
    retryAfter: reply.headers.get('retry-after'),
  };
}

/** Asks so many times at once, in turn of the servers at these addresses. */
export function askAtOnce(
  addresses: readonly string[],
  calls: number,
  key: string,
): Promise<readonly Answer[]> {
  const asking = Array.from({ length: calls }, (_, i) =>
    ask(addresses[i % addresses.length] ?? '', cheapCall(i), key),
  );
  return Promise.all(asking);
}

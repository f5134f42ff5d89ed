import { Agent, fetch } from 'undici';
import { holdToContract } from './contract.ts';

/** Waits long for connections: at a busy server the last of a burst is accepted after many seconds. */
const dispatcher = new Agent({ connect: { timeout: 120_000 } });

/** The parts of an answer that are checked. */
export interface Answer {
  readonly status: number;
  readonly remaining: number;
  /** `null`: the header is not there. */
  readonly retryAfter: string | null;
}

/** A call that is counted but cheap to answer: a wrong question, or in every twentieth call a short trip. */
export function cheapCall(i: number): string {
  return i % 20 === 0 ? '/api/route?from=59.91,10.75&to=59.92,10.76' : '/api/route?from=nowhere';
}

/**
 * Asks once.
 *
 * @throws what `fetch` throws when there is no answer, and Error for an answer that the contract does not describe.
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

/**
 * Asks so many times, and asks the servers at these addresses in turn.
 *
 * @param callers the number of callers. Each asks again once it is answered; absent: all calls are sent at once.
 */
export async function askMany(
  addresses: readonly string[],
  calls: number,
  key: string,
  callers = calls,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const call = async (first: number) => {
    for (let i = first; i < calls; i += callers)
      answers.push(await ask(addresses[i % addresses.length] ?? '', cheapCall(i), key));
  };
  await Promise.all(Array.from({ length: callers }, (_, i) => call(i)));
  return answers;
}

/**
 * The same, but repeats calls that a busy database could not answer. Such a 503 is not counted and has `Retry-After`.
 *
 * @throws Error when more than `mostPutOff` calls are put off.
 */
export async function askUntilAnswered(
  addresses: readonly string[],
  calls: number,
  key: string,
  mostPutOff: number,
  callers = calls,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let [left, putOff] = [calls, 0]; left > 0; putOff += left) {
    const some = await askMany(addresses, left, key, callers);
    answers.push(...some.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null));
    left = calls - answers.length;
    if (putOff + left > mostPutOff) throw new Error(`Put off: ${putOff + left} calls.`);
  }
  return answers;
}

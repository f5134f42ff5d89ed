import { expect, test } from 'vitest';
import type { Reply } from '../../measure/read-answer.ts';
import type { Caller } from '../../measure/soak/caller.ts';
import { KINDS } from '../../measure/soak/mix.ts';
import { measureRate, runLoad } from '../../measure/soak/run-load.ts';

const [kind] = KINDS;
if (kind === undefined) throw new Error('Expected a kind of calls.');
const next = () => ({ kind, path: '/' });
const REPLY: Reply = { status: 200, hash: '' };
const callerOf = (ask: () => Promise<Reply>): Caller => ({ ask, close: async () => undefined });

test('a load of which thousands of calls are open waits for answers, and goes on', async () => {
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  const caller = callerOf(async () => {
    most = Math.max(most, ++open);
    // The server answers when it has as many as may be open, and later ones at once.
    if (open === 4000) setImmediate(() => setImmediate(answerAll));
    if (waiting.length < 4000 && most === open)
      await new Promise<void>((answer) => waiting.push(answer));
    open--;
    return REPLY;
  });
  const { ended } = await runLoad({ caller, next, perS: 1e6, seconds: 0.005 });
  expect(ended).toHaveLength(5000);
  expect(most).toBe(4000);
});

test('a call without an answer does not end the measurement of a rate', async () => {
  /** Each takes a millisecond. */
  let asked = 0;
  const caller = callerOf(async () => {
    if (asked++ === 0) throw new Error('the connection was closed');
    return REPLY;
  });
  expect(await measureRate({ caller, next, seconds: 0.01 }, 1, () => asked)).toBe(900);
});

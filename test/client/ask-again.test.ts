import { expect, test } from 'vitest';
import { askAgain, type RetryOptions } from '../../src/client/ask-again.ts';
import { table } from '../support/table.ts';

interface Said {
  readonly status: number;
  readonly retryAfter?: string;
}

/** Asks a server that says these in turn, with random 0.5, and notes how long was waited. */
async function ask(said: readonly Said[], options: RetryOptions = {}) {
  const waitsMs: number[] = [];
  let calls = 0;
  const again = askAgain({
    ...options,
    ask: async () => {
      const { status, retryAfter } = said[Math.min(calls++, said.length - 1)] ?? { status: 500 };
      return new Response('{}', {
        status,
        headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      });
    },
    wait: async (ms) => void waitsMs.push(ms),
    random: () => 0.5,
    now: () => Date.parse('2026-11-20T08:00:00Z'),
  });
  const { status } = await again(new Request('http://127.0.0.1/'));
  return { status, calls, waitsMs };
}

const CASES = table<'said' | 'status' | 'calls' | 'waits'>(`
  said            | status | calls | waits
  200             | 200    | 1     |
  503 200         | 200    | 2     | 250
  503 503 503     | 503    | 3     | 250 500
  503/2 200       | 200    | 2     | 2250
  429/1 429/1 200 | 200    | 3     | 1250 1500
  429/40000       | 429    | 1     |
  400             | 400    | 1     |
  404             | 404    | 1     |
  500             | 500    | 1     |
  502             | 502    | 1     |
`);

test.each(CASES)(
  'a server that says $said: status $status after $calls calls, waits of "$waits" ms',
  async (row) => {
    const said = row.said.split(' ').map((one) => {
      const [status, retryAfter] = one.split('/');
      return { status: Number(status), ...(retryAfter !== undefined && { retryAfter }) };
    });
    expect(await ask(said)).toEqual({
      status: Number(row.status),
      calls: Number(row.calls),
      waitsMs: row.waits === '' ? [] : row.waits.split(' ').map(Number),
    });
  },
);

test('a date to wait until, as proxies write it, is waited for', async () => {
  const until = (second: number) => `Fri, 20 Nov 2026 08:00:0${second} GMT`;
  const said = [{ status: 503, retryAfter: until(2) }, { status: 200 }];
  expect((await ask(said)).waitsMs).toEqual([2250]);
  const past = [{ status: 503, retryAfter: 'Fri, 20 Nov 2026 07:00:00 GMT' }, { status: 200 }];
  expect((await ask(past)).waitsMs).toEqual([250]);
});

test('without retries the first answer is given', async () => {
  expect(await ask([{ status: 503 }, { status: 200 }], { retries: 0 })).toMatchObject({
    status: 503,
    calls: 1,
  });
});

test('a caller who aborts is not waited for', async () => {
  const abort = new AbortController();
  const again = askAgain({
    ask: async () => {
      setImmediate(() => abort.abort(new Error('enough')));
      return new Response('', { status: 503, headers: { 'retry-after': '20' } });
    },
  });
  await expect(again(new Request('http://127.0.0.1/', { signal: abort.signal }))).rejects.toThrow(
    'enough',
  );
});

test('a try that takes too long is broken off', async () => {
  const again = askAgain({
    timeoutMs: 1,
    ask: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await expect(again(new Request('http://127.0.0.1/'))).rejects.toThrow(/timeout/i);
});

import { expect, onTestFinished, test } from 'vitest';
import type { UsageCell } from '../../src/account/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { table } from '../support/table.ts';

const OLA = ['--email', 'ola@example.no'];

/** A desk whose account has made these calls, at half past midnight on 20 November in Norway. */
async function deskAfter(calls: string): Promise<Desk> {
  const desk = await openDesk('2026-11-19T23:30:00Z');
  await desk.ask('key', 'create', ...OLA);
  const store = await openStore(desk.address);
  onTestFinished(() => store.close());
  const accountId = (await store.accounts.findByEmail('ola@example.no'))?.id ?? '';
  for (const { day, endpoint, status, times } of table<Column>(calls)) {
    const statusClass = status as UsageCell['statusClass'];
    for (let i = 0; i < Number(times); i += 1)
      await store.usage.note({ accountId, day, endpoint, statusClass }, 1);
  }
  for (const day of ['2026-11-19', '2026-11-20', '2026-11-20'])
    await store.quota.take({ accountId, day }, 500);
  return desk;
}

type Column = 'day' | 'endpoint' | 'status' | 'times';

const CALLS = `
  day        | endpoint         | status | times
  2026-10-21 | /api/route       | 2xx    | 9
  2026-10-22 | /api/vehicle     | 2xx    | 1
  2026-11-20 | /api/route       | 2xx    | 2
  2026-11-20 | /api/route       | 5xx    | 1
  2026-11-19 | /api/route       | 4xx    | 3
  2026-11-20 | /api/ferry-quays | 3xx    | 1
`;

test('shows 30 Norwegian days, today included, per day and endpoint, and what today has left', async () => {
  const { ask } = await deskAfter(CALLS);
  expect(await ask('usage', ...OLA)).toBe(
    `ola@example.no, plan free, subscription active
Today, 2026-11-20: 2 of 500 calls used

Since 2026-10-22
day         endpoint          2xx  3xx  4xx  5xx  calls
2026-10-22  /api/vehicle        1    0    0    0      1
2026-11-19  /api/route          0    0    3    0      3
2026-11-20  /api/ferry-quays    0    1    0    0      1
2026-11-20  /api/route          2    0    0    1      3
all                             3    1    3    1      8`,
  );
});

test('--days 1 is today alone, and --json has the same figures', async () => {
  const { ask } = await deskAfter(CALLS);
  expect(JSON.parse(await ask('usage', ...OLA, '--days', '1', '--json'))).toEqual({
    email: 'ola@example.no',
    plan: 'free',
    subscription: 'active',
    today: { day: '2026-11-20', used: 2, limit: 500, remaining: 498 },
    fromDay: '2026-11-20',
    days: [
      {
        day: '2026-11-20',
        endpoint: '/api/ferry-quays',
        calls: 1,
        '2xx': 0,
        '3xx': 1,
        '4xx': 0,
        '5xx': 0,
      },
      {
        day: '2026-11-20',
        endpoint: '/api/route',
        calls: 3,
        '2xx': 2,
        '3xx': 0,
        '4xx': 0,
        '5xx': 1,
      },
    ],
    total: { calls: 4, '2xx': 2, '3xx': 1, '4xx': 0, '5xx': 1 },
    keys: [],
  });
});

test('an account without calls has sums of 0', async () => {
  const desk = await openDesk();
  await desk.ask('key', 'create', ...OLA);
  const { out } = await desk.run('usage', ...OLA);
  expect(out).toMatch(/: 0 of 500 calls used\n/);
  expect(out).toMatch(/\nall( +0){5}$/);
});

test('a limit that was lowered below what is used leaves nothing', async () => {
  const { ask } = await deskAfter(CALLS);
  await ask('account', 'set', ...OLA, '--daily-limit', '1');
  const { today } = JSON.parse(await ask('usage', ...OLA, '--json'));
  expect(today).toEqual({ day: '2026-11-20', used: 2, limit: 1, remaining: 0 });
});

test('an address without an account is exit code 1', async () => {
  const { run } = await openDesk();
  expect(await run('usage', ...OLA)).toEqual({
    code: 1,
    out: '',
    err: ['veipris usage: there is no account ola@example.no'],
  });
});

test.each([
  [[], '--email is missing'],
  [[...OLA, '--days', '0'], '--days must be a whole number from 1 to 3660'],
  [[...OLA, '--days', '3661'], '--days must be a whole number from 1 to 3660'],
  [[...OLA, '--days', 'all'], '--days must be a whole number'],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { run } = await openDesk();
  const { code, err } = await run('usage', ...args);
  expect(code).toBe(2);
  expect(err[0]).toContain(`veipris usage: ${sentence}`);
});

test('each key has its calls, and key calls lists its last ones', async () => {
  const desk = await deskAfter(CALLS);
  const store = await openStore(desk.address);
  onTestFinished(() => store.close());
  const [key] = await store.keys.listByPrefix('', { most: 1 });
  if (key === undefined) throw new Error('Expected a key.');
  const counts = [{ day: '2026-11-20', statusClass: '2xx', calls: 7 }] as const;
  const atMs = Date.parse('2026-11-20T08:00:00+01:00');
  const call = { atMs, method: 'POST', endpoint: '/api/matrix', status: 200, durationMs: 412 };
  await store.usage.noteOfKey(key.id, { counts, last: [call] }, 100);
  expect((await desk.ask('usage', ...OLA)).split('\n').at(-1)).toMatch(
    /^veipris_live_\w{6} +7 +0 +0 +0 +7$/,
  );
  expect((await desk.ask('key', 'calls', '--id', key.id)).split('\n').at(-1)).toBe(
    '2026-11-20 08:00:00  POST /api/matrix     200  412',
  );
  const { atMs: _, ...rest } = call;
  expect(JSON.parse(await desk.ask('key', 'calls', '--id', key.id, '--json'))).toEqual([
    { at: '2026-11-20T08:00:00+01:00', ...rest },
  ]);
});

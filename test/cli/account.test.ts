import { expect, onTestFinished, test } from 'vitest';
import type { UsageCell } from '../../src/account/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { table } from '../support/table.ts';

const OLA = ['--email', 'ola@example.no'];

/** An account on plan free, and what `account set` makes of it in turn. */
async function deskWithOla(): Promise<Desk> {
  const desk = await openDesk();
  await desk.ask('key', 'create', ...OLA);
  return desk;
}

const set = async ({ ask }: Desk, ...terms: readonly string[]) =>
  JSON.parse(await ask('account', 'set', ...OLA, ...terms, '--json'));

test.each([
  ['--plan', 'pilot', { plan: 'pilot', dailyLimit: 5000, agreedDailyLimit: null }],
  ['--plan', 'enterprise', { plan: 'enterprise', dailyLimit: 100_000, agreedDailyLimit: null }],
  ['--subscription', 'stopped', { subscription: 'stopped', plan: 'free', dailyLimit: 500 }],
  ['--subscription', 'payment_failed', { subscription: 'payment_failed' }],
  ['--daily-limit', '7', { plan: 'free', dailyLimit: 7, agreedDailyLimit: 7 }],
])('%s %s', async (option, value, after) => {
  expect(await set(await deskWithOla(), option, value)).toMatchObject({
    email: 'ola@example.no',
    ...after,
  });
});

test('what is not named stays', async () => {
  const desk = await deskWithOla();
  await set(desk, '--plan', 'enterprise', '--daily-limit', '20000');
  await set(desk, '--subscription', 'payment_failed');
  expect(await set(desk, '--subscription', 'active')).toMatchObject({
    plan: 'enterprise',
    subscription: 'active',
    dailyLimit: 20_000,
  });
});

test('another plan ends an agreed limit, unless one is given with it', async () => {
  const desk = await deskWithOla();
  await set(desk, '--daily-limit', '7');
  expect(await set(desk, '--plan', 'free')).toMatchObject({ agreedDailyLimit: 7 });
  expect(await set(desk, '--plan', 'pilot')).toMatchObject({ agreedDailyLimit: null });
  expect(await set(desk, '--plan', 'enterprise', '--daily-limit', '9')).toMatchObject({
    dailyLimit: 9,
  });
});

test('prints the account as a table', async () => {
  const { ask } = await deskWithOla();
  const out = await ask('account', 'set', ...OLA, '--daily-limit', '7');
  expect(out).toMatch(
    /^account +plan +subscription +calls a day +since\nola@example\.no +free +active +7 \(agreed\) +[\d-]+ [\d:]+$/,
  );
});

test('an address without an account is exit code 1', async () => {
  const { run } = await openDesk();
  expect(await run('account', 'set', ...OLA, '--plan', 'free')).toEqual({
    code: 1,
    out: '',
    err: ['veipris account set: there is no account ola@example.no'],
  });
});

test.each([
  [[], '--email is missing'],
  [OLA, 'name what to change: --plan, --subscription or --daily-limit'],
  [[...OLA, '--json'], 'name what to change'],
  [
    [...OLA, '--subscription', 'paused'],
    '--subscription must be active, stopped or payment_failed',
  ],
  [[...OLA, '--plan', 'Free'], '--plan must be free, pilot or enterprise'],
  [[...OLA, '--daily-limit', 'many'], '--daily-limit must be a whole number'],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { run } = await deskWithOla();
  const { code, err } = await run('account', 'set', ...args);
  expect(code).toBe(2);
  expect(err[0]).toContain(`veipris account set: ${sentence}`);
});

test('an account is shown with what it has used today, and not changed', async () => {
  const desk = await openDesk();
  await desk.ask('key', 'create', '--email', 'ola@example.no');
  const before = await desk.ask('account', 'show', '--email', 'ola@example.no', '--json');
  expect(JSON.parse(before)).toMatchObject({ plan: 'free', dailyLimit: 500, usedToday: 0 });
  expect(await desk.ask('account', 'show', '--email', 'ola@example.no')).toContain('0 calls today');
  expect((await desk.run('account', 'show', '--email', 'kari@example.no')).err).toEqual([
    'veipris account show: there is no account kari@example.no',
  ]);
});

test('account requests lists the owners who ask for another plan, until it is changed', async () => {
  const desk = await openDesk();
  await desk.ask('key', 'create', '--email', 'ola@example.no');
  const store = await openStore(desk.address);
  onTestFinished(() => store.close());
  const account = await store.accounts.findByEmail('ola@example.no');
  await store.accounts.requestPlan(account?.id ?? '', 'pilot');
  expect((await desk.ask('account', 'requests')).split('\n')[1]).toMatch(
    /^ola@example\.no +free +pilot +[\d-]+ [\d:]+$/,
  );
  expect(JSON.parse(await desk.ask('account', 'requests', '--json'))).toMatchObject([
    { email: 'ola@example.no', plan: 'free', wanted: 'pilot' },
  ]);
  await desk.ask('account', 'set', '--email', 'ola@example.no', '--plan', 'pilot');
  expect(JSON.parse(await desk.ask('account', 'requests', '--json'))).toEqual([]);
});

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

import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { type Desk, openDesk } from '../support/desk.ts';

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

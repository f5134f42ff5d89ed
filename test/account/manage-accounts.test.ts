import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashOfKey, prefixOfKey } from '../../src/account/key-text.ts';
import {
  changeAccount,
  findKey,
  issueKey,
  openAccount,
  rotateKey,
  stateOfKey,
  type WantedAccount,
} from '../../src/account/manage-accounts.ts';
import type { Actor } from '../../src/account/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { PLANS } from '../support/accounts.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

const OLA = { email: 'ola@example.no' };

async function openAccounts() {
  const store = await openStore(join(tempHome(), 'veipris.db'));
  onTestFinished(() => store.close());
  const open = (wanted: WantedAccount, actor: Actor) =>
    openAccount(store.accounts, wanted, PLANS, actor);
  return { store, open };
}

test('of many who want the same account at once one makes it, and all get it', async () => {
  const { open } = await openAccounts();
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(OLA, 'operator')));
  expect(opened.filter(({ kind }) => kind === 'new')).toHaveLength(1);
  expect(new Set(opened.map(({ account }) => account.id)).size).toBe(1);
});

test('an account with other terms is told from the wanted one, and left as it is', async () => {
  const { store, open } = await openAccounts();
  const { account } = await open({ ...OLA, plan: 'pilot' }, 'operator');
  expect(await open({ ...OLA, plan: 'free' }, 'owner')).toEqual({
    kind: 'differs',
    account,
  });
  expect(await open({ ...OLA, dailyLimit: 7 }, 'owner')).toEqual({
    kind: 'differs',
    account,
  });
  expect(await open({ ...OLA, dailyLimit: 5000 }, 'owner')).toEqual({
    kind: 'known',
    account,
  });
  expect(await open(OLA, 'owner')).toEqual({ kind: 'known', account });
  expect(await store.accounts.findById(account.id)).toEqual(account);
});

test('what a change changed is written down, and nothing else', async () => {
  const { store, open } = await openAccounts();
  const { account } = await open({ ...OLA, dailyLimit: 7 }, 'operator');
  await changeAccount(
    store.accounts,
    OLA.email,
    { plan: 'pilot', subscription: 'active' },
    'owner',
  );
  const [limit, plan, ...before] = await store.audit.list(account.id, { most: 10 });
  expect([limit, plan].map((entry) => [entry?.action, entry?.actor, entry?.detail])).toEqual([
    ['limit.change', 'owner', { from: 7, to: null }],
    ['plan.change', 'owner', { from: 'free', to: 'pilot' }],
  ]);
  expect(before.map(({ action }) => action)).toEqual(['account.create']);
});

const DAY_MS = 86_400_000;

/** Keys over a database with one account. */
async function openKeys() {
  const address = join(tempHome(), 'veipris.db');
  const store = await openStore(address);
  onTestFinished(() => store.close());
  const ola = { email: 'ola@example.no', plan: 'free' } as const;
  const { account } = await store.accounts.getOrCreate(ola, 'operator');
  return { address, store, account, keys: store.keys };
}

test('a key is kept as its hash: no file of the database holds its text', async () => {
  const { address, account, keys } = await openKeys();
  const { text } = await issueKey(keys, account.id, { name: 'shop' }, 'owner');
  const files = readdirSync(dirname(address)).map((file) =>
    readFileSync(join(dirname(address), file)),
  );
  expect(files.some((bytes) => bytes.includes(hashOfKey(text)))).toBe(true);
  expect(files.some((bytes) => bytes.includes(prefixOfKey(text)))).toBe(true);
  expect(files.some((bytes) => bytes.includes(text.slice(0, -6)))).toBe(false);
  expect(files.some((bytes) => bytes.includes(text.slice(19)))).toBe(false);
});

test('a key is found by its text, its beginning and its id', async () => {
  const { account, keys } = await openKeys();
  const { text, key } = await issueKey(keys, account.id, { name: '' }, 'owner');
  const other = await issueKey(keys, account.id, { name: '' }, 'owner');
  const found = { kind: 'found', key };
  expect(await findKey(keys, { text })).toEqual(found);
  expect(await findKey(keys, { text: key.prefix })).toEqual(found);
  expect(await findKey(keys, { id: key.id })).toEqual(found);
  expect(await findKey(keys, { text: text.slice(0, 20) })).toEqual({ kind: 'unknown' });
  expect(await findKey(keys, { id: key.prefix })).toEqual({ kind: 'unknown' });
  expect(await findKey(keys, { text: 'veipris_live_' })).toEqual({
    kind: 'ambiguous',
    keys: [other.key, key],
  });
});

test('every change is written down with who made it, and without the secret', async () => {
  const { store, account, keys } = await openKeys();
  const first = await issueKey(keys, account.id, { name: 'shop' }, 'owner');
  const second = await rotateKey(keys, first.key, 'operator');
  if (typeof second !== 'object') throw new Error('Expected a new key.');
  expect(await keys.revoke(second.key.id, 'system')).toBe(true);
  const log = await store.audit.list(account.id, { most: 10 });
  expect(log.map(({ action, actor, objectId }) => [action, actor, objectId])).toEqual([
    ['key.revoke', 'system', second.key.id],
    ['key.rotate', 'operator', first.key.id],
    ['key.create', 'owner', first.key.id],
    ['account.create', 'operator', account.id],
  ]);
  for (const { text } of [first, second])
    expect(JSON.stringify(log)).not.toContain(text.slice(0, 20));
});

test('a key is rotated and revoked once', async () => {
  const { account, keys } = await openKeys();
  const { key, text } = await issueKey(keys, account.id, { name: 'shop' }, 'owner');
  const [one, two] = await Promise.all([
    rotateKey(keys, key, 'owner'),
    rotateKey(keys, key, 'owner'),
  ]);
  expect([one, two].filter((next) => next !== undefined)).toHaveLength(1);
  expect(one ?? two).toMatchObject({ key: { name: 'shop' } });
  expect(await keys.revoke(key.id, 'owner')).toBe(false);
  const old = await findKey(keys, { text });
  expect(old.kind === 'found' && stateOfKey(old.key, Date.now())).toBe('rotated');
});

test('a key that lives for days has a successor that lives as long', async () => {
  const { account, keys } = await openKeys();
  const wanted = { name: 'shop', purpose: 'test', lifeMs: 30 * DAY_MS } as const;
  const { key } = await issueKey(keys, account.id, wanted, 'owner');
  const next = await rotateKey(keys, key, 'owner');
  if (typeof next !== 'object') throw new Error('Expected a new key.');
  expect((next.key.endsAtMs ?? 0) - next.key.createdAtMs).toBe(30 * DAY_MS);
  expect(next.text).toMatch(/^veipris_test_/);
});

test.each(
  table<'ends' | 'at' | 'state'>(`
    ends                       | at | state
    none                       | 9  | live
    endsAtMs=5                 | 4  | live
    endsAtMs=5                 | 5  | expired
    endsAtMs=5 replacedAtMs=2  | 4  | replaced
    endsAtMs=5 replacedAtMs=2  | 5  | rotated
    rotatedAtMs=3              | 3  | rotated
    endsAtMs=5 revokedAtMs=3   | 4  | revoked
    endsAtMs=5 revokedAtMs=3   | 9  | revoked
  `),
)('a key with $ends is $state at $at', ({ ends, at, state }) => {
  const pairs = ends === 'none' ? [] : ends.split(' ').map((one) => one.split('='));
  const key = Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)]));
  expect(stateOfKey(key, Number(at))).toBe(state);
});

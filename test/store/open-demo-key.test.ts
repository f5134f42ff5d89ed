import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashOfKey, isKeyText } from '../../src/account/key-text.ts';
import { makeHome } from '../../src/service/machine.ts';
import { openDemoKey } from '../../src/store/open-demo-key.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { tempHome } from '../support/temp-home.ts';

const DEMO = 'demo@veipris.invalid';

/** A home with a database, and what the demo account in it looks like. */
async function openHome() {
  const home = join(tempHome(), 'var');
  await makeHome(home);
  const store = await openOf(home);
  return { home, store, path: join(home, 'demo-key') };
}

async function openOf(home: string): Promise<Store> {
  const store = await openStore(join(home, 'veipris.db'));
  onTestFinished(() => store.close());
  return store;
}

async function demoKeys({ accounts, keys }: Store) {
  const demo = await accounts.findByEmail(DEMO);
  return demo === undefined ? [] : keys.list(demo.id, { most: 99 });
}

test('a new home is for its owner alone', async () => {
  const { home } = await openHome();
  expect(statSync(home).mode & 0o777).toBe(0o700);
  chmodSync(home, 0o755);
  await makeHome(home);
  expect(statSync(home).mode & 0o777).toBe(0o755);
});

test('a first start makes one account with one key, which only the owner of the file may read', async () => {
  const { home, store, path } = await openHome();
  const demo = await openDemoKey(store, home);
  expect(demo).toEqual({ path, made: readFileSync(path, 'utf8').trim() });
  expect(isKeyText(demo?.made ?? '')).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const key = await store.keys.findByHash(hashOfKey(demo?.made ?? ''));
  expect(await demoKeys(store)).toEqual([key]);
  expect((await store.accounts.findByEmail(DEMO))?.plan).toBe('free');
});

test('a later start makes nothing, and knows the key', async () => {
  const { home, store, path } = await openHome();
  await openDemoKey(store, home);
  expect(await openDemoKey(store, home)).toEqual({ path });
  expect(await demoKeys(store)).toHaveLength(1);
});

test('of many starts at once one makes the key, and all end with it', async () => {
  const { home, store, path } = await openHome();
  const demos = await Promise.all(Array.from({ length: 8 }, () => openDemoKey(store, home)));
  const text = readFileSync(path, 'utf8').trim();
  expect(demos.flatMap((demo) => demo?.made ?? [])).toEqual([text]);
  expect(demos.map((demo) => demo?.path)).toEqual(demos.map(() => path));
  expect(await demoKeys(store)).toEqual([await store.keys.findByHash(hashOfKey(text))]);
});

test('a database with an account has no demo account', async () => {
  const { home, store, path } = await openHome();
  await store.accounts.getOrCreate({ email: 'ola@example.no', plan: 'free' }, 'operator');
  expect(await openDemoKey(store, home)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  expect(await store.accounts.findByEmail(DEMO)).toBeUndefined();
});

test('a removed file is not made again, and its key goes on working', async () => {
  const { home, store, path } = await openHome();
  const made = (await openDemoKey(store, home))?.made ?? '';
  rmSync(path);
  expect(await openDemoKey(store, home)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  expect(await demoKeys(store)).toEqual([await store.keys.findByHash(hashOfKey(made))]);
});

test.each(['rotated', 'revoked'])(
  'a demo key that was %s is not shown as one that works',
  async (how) => {
    const { home, store } = await openHome();
    await openDemoKey(store, home);
    const [key] = await demoKeys(store);
    const next = { hash: 'f'.repeat(64), prefix: 'veipris_live_ffffff', name: '' };
    await (how === 'rotated'
      ? store.keys.rotate(key?.id ?? '', next, 'operator')
      : store.keys.revoke(key?.id ?? '', 'operator'));
    expect(await openDemoKey(store, home)).toBeUndefined();
  },
);

test('a key file that outlived its database is the key of the new one', async () => {
  const { home, store } = await openHome();
  const made = (await openDemoKey(store, home))?.made ?? '';
  const other = await openStore(join(home, 'other.db'));
  onTestFinished(() => other.close());
  expect((await openDemoKey(other, home))?.made).toBe(made);
  expect(await demoKeys(other)).toHaveLength(1);
});

test('a start that was killed between account and key is finished by the next', async () => {
  const { home, store } = await openHome();
  await store.accounts.getOrCreate({ email: DEMO, plan: 'free' }, 'system');
  const made = (await openDemoKey(store, home))?.made ?? '';
  expect(await demoKeys(store)).toEqual([await store.keys.findByHash(hashOfKey(made))]);
});

test('a file that holds no key stops the start with one line that names it, and stays', async () => {
  const { home, store, path } = await openHome();
  writeFileSync(path, 'notes\n');
  await expect(openDemoKey(store, home)).rejects.toThrow(
    `${path} holds no API key; remove it and start again.`,
  );
  expect(readFileSync(path, 'utf8')).toBe('notes\n');
  expect(await store.accounts.isEmpty()).toBe(true);
});

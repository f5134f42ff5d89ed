import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfKey, prefixOfKey } from '../src/account/key-text.ts';
import { openAccounts } from '../src/service/accounts.ts';
import type { Config } from '../src/service/config.ts';
import { keyOf } from '../test/support/accounts.ts';

/** Calls that the account of a run may make in a day. */
const DAILY_LIMIT = 1_000_000_000;

/** Does the work in a folder of its own. The folder is removed also after an error. */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'veipris-measure-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does the work in a home of its own. */
export const withHome = <Result>(work: (home: string) => Promise<Result>): Promise<Result> =>
  withFolder(async (home) => {
    await linkNetworks(home);
    return work(home);
  });

/** Gives a home the road network that the tests keep, so that it is built only once. */
export async function linkNetworks(home: string): Promise<void> {
  const networks = join(import.meta.dirname, '../node_modules/.cache/veipris-test/network');
  await mkdir(networks, { recursive: true });
  await symlink(networks, join(home, 'network'));
}

/** Adds an account with practically no limit, and gives its key. */
export async function addKey(config: Pick<Config, 'home' | 'database'>, seed = 1): Promise<string> {
  const key = keyOf(seed);
  const { store } = await openAccounts(config);
  const owner = {
    email: `measure-${seed}@veipris.invalid`,
    plan: 'enterprise',
    dailyLimit: DAILY_LIMIT,
  } as const;
  const { account } = await store.accounts.getOrCreate(owner, 'system');
  const row = { hash: hashOfKey(key), prefix: prefixOfKey(key), name: 'measure' };
  await store.keys.add({ accountId: account.id, ...row }, 'system');
  await store.close();
  return key;
}

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfKey, KEY_RANDOM_BYTES, mintKey, prefixOfKey } from '../../src/account/key-text.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import type { Config } from '../../src/service/config.ts';

/** Where the tests keep the road network of the bundled data, so that it is built once. */
const NETWORKS = join(import.meta.dirname, '../../node_modules/.cache/veipris-test/network');

/** Calls that the account of a run may make in a day. */
const DAILY_LIMIT = 1_000_000_000;

/** Does the work in a home of its own, and takes the home away whatever becomes of it. */
export async function withHome<Result>(work: (home: string) => Promise<Result>): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'veipris-soak-'));
  try {
    await mkdir(NETWORKS, { recursive: true });
    await symlink(NETWORKS, join(home, 'network'));
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Adds an account that may ask as often as it likes, and gives its key. */
export async function addKey(config: Pick<Config, 'home' | 'database'>, seed = 1): Promise<string> {
  const key = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(seed));
  const { store } = await openAccounts(config);
  const owner = {
    email: `soak-${seed}@veipris.invalid`,
    plan: 'enterprise',
    dailyLimit: DAILY_LIMIT,
  } as const;
  const { account } = await store.accounts.getOrCreate(owner, 'system');
  const row = { hash: hashOfKey(key), prefix: prefixOfKey(key), name: 'soak' };
  await store.keys.add({ accountId: account.id, ...row }, 'system');
  await store.close();
  return key;
}

/** The demo account: on a first start there is somebody who may call. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  hashOfKey,
  isKeyText,
  KEY_RANDOM_BYTES,
  mintKey,
  prefixOfKey,
} from '../account/key-text.ts';
import { type KeyState, stateOfKey } from '../account/manage-accounts.ts';
import type { AccountStore, KeyStore } from '../account/ports.ts';

/** `.invalid` never is a real domain. Source: RFC 2606, section 2, June 1999. */
const DEMO = { email: 'demo@veipris.invalid', plan: 'free' } as const;

/** The demo key of an embedded database. */
export interface DemoKey {
  readonly path: string;
  /** Its text; absent: it was made and shown by an earlier start, or by another process. */
  readonly made?: string;
}

interface DemoStores {
  readonly accounts: Pick<AccountStore, 'isEmpty' | 'findByEmail' | 'getOrCreate'>;
  readonly keys: Pick<KeyStore, 'add' | 'list' | 'findByHash'>;
}

/**
 * Makes a demo account with one key when the database has no account yet. Keeps the key in a file that only its owner
 * may read.
 *
 * The file is written first and appears whole. So several processes at once all take the same key. If a process is
 * killed on the way, the next start finishes its work.
 *
 * @returns `undefined` when there is no demo key that works: the file was removed, or the key is out of use. It is
 * not made again.
 */
export async function openDemoKey(stores: DemoStores, home: string): Promise<DemoKey | undefined> {
  const path = join(home, 'demo-key');
  if (await isFirstStart(stores)) {
    const text = await claimKey(path);
    return (await addKey(stores, text)) ? { path, made: text } : { path };
  }
  const kept = await readKey(path);
  const key = kept === undefined ? undefined : await stores.keys.findByHash(hashOfKey(kept));
  const isLive = key !== undefined && LIVE.includes(stateOfKey(key, Date.now()));
  return isLive ? { path } : undefined;
}

/** The states in which a key lets its caller in. */
const LIVE: readonly KeyState[] = ['live', 'replaced'];

/** A demo account without any key is one that a killed process left. */
async function isFirstStart({ accounts, keys }: DemoStores): Promise<boolean> {
  const demo = await accounts.findByEmail(DEMO.email);
  if (demo === undefined) return accounts.isEmpty();
  return (await keys.list(demo.id, { most: 1 })).length === 0;
}

/** The key in the file; the first process writes it there. */
async function claimKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${mintKey(randomBytes(KEY_RANDOM_BYTES))}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    await rm(draft, { force: true });
  }
  const text = await readKey(path);
  if (text === undefined) throw new Error(`${path} holds no API key; remove it and start again.`);
  return text;
}

/** `undefined` when there is no file, or no key in it. */
async function readKey(path: string): Promise<string | undefined> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  return isKeyText(text) ? text : undefined;
}

/** False when another process has added the key. */
async function addKey({ accounts, keys }: DemoStores, text: string): Promise<boolean> {
  const hash = hashOfKey(text);
  const { account } = await accounts.getOrCreate(DEMO, 'system');
  const key = { accountId: account.id, hash, prefix: prefixOfKey(text), name: 'demo' };
  try {
    await keys.add(key, 'system');
    return true;
  } catch (cause) {
    if ((await keys.findByHash(hash)) === undefined) throw cause;
    return false;
  }
}

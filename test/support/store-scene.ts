import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Account, ApiKey } from '../../src/account/account.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { ENGINES, type Engine, type EngineName } from './engines.ts';

/** A store on one engine for the tests of a block, empty at first. */
export interface StoreScene {
  readonly store: Store;
  readonly engine: Engine;
  /** The time of the store's clock, Unix milliseconds. Tests set it. */
  atMs: number;
  /** Makes a new account on plan Free. */
  newAccount(): Promise<Account>;
  /** Makes a new key, on a new account unless an account is given. */
  newKey(accountId?: string): Promise<ApiKey & { readonly hash: string }>;
}

/** Starts an engine without any table before the tests of the block, and stops it after them. */
export function useEngine(name: EngineName): { readonly engine: Engine } {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await ENGINES[name]();
  });
  afterAll(() => engine?.stop());
  return {
    get engine() {
      return given(engine);
    },
  };
}

/** Opens a store before the tests of the block and closes it after them. */
export function useStore(name: EngineName): StoreScene {
  const running = useEngine(name);
  let store: Store | undefined;
  let made = 0;
  const scene: StoreScene = {
    get store() {
      return given(store);
    },
    get engine() {
      return running.engine;
    },
    atMs: Date.parse('2026-07-01T06:15:00Z'),
    async newAccount() {
      const email = `account-${++made}@example.no`;
      return (await scene.store.accounts.getOrCreate({ email, plan: 'free' }, 'system')).account;
    },
    async newKey(accountId) {
      const hash = hashOf(`key ${++made}`);
      const owner = accountId ?? (await scene.newAccount()).id;
      const key = { accountId: owner, hash, prefix: `veipris_live_${made}`, name: '' };
      return { ...(await scene.store.keys.add(key, 'owner')), hash };
    },
  };
  beforeAll(async () => {
    store = await openStore(scene.engine.address, { now: () => scene.atMs });
  });
  afterAll(() => store?.close());
  return scene;
}

/** A SHA-256 in the form that the store keeps. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Expected the store to be asked within a test.');
  return value;
}

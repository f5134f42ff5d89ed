import type { Account, Plans } from '../../src/account/account.ts';
import { hashOfKey, KEY_RANDOM_BYTES, mintKey } from '../../src/account/key-text.ts';
import type {
  KeyCall,
  KeyStore,
  QuotaStore,
  UsageCell,
  UsageStore,
} from '../../src/account/ports.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

export const PLANS: Plans = {
  free: { callsPerDay: 500, nokPerMonth: 0 },
  pilot: { callsPerDay: 5000, nokPerMonth: 1399 },
  enterprise: { callsPerDay: 100_000 },
};

/** The limits of the product. Tests state them in numbers. */
export const LIMITS = readBundled(DATA_DIR, 'account-limits.json');

/** A key that nobody guesses, the same in every run. */
export const keyOf = (seed: number) => mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(seed));

/** A live key on plan Free. */
export const KEY = keyOf(7);

/** A live key of the same account for tests. */
export const TEST_KEY = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(7), 'test');

/** A well-formed key that no account has. */
export const UNKNOWN_KEY = keyOf(200);

/** Accounts in memory that keep the promises of the ports. Each test changes the parts that it is about. */
export function memoryAccounts(facts: Partial<Account> = {}) {
  const account: Account = {
    id: 'account-1',
    email: 'test@example.com',
    plan: 'free',
    subscription: 'active',
    createdAtMs: 0,
    ...facts,
  };
  const live = new Map([
    [hashOfKey(KEY), { keyId: 'key-1', lastUsedAtMs: -1 }],
    [hashOfKey(TEST_KEY), { keyId: 'key-2', lastUsedAtMs: -1 }],
  ]);
  const used = new Map<string, number>();
  const credited = new Set<string>();
  const noted: UsageCell[] = [];
  const notedOfKeys: (KeyCall & { readonly keyId: string })[] = [];
  const uses: number[] = [];
  const cell = (accountId: string, day: string, isTest = false) =>
    `${accountId} ${day}${isTest ? ' test' : ''}`;

  const keys: Pick<KeyStore, 'findHolder' | 'noteUse' | 'noteRefused'> = {
    async findHolder(hash, day, isTest) {
      const key = live.get(hash);
      return key && { account, ...key, used: used.get(cell(account.id, day, isTest)) ?? 0 };
    },
    async noteUse(id, hourMs) {
      uses.push(hourMs);
      for (const key of live.values())
        if (key.keyId === id) key.lastUsedAtMs = Math.max(key.lastUsedAtMs, hourMs);
    },
    noteRefused: async () => undefined,
  };
  const quota: Pick<QuotaStore, 'take' | 'takeOnce' | 'giveBack' | 'noteAnswered'> = {
    async take({ accountId, day, units = 1, isTest }, limit) {
      const at = cell(accountId, day, isTest);
      const before = used.get(at) ?? 0;
      if (before + units > limit) return undefined;
      used.set(at, before + units);
      return before + units;
    },
    takeOnce: () =>
      Promise.reject(new Error('Expected no repeatable call over accounts in memory.')),
    async giveBack({ callId, accountId, day, units = 1, isTest }) {
      const at = cell(accountId, day, isTest);
      if (!credited.has(callId)) used.set(at, Math.max(0, (used.get(at) ?? 0) - units));
      credited.add(callId);
      return used.get(at) ?? 0;
    },
    noteAnswered: async () => undefined,
  };
  const usage: Pick<UsageStore, 'note' | 'noteOfKey'> = {
    note: async (call, calls) => void noted.push(...new Array<UsageCell>(calls).fill(call)),
    noteOfKey: async (keyId, { last }) =>
      void notedOfKeys.push(...last.map((call) => ({ keyId, ...call }))),
  };
  return {
    account,
    keys,
    quota,
    usage,
    /** Calls noted for the usage page, with the cells in the order in which they first came. */
    noted,
    /** The last calls of keys. */
    notedOfKeys,
    /** Hours at which the use of a key was noted. */
    uses,
    /** The key is refused from now on. */
    revoke: () => live.clear(),
    usedOn: (day: string) => used.get(cell(account.id, day)) ?? 0,
    use: (day: string, calls: number) => void used.set(cell(account.id, day), calls),
  };
}

export type MemoryAccounts = ReturnType<typeof memoryAccounts>;

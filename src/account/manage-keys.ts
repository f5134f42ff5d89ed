import type { ApiKey } from './account.ts';
import {
  hashOfKey,
  isKeyText,
  isTestKey,
  KEY_RANDOM_BYTES,
  type KeyPurpose,
  mintKey,
  prefixOfKey,
} from './key-text.ts';
import type { Actor, KeyStore, Page } from './ports.ts';

/** A new key. This is the only time that its text is known. */
export interface IssuedKey {
  readonly text: string;
  readonly key: ApiKey;
}

/** How a person names a key: by its id, or by its text or the beginning of it. */
export type KeyName = { readonly id: string } | { readonly text: string };

/** `ambiguous`: several keys begin so. */
export type NamedKey =
  | { readonly kind: 'found'; readonly key: ApiKey }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly keys: readonly ApiKey[] };

export interface KeyManager {
  /** @param purpose absent: `live`. */
  issue(accountId: string, name: string, actor: Actor, purpose?: KeyPurpose): Promise<IssuedKey>;
  /** The same within so many keys in use; `undefined` when the account has them. */
  issueWithin(
    mostLive: number,
    ...wanted: Parameters<KeyManager['issue']>
  ): Promise<IssuedKey | undefined>;
  find(name: KeyName): Promise<NamedKey>;
  /**
   * Gives a key's successor, with the same name and purpose; the old one is refused from then on.
   *
   * @returns `undefined` when the key is not in use (any more).
   */
  rotate(key: ApiKey, actor: Actor): Promise<IssuedKey | undefined>;
  /** @returns false when the key is not in use (any more). */
  revoke(key: ApiKey, actor: Actor): Promise<boolean>;
}

/** Bytes from a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

export function manageKeys(keys: KeyStore, randomBytes: RandomBytes): KeyManager {
  const mint = (name: string, purpose: KeyPurpose = 'live') => {
    const text = mintKey(randomBytes(KEY_RANDOM_BYTES), purpose);
    return { text, stored: { hash: hashOfKey(text), prefix: prefixOfKey(text), name } };
  };
  return {
    async issue(accountId, name, actor, purpose) {
      const { text, stored } = mint(name, purpose);
      return { text, key: await keys.add({ accountId, ...stored }, actor) };
    },

    async issueWithin(mostLive, accountId, name, actor, purpose) {
      const { text, stored } = mint(name, purpose);
      const key = await keys.addWithin({ accountId, ...stored }, actor, mostLive);
      return key && { text, key };
    },

    async find(name) {
      if ('id' in name) return toNamed(await keys.findById(name.id));
      if (isKeyText(name.text)) return toNamed(await keys.findByHash(hashOfKey(name.text)));
      const [key, ...others] = await readAll((page) => keys.listByPrefix(name.text, page));
      if (key !== undefined && others.length > 0)
        return { kind: 'ambiguous', keys: [key, ...others] };
      return toNamed(key);
    },

    async rotate(key, actor) {
      const { text, stored } = mint(key.name, isTestKey(key.prefix) ? 'test' : 'live');
      const next = await keys.rotate(key.id, stored, actor);
      return next && { text, key: next };
    },

    revoke: (key, actor) => keys.revoke(key.id, actor),
  };
}

/** A whole list, page by page: for those who have time. */
export async function readAll<Row extends { readonly id: string }>(
  read: (page: Page) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const page = await read({ most: PAGE_ROWS, ...(last && { before: last.id }) });
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
}

const PAGE_ROWS = 500;

/** What became of a key. */
export type KeyState = 'live' | 'rotated' | 'revoked';

export function stateOfKey(key: Pick<ApiKey, 'rotatedAtMs' | 'revokedAtMs'>): KeyState {
  if (key.revokedAtMs !== undefined) return 'revoked';
  return key.rotatedAtMs === undefined ? 'live' : 'rotated';
}

const toNamed = (key: ApiKey | undefined): NamedKey =>
  key === undefined ? { kind: 'unknown' } : { kind: 'found', key };

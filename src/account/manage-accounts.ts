import { randomBytes } from 'node:crypto';
import { type Account, type ApiKey, dailyLimitOf, type PlanId, type Plans } from './account.ts';
import {
  hashOfKey,
  isKeyText,
  isTestKey,
  KEY_RANDOM_BYTES,
  type KeyPurpose,
  mintKey,
  prefixOfKey,
} from './key-text.ts';
import type {
  AccountChanges,
  AccountStore,
  Actor,
  By,
  KeyOverlap,
  KeyStore,
  Page,
} from './ports.ts';

/** The account that somebody wants a key for. */
export interface WantedAccount {
  /** As `parseEmail` gives it. */
  readonly email: string;
  /** Absent: what the account has, and `free` for a new one. */
  readonly plan?: PlanId;
  /** Calls a day by agreement; absent: what the account has, and the plan's for a new one. */
  readonly dailyLimit?: number;
}

/** `differs`: there is such an account with other terms, and it was left as it is. */
export interface OpenedAccount {
  readonly kind: 'new' | 'known' | 'differs';
  readonly account: Account;
}

/** A change of what was agreed with a customer; what is absent stays. */
type AccountOrder = Omit<AccountChanges, 'dailyLimit'> & { readonly dailyLimit?: number };

/** The account of an address, made when there is none. It never changes one that is there. */
export async function openAccount(
  accounts: Pick<AccountStore, 'getOrCreate'>,
  { email, plan, dailyLimit }: WantedAccount,
  plans: Plans,
  actor: Actor,
): Promise<OpenedAccount> {
  const ownLimit = dailyLimit === undefined ? {} : { dailyLimit };
  const wanted = { email, plan: plan ?? 'free', ...ownLimit };
  const { account, isNew } = await accounts.getOrCreate(wanted, actor);
  if (isNew) return { kind: 'new', account };
  const isSamePlan = plan === undefined || plan === account.plan;
  const isSameLimit = dailyLimit === undefined || dailyLimit === dailyLimitOf(account, plans);
  return { kind: isSamePlan && isSameLimit ? 'known' : 'differs', account };
}

/**
 * Changes an account. A limit by agreement belongs to the plan that it was agreed for: another
 * plan ends it, unless a limit is given with it.
 *
 * @returns the account as it is then; `undefined` when no account has the address.
 */
export async function changeAccount(
  accounts: Pick<AccountStore, 'findByEmail' | 'change'>,
  email: string,
  order: AccountOrder,
  actor: Actor,
): Promise<Account | undefined> {
  const account = await accounts.findByEmail(email);
  if (account === undefined) return undefined;
  const isOtherPlan = order.plan !== undefined && order.plan !== account.plan;
  const endedLimit = isOtherPlan && order.dailyLimit === undefined ? { dailyLimit: null } : {};
  return accounts.change(account.id, { ...order, ...endedLimit }, actor);
}

/** A new key. This is the only time that its text is known. */
export interface IssuedKey {
  readonly text: string;
  readonly key: ApiKey;
}

/** How a person names a key: by its id, or by its text or the beginning of it. */
type KeyName = { readonly id: string } | { readonly text: string };

/** `ambiguous`: several keys begin with the text. */
type NamedKey =
  | { readonly kind: 'found'; readonly key: ApiKey }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly keys: readonly ApiKey[] };

/** What a new key is to be. */
export interface WantedKey {
  readonly name: string;
  /** Absent: `live`. */
  readonly purpose?: KeyPurpose;
  /** How long after it was made it ends by itself; absent: it does not. */
  readonly lifeMs?: number;
}

const mint = ({ purpose = 'live', ...facts }: WantedKey) => {
  const text = mintKey(randomBytes(KEY_RANDOM_BYTES), purpose);
  return { text, stored: { hash: hashOfKey(text), prefix: prefixOfKey(text), ...facts } };
};

export async function issueKey(
  keys: Pick<KeyStore, 'add'>,
  accountId: string,
  wanted: WantedKey,
  by: By,
): Promise<IssuedKey> {
  const { text, stored } = mint(wanted);
  return { text, key: await keys.add({ accountId, ...stored }, by) };
}

/** Issues a key to an account with fewer than `mostLive` keys in use; `undefined` when it has as many. */
export async function issueKeyWithin(
  keys: Pick<KeyStore, 'addWithin'>,
  mostLive: number,
  accountId: string,
  wanted: WantedKey,
  by: By,
): Promise<IssuedKey | undefined> {
  const { text, stored } = mint(wanted);
  const key = await keys.addWithin({ accountId, ...stored }, by, mostLive);
  return key && { text, key };
}

export async function findKey(keys: FoundKeys, name: KeyName): Promise<NamedKey> {
  if ('id' in name) return toNamed(await keys.findById(name.id));
  if (isKeyText(name.text)) return toNamed(await keys.findByHash(hashOfKey(name.text)));
  const [key, ...others] = await readAll((page) => keys.listByPrefix(name.text, page));
  if (key !== undefined && others.length > 0) return { kind: 'ambiguous', keys: [key, ...others] };
  return toNamed(key);
}

/** Where keys are found. */
export type FoundKeys = Pick<KeyStore, 'findById' | 'findByHash' | 'listByPrefix'>;

/**
 * Gives a key's successor, with the same name, purpose and length of life. The old key is refused from then on, or
 * after an overlap.
 *
 * @returns `undefined` when the key is not in use (any more), or replaced already; `no-room` when the two would be too
 * many keys in use.
 */
export async function rotateKey(
  keys: Pick<KeyStore, 'rotate'>,
  { id, name, prefix, createdAtMs, endsAtMs }: ApiKey,
  by: By,
  overlap?: KeyOverlap,
): Promise<IssuedKey | 'no-room' | undefined> {
  const purpose = isTestKey(prefix) ? 'test' : 'live';
  const life = endsAtMs !== undefined && { lifeMs: endsAtMs - createdAtMs };
  const { text, stored } = mint({ name, purpose, ...life });
  const next = await keys.rotate(id, stored, by, overlap);
  return typeof next === 'object' ? { text, key: next } : next;
}

/** Reads a whole list, page by page, which may take long. */
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

/** What became of a key. `replaced`: it works beside its successor until it ends. */
export type KeyState = 'live' | 'replaced' | 'rotated' | 'expired' | 'revoked';

export function stateOfKey(
  { revokedAtMs, rotatedAtMs, endsAtMs, replacedAtMs }: KeyEnds,
  nowMs: number,
): KeyState {
  if (revokedAtMs !== undefined) return 'revoked';
  if (rotatedAtMs !== undefined) return 'rotated';
  const hasEnded = endsAtMs !== undefined && endsAtMs <= nowMs;
  if (replacedAtMs !== undefined) return hasEnded ? 'rotated' : 'replaced';
  return hasEnded ? 'expired' : 'live';
}

/** When a key was, or will be, refused for the first time; `undefined`: it does not end by itself. */
export const endOfKey = ({ revokedAtMs, rotatedAtMs, endsAtMs }: KeyEnds) =>
  revokedAtMs ?? rotatedAtMs ?? endsAtMs;

type KeyEnds = Pick<ApiKey, 'revokedAtMs' | 'rotatedAtMs' | 'endsAtMs' | 'replacedAtMs'>;

const toNamed = (key: ApiKey | undefined): NamedKey =>
  key === undefined ? { kind: 'unknown' } : { kind: 'found', key };

/** The options of the commands about accounts and keys, and the parts that these commands need. */
import {
  type Account,
  type AccountLimits,
  type ApiKey,
  isShownName,
  PLAN_IDS,
  type Plans,
  parseEmail,
  SUBSCRIPTIONS,
} from '../account/account.ts';
import {
  endOfKey,
  type FoundKeys,
  findKey,
  type KeyState,
  stateOfKey,
} from '../account/manage-accounts.ts';
import type {
  AccountStore,
  AnnouncementStore,
  KeyStore,
  QuotaStore,
  UsageStore,
} from '../account/ports.ts';
import { formatChoices } from '../base/fault.ts';
import { type Kind, option, type Told, WrongUsage } from './command.ts';
import { formatInstant } from './format-table.ts';

export interface AccountServices {
  readonly plans: Plans;
  readonly limits: AccountLimits;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly quota: QuotaStore;
  readonly announcements: AnnouncementStore;
  /** Unix milliseconds. */
  now(): number;
}

/** Opens the database for some work, and closes it also after a failure. */
export type WithAccounts = <Result>(
  work: (services: AccountServices) => Promise<Result>,
) => Promise<Result>;

const MOST_CALLS_PER_DAY = 1_000_000_000;
/** The longest time that usage may be asked for: ten years. */
const MOST_DAYS = 3660;
const MOST_LETTERS = 100;

const choiceOf = <Choice extends string>(choices: readonly Choice[]): Kind<Choice> => ({
  parse: (text) => choices.find((choice) => choice === text),
  wanted: formatChoices(choices),
});

const wholeOf = (most: number): Kind<number> => ({
  parse(text) {
    const value = Number(text);
    return /^\d{1,10}$/.test(text) && value >= 1 && value <= most ? value : undefined;
  },
  wanted: `a whole number from 1 to ${most}`,
});

/** Any text that is not empty. */
const someText = (wanted: string): Kind<string> => ({ parse: (text) => text || undefined, wanted });

export const PLAN = choiceOf(PLAN_IDS);
export const SUBSCRIPTION = choiceOf(SUBSCRIPTIONS);
export const DAILY_LIMIT = wholeOf(MOST_CALLS_PER_DAY);
export const DAYS = wholeOf(MOST_DAYS);
/** Days until a key ends. `data/account-limits.json` has the most that is allowed. */
export const KEY_DAYS: Kind<number> = {
  parse: wholeOf(Number.MAX_SAFE_INTEGER).parse,
  wanted: 'a whole number of days, 1 or more',
};
export const HOURS: Kind<number> = {
  parse: (text) => (/^\d{1,4}h?$/.test(text) ? Number.parseInt(text, 10) : undefined),
  wanted: 'a whole number of hours, such as 24h',
};
export const NAME: Kind<string> = {
  parse: (text) => (isShownName(text, MOST_LETTERS) ? text : undefined),
  wanted: `one line of at most ${MOST_LETTERS} visible characters`,
};

/** @throws `WrongUsage` for a value above what the settings allow. */
export function demandAtMost(name: string, value: number, most: number, unit = ''): void {
  if (value > most) throw new WrongUsage(`--${name} must be at most ${most}${unit}`);
}

/** The option that names an account. */
export const emailOption = (help = 'the account') =>
  option('E', help, { parse: parseEmail, wanted: 'an e-mail address' });

/** The options that name a key. One of them must be given. */
export const KEY_OPTIONS = {
  key: option(
    'KEY-OR-PREFIX',
    'the whole key, or as many first characters as name one key',
    someText('a key or the beginning of one'),
  ),
  id: option('ID', 'its id, from veipris key list', someText('the id of a key')),
};

/** @throws Error with one line where there is no such account. */
export async function demandAccount(
  { accounts }: Pick<AccountServices, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(email);
  if (account === undefined) throw unknownAccount(email);
  return account;
}

export const unknownAccount = (email: string): Error => new Error(`there is no account ${email}`);

/** @throws `WrongUsage` unless exactly one of the options is given. */
export function demandKeyName({ key, id }: Told<typeof KEY_OPTIONS>) {
  if (id !== undefined && key === undefined) return { id };
  if (key !== undefined && id === undefined) return { text: key };
  throw new WrongUsage('name one key with --key or --id');
}

/**
 * The one key with that name.
 *
 * @throws Error with one line, which does not repeat what was typed: it may be a whole key.
 */
export async function demandKey(
  { keys }: { readonly keys: FoundKeys },
  name: ReturnType<typeof demandKeyName>,
): Promise<ApiKey> {
  const found = await findKey(keys, name);
  if (found.kind === 'found') return found.key;
  if (found.kind === 'unknown') throw new Error('there is no such key');
  const shown = found.keys.slice(0, MOST_SHOWN).map(({ id }) => id);
  const more = found.keys.length - shown.length;
  const ids = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  throw new Error(`${found.keys.length} keys begin so; name one with --id: ${ids}`);
}

const MOST_SHOWN = 10;

/** The failure of changing a key that is not in use. */
export function unusedKey(key: ApiKey, nowMs: number): Error {
  const state = stateOfKey(key, nowMs);
  const atMs = state === 'replaced' ? key.replacedAtMs : endOfKey(key);
  const what =
    atMs === undefined ? 'is not in use any more' : `was ${WORDS[state]} ${formatInstant(atMs)}`;
  return new Error(`the key ${key.prefix}... (${key.id}) ${what}`);
}

const WORDS: Record<KeyState, string> = {
  live: 'in use until',
  replaced: 'rotated',
  rotated: 'rotated',
  expired: 'at its end',
  revoked: 'revoked',
};

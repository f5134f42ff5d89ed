/** Accounts: which of them may call, and how much. */
import { domainToASCII, domainToUnicode } from 'node:url';

export const PLAN_IDS = ['free', 'pilot', 'enterprise'] as const;

export type PlanId = (typeof PLAN_IDS)[number];

/** What may be bought. Source: `data/plans.json`. */
export interface Plan {
  /** Calls a day of an account without a limit of its own. */
  readonly callsPerDay: number;
  /** Whole kroner; absent: by agreement. */
  readonly nokPerMonth?: number;
}

export type Plans = Readonly<Record<PlanId, Plan>>;

/** Only `active` may call; the others may come back. */
export const SUBSCRIPTIONS = ['active', 'stopped', 'payment_failed'] as const;

export type Subscription = (typeof SUBSCRIPTIONS)[number];

export interface Account {
  readonly id: string;
  /** Lower case; one account per address. */
  readonly email: string;
  readonly plan: PlanId;
  readonly subscription: Subscription;
  /** Calls a day by agreement; absent: what the plan allows. */
  readonly dailyLimit?: number;
  readonly createdAtMs: number;
}

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The visible beginning, such as `veipris_live_4fG7aB`. */
  readonly prefix: string;
  /** What its owner calls it; may be empty. */
  readonly name: string;
  readonly createdAtMs: number;
  /** The beginning of the hour of its last use, which may lie before `createdAtMs`; absent: never used. */
  readonly lastUsedAtMs?: number;
  /** Replaced by another key then, and refused from then on; absent: it was not. */
  readonly rotatedAtMs?: number;
  readonly revokedAtMs?: number;
  /** It is refused from then on; absent: it does not end by itself. */
  readonly endsAtMs?: number;
  /** Another key replaces it since then. It works beside that key until it ends. */
  readonly replacedAtMs?: number;
}

/** When a key was used last, and not before it was made; `undefined`: never. Exact to the hour. */
export const lastUseOf = ({
  lastUsedAtMs,
  createdAtMs,
}: Pick<ApiKey, 'lastUsedAtMs' | 'createdAtMs'>): number | undefined =>
  lastUsedAtMs === undefined ? undefined : Math.max(lastUsedAtMs, createdAtMs);

/** Calls that the account may make in one Norwegian day. */
export function dailyLimitOf(
  { plan, dailyLimit }: Pick<Account, 'plan' | 'dailyLimit'>,
  plans: Plans,
): number {
  return dailyLimit ?? plans[plan].callsPerDay;
}

/**
 * An e-mail address in the form that accounts are known by: trimmed and in lower case.
 *
 * Letters of any alphabet are accepted in both halves, and the domain must have a dot. Letters of the domain that stand
 * for others, such as wide ones, are replaced by those others.
 *
 * @returns `undefined` when the text is no address.
 * Source: HTML Living Standard, "valid email address", 2026-11; RFC 5321, 4.5.3.1, for the lengths; RFC 6531 for
 * letters beyond ASCII; UTS 46 for domains, by which mail servers find them.
 */
export function parseEmail(text: string): string | undefined {
  const written = text.trim().normalize('NFC').toLowerCase();
  const [local = '', given = ''] = written.split('@');
  if (!ADDRESS.test(written)) return undefined;
  const domain = IS_ASCII.test(given) ? given : spellOut(given);
  const email = `${local}@${domain}`;
  const isEmail = ADDRESS.test(email) && local.length <= 64 && domain.length <= 253;
  return isEmail && email.length <= 254 ? email : undefined;
}

const IS_ASCII = /^[!-~]*$/;

/** The one spelling of a domain, however it is written; '': there can be no such domain. */
const spellOut = (domain: string): string => domainToUnicode(domainToASCII(domain));

/**
 * A text for the mailbox behind an address, without the parts that many providers ignore: a tag behind `+`, and the
 * dots before it. Two mailboxes may have the same text.
 *
 * @param email as `parseEmail` gives it.
 * Source: RFC 5233 (the part behind a separator is a detail of the same mailbox), January 2008.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${spellOut(domain) || domain}`;
}

/**
 * The address without the tag behind `+`. Addresses that differ only in the tag, or in how their domain is spelt,
 * belong to one person.
 *
 * @param email as `parseEmail` gives it.
 * Source: RFC 5233 (the part behind a separator is a detail of the same mailbox), January 2008.
 */
export function withoutTag(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/(?!^)\+.*$/, '')}@${spellOut(domain) || domain}`;
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`,
  'u',
);

/**
 * A text without characters that break a line, change unseen how it reads, or are half a letter. The two characters
 * that join or part letters are allowed: they may stand in words and in emoji.
 */
const SHOWN = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200C\u200D])*$/u;

/**
 * Whether a name can be told to others as its owner wrote it.
 *
 * @param mostLetters how many letters it may have; an empty text is a name, too.
 */
export const isShownName = (text: string, mostLetters: number): boolean =>
  SHOWN.test(text) && [...text].length <= mostLetters;

/** What an account and a visitor may do, and how long we keep what they did. */

export const VISIT_KINDS = [
  'account-from-address',
  'demo-from-address',
  'key-change',
  'link-for-mailbox',
  'link-for-pair',
  'link-from-address',
  'link-from-known-browser',
  'plan-request',
  'wrong-link-from-address',
] as const;

/** What is counted, and for whom: an address, an account, a mailbox, or two of them together. */
export type VisitKind = (typeof VISIT_KINDS)[number];

/** The most visits in an hour of the clock, or in a Norwegian day. */
export interface VisitTerm {
  readonly most: number;
  readonly per: 'hour' | 'day';
}

/** How many jobs and rows an account may have. */
export interface JobLimits {
  /** Rows of a Norwegian day; absent: each is a call of the day. */
  readonly rowsPerDay?: number;
  /** Rows of one job. */
  readonly rows: number;
  /** Jobs at a time, ended ones included. */
  readonly kept: number;
  /** Size of all its jobs, packed. */
  readonly megabytes: number;
}

/** Source: `data/account-limits.json`. */
export interface AccountLimits {
  /** All terms of a kind hold at once; each kind has at least one. */
  readonly visits: Readonly<Record<VisitKind, readonly VisitTerm[]>>;
  /** Keys that an owner may have in use at a time; operators make any number. */
  readonly liveKeys: number;
  /** How long a rotated key may work beside its successor. */
  readonly mostOverlapHours: number;
  /** How long a key that ends by itself may work. */
  readonly mostKeyDays: number;
  /** The last calls of a key that its owner sees. */
  readonly recentCalls: number;
  /** Calls a day of the test keys of an account together. */
  readonly testCallsPerDay: number;
  readonly jobs: Readonly<Record<PlanId, JobLimits>>;
  /** Known browsers of an account: how many, those that signed in last, and for how long after they did. */
  readonly knownBrowsers: { readonly most: number; readonly days: number };
  readonly keepDays: {
    /** After a key was rotated or revoked, or ended. */
    readonly endedKeys: number;
    readonly audit: number;
    /** How often each key was used. */
    readonly keyUsage: number;
    readonly recentCalls: number;
  };
}

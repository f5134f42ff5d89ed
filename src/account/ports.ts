/** What the rules of accounts need from a database. Every promise here holds across processes. */
import type { Day } from '../base/day.ts';
import type { Account, AccountLimits, ApiKey, PlanId, Subscription } from './account.ts';

/** The actor of an entry of the audit log. */
export type Actor = 'operator' | 'owner' | 'system';

/** The actor of a change, with the request id of the call that made it. */
export type By = Actor | { readonly actor: Actor; readonly requestId: string };

export interface AccountStore {
  /** True as long as there is no account at all. */
  isEmpty(): Promise<boolean>;
  /** `undefined` when no account has the address. */
  findByEmail(email: string): Promise<Account | undefined>;
  findById(id: string): Promise<Account | undefined>;
  /**
   * Gives the account of an address, and makes it when there is none. Of several callers at once
   * one makes it and all get the same.
   */
  getOrCreate(account: NewAccount, by: By): Promise<{ account: Account; isNew: boolean }>;
  /**
   * `getOrCreate` for an owner of an address, who gets one account. No new account is made when another account has the
   * address with another tag. Of several callers whose addresses differ only in the tag one succeeds.
   *
   * @returns `undefined` when another account has the address.
   */
  openOwn(email: string, by?: By): Promise<Account | undefined>;
  /**
   * Changes what is given and leaves the rest, with one audit entry per changed field; a value
   * that is the same already is no change. `dailyLimit: null` goes back to the plan's.
   *
   * @returns the account as it is then; `undefined` when there is none.
   */
  change(id: string, changes: AccountChanges, by: By): Promise<Account | undefined>;
  /** Notes that the owner asks for a plan; an operator grants it by `change`. */
  requestPlan(id: string, plan: PlanId, by?: By): Promise<void>;
  /** The last plan that an account asked for, unless its plan was changed after it. */
  findPlanRequest(id: string): Promise<PlanRequest | undefined>;
  /** The last plan requests of all accounts, the newest first. */
  listPlanRequests(page: Page): Promise<readonly PlanRequest[]>;
}

export interface PlanRequest {
  /** Id of the request; ids sort by time. */
  readonly id: string;
  readonly accountId: string;
  readonly plan: PlanId;
  readonly atMs: number;
}

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanId;
  readonly dailyLimit?: number;
}

export interface AccountChanges {
  readonly plan?: PlanId;
  readonly subscription?: Subscription;
  readonly dailyLimit?: number | null;
}

/** A part of a list that has the newest first. */
export interface Page {
  readonly most: number;
  /** The id of the last row that was read; absent: from the newest on. */
  readonly before?: string;
}

export interface KeyStore {
  /** Stores a key of an account, with its audit entry. */
  add(key: NewKey, by: By): Promise<ApiKey>;
  /**
   * Stores a key, if the account has fewer than `mostLive` keys in use. Of several callers at once no more succeed than
   * there is room for.
   *
   * @returns `undefined` when there is no room.
   */
  addWithin(key: NewKey, by: By, mostLive: number): Promise<ApiKey | undefined>;
  /**
   * Replaces a live key that was not replaced yet. Without an overlap the old key is unknown to every process from the
   * moment this returns. With an overlap it works that much longer, but not beyond its own end.
   *
   * @returns the new key; `undefined` when the old one is not live (any more), and then nothing is changed; `no-room`
   * when both would be more keys in use than the overlap may make. Of several callers at once one succeeds.
   */
  rotate(
    id: string,
    next: Omit<NewKey, 'accountId'>,
    by: By,
    overlap?: KeyOverlap,
  ): Promise<ApiKey | 'no-room' | undefined>;
  /** @returns false when the key is not live (any more). */
  revoke(id: string, by: By): Promise<boolean>;
  /** Keys of an account, the newest first; without `use` those in use and those that have ended. */
  list(accountId: string, page: Page, use?: KeyUse): Promise<readonly ApiKey[]>;
  findById(id: string): Promise<ApiKey | undefined>;
  /** The keys that begin so, of all accounts, the newest first. */
  listByPrefix(prefix: string, page: Page): Promise<readonly ApiKey[]>;
  /** `undefined` when no key has the hash. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /**
   * The account behind a live key and what it has used on a day, in one question.
   *
   * @param isTest counts the calls of test keys instead of the others.
   * @returns `undefined` when no key has the hash or the key is rotated or revoked, or has ended.
   */
  findHolder(hash: string, day: Day, isTest?: boolean): Promise<KeyHolder | undefined>;
  /** Notes that a key was used in the hour that begins at `hourMs`; an older hour changes nothing. */
  noteUse(id: string, hourMs: number): Promise<void>;
  /**
   * Notes in the audit log that a key which has ended was sent, once for each key since `sinceMs`. Nothing is noted of
   * a live key, or of a key that there never was.
   *
   * @param call the first such call since then.
   */
  noteRefused(hash: string, sinceMs: number, call: RefusedCall): Promise<void>;
}

/** A call whose key was refused. */
export interface RefusedCall {
  /** The request id of its answer. */
  readonly requestId: string;
}

/** How long a key works beside its successor. */
export interface KeyOverlap {
  /** More than 0. */
  readonly ms: number;
  /** Keys that the account may have in use at a time, both of these included; absent: any number. */
  readonly mostLive?: number;
}

/** Whether a key lets its caller in. */
export type KeyUse = 'live' | 'ended';

export interface NewKey {
  readonly accountId: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
  readonly prefix: string;
  readonly name: string;
  /** How long after it was made it ends by itself; absent: it does not. */
  readonly lifeMs?: number;
}

/** An account that calls. */
export interface KeyHolder {
  readonly account: Account;
  readonly keyId: string;
  readonly lastUsedAtMs?: number;
  /** Counted calls of the asked day so far. */
  readonly used: number;
}

/** Counts calls per account and Norwegian day, in units: most calls are one. */
export interface QuotaStore {
  /**
   * Counts a call if the day still has room for all of its units. Parallel calls of any number of
   * processes cannot overdraw.
   *
   * @param limit units allowed that day; 0 lets none through.
   * @returns units used that day, these included; `undefined` when the day has no room.
   */
  take(call: CountedCall, limit: number): Promise<number | undefined>;
  /**
   * `take` for a call that is counted once however often it is repeated. The first call is counted. Repetitions until
   * `endsAtMs` hear of it. Of several at once one is the first.
   */
  takeOnce(call: CountedCall, once: OnceCall, limit: number): Promise<TakenOnce>;
  /**
   * Credits a call to the day it was taken from, and never twice for the same `callId`: it may be asked again when it
   * is not known whether the last try came through. A day never falls below 0. A call that is counted once is credited
   * when no repetition of it was answered and none is under way. It is then forgotten: the next one is the first again.
   *
   * @returns units used that day afterwards.
   */
  giveBack(call: CountedCall & { readonly callId: string }): Promise<number>;
  /** Notes that a call which is counted once was answered: it stays counted. */
  noteAnswered(call: CountedCall): Promise<void>;
  /** Units used on a day so far; 0 when none was counted. @param of absent: the calls. */
  getUsed(accountId: string, day: Day, of?: Pick<CountedCall, 'isTest' | 'isJob'>): Promise<number>;
}

/** A call as it is counted. */
export interface CountedCall {
  readonly accountId: string;
  /** The Norwegian day that it is counted to. */
  readonly day: Day;
  /** Absent: 1. */
  readonly units?: number;
  /** A call of a test key; such calls are counted by themselves. */
  readonly isTest?: boolean;
  /** Rows of a job that have an allowance of their own. */
  readonly isJob?: boolean;
  /** SHA-256, hexadecimal, of what its repetitions are known by; absent: it is counted each time. */
  readonly onceDigest?: string;
}

/** A call that is counted once. */
export interface OnceCall {
  /** The digest that its repetitions are known by, SHA-256, hexadecimal. */
  readonly onceDigest: string;
  /** A digest of the question in the same form; it can not be turned back without the caller's key. */
  readonly questionDigest: string;
  /** The facts that it is answered from. */
  readonly dataVersion: string;
  readonly askedAtMs: number;
  /** It is forgotten then. */
  readonly endsAtMs: number;
}

/** `used`: units of the day. */
export type TakenOnce =
  | { readonly kind: 'counted'; readonly used: number }
  /** A repetition counts nothing. The first call came at `firstAtMs`. */
  | { readonly kind: 'repeated'; readonly used: number; readonly firstAtMs: number }
  | { readonly kind: 'no-room' | 'other-question' | 'other-data' };

/** Calls per account, day, endpoint and status class, for their owner and the operator. */
export interface UsageStore {
  /** @param calls how many such calls. */
  note(call: UsageCell, calls: number): Promise<void>;
  /** From a day on, by day and endpoint; cells without calls are left out. */
  list(accountId: string, fromDay: Day): Promise<readonly UsageRow[]>;
  /** Counts calls of a key, and remembers its last calls, `most` of them at most. */
  noteOfKey(keyId: string, calls: KeyCalls, most: number): Promise<void>;
  /** The calls of each key of an account from a day on, by key; keys without calls are left out. */
  listByKey(accountId: string, fromDay: Day): Promise<readonly KeyUsageRow[]>;
  /** The last calls of a key, the newest first. */
  listRecent(keyId: string): Promise<readonly KeyCall[]>;
}

/** Calls of a key within a moment. */
export interface KeyCalls {
  readonly counts: readonly Pick<UsageRow, 'day' | 'statusClass' | 'calls'>[];
  /** The oldest first. */
  readonly last: readonly KeyCall[];
}

/** A call as it is remembered: nothing of what was asked or answered. */
export interface KeyCall {
  readonly atMs: number;
  readonly method: string;
  /** Path pattern, such as `/api/route`. */
  readonly endpoint: string;
  readonly status: number;
  /** Whole milliseconds. */
  readonly durationMs: number;
}

export interface KeyUsageRow {
  readonly keyId: string;
  readonly statusClass: StatusClass;
  readonly calls: number;
}

export interface UsageCell {
  readonly accountId: string;
  readonly day: Day;
  /** Path pattern, such as `/api/route`. */
  readonly endpoint: string;
  readonly statusClass: StatusClass;
}

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

export interface UsageRow extends UsageCell {
  readonly calls: number;
}

/** Letters to the accounts that use their keys. */
export interface AnnouncementStore {
  /** Accounts with a key, in use or not, that was used at `sinceMs` or later; the newest first. */
  listKeyUsers(sinceMs: number, page: Page): Promise<readonly KeyUser[]>;
  stateOf(accountId: string, digest: string): Promise<LetterState>;
  /** When the letter to an account last failed, by account; absent: never. Unix time, milliseconds. */
  listFailures(digest: string): Promise<ReadonlyMap<string, number>>;
  /** Takes a letter in hand that was not sent. Of several callers at once one has it. */
  claim(
    accountId: string,
    digest: string,
    subject: string,
  ): Promise<'claimed' | Exclude<LetterState, 'not-sent'>>;
  /** Notes what became of a letter in hand. */
  noteEnd(accountId: string, digest: string, end: 'sent' | 'failed'): Promise<void>;
}

export interface KeyUser extends Account {
  /** The last use of any of its keys, exact to the hour. */
  readonly lastUsedAtMs: number;
}

/** `under-way`: it was taken in hand less than ten minutes ago, and nothing is known of its end. */
export type LetterState = 'sent' | 'under-way' | 'not-sent';

/** What was changed on accounts and keys, and when. Entries are never changed, and kept for a year at least. */
export interface AuditLog {
  /** The newest first. */
  list(accountId: string, page: Page): Promise<readonly AuditEntry[]>;
}

/** Removes rows that are not kept any longer. */
export interface PruneStore {
  /**
   * Removes rows that have ended, and rows that were kept for the days of `keepDays`. The newest key of an account
   * stays.
   *
   * @param most rows of each table.
   * @returns whether there may be more.
   */
  prune(nowMs: number, keepDays: AccountLimits['keepDays'], most: number): Promise<boolean>;
}

export interface AuditEntry {
  readonly id: string;
  readonly atMs: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly accountId: string;
  /** What was acted on: an account's or a key's id. */
  readonly objectId: string;
  /** Values before and after, the key's prefix, and of a call its `requestId`; never a secret. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export type AuditAction =
  | 'account.create'
  | 'key.create'
  | 'key.rotate'
  | 'key.revoke'
  | 'key.verify_failed'
  | 'session.start'
  | 'session.end_all'
  | 'plan.request'
  | 'plan.change'
  | 'subscription.change'
  | 'limit.change'
  | 'announcement.begin'
  | 'announcement.send'
  | 'announcement.fail';

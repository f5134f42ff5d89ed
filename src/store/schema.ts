/**
 * The tables as the queries see them, one description for SQLite and PostgreSQL.
 *
 * Only `text` and `integer` columns, and bytes of jobs, because both engines hand these back as the same JavaScript
 * values: a day is `YYYY-MM-DD`, an instant is ISO 8601 in UTC to the millisecond, so that the
 * order of the texts is the order in time.
 */
import { type Generated, type Selectable, sql } from 'kysely';
import type { Account, ApiKey, PlanId, Subscription } from '../account/account.ts';
import type { Actor, AuditAction, StatusClass } from '../account/ports.ts';
import type { JobReason, JobState, QueueName } from '../jobs/job.ts';

export interface Schema {
  account: AccountTable;
  mailbox: MailboxTable;
  api_key: ApiKeyTable;
  quota_day: QuotaDayTable;
  /** The same for the test keys of an account. */
  quota_test_day: QuotaDayTable;
  /** Rows of jobs, of accounts that have an allowance for them. */
  quota_job_day: QuotaDayTable;
  quota_credit: QuotaCreditTable;
  counted_once: CountedOnceTable;
  usage_day: UsageDayTable;
  key_usage_day: KeyUsageDayTable;
  recent_call: RecentCallTable;
  audit: AuditTable;
  sign_in_link: SignInLinkTable;
  session: SessionTable;
  known_browser: KnownBrowserTable;
  visit: VisitTable;
  visit_salt: VisitSaltTable;
  job: JobTable;
  job_block: JobBlockTable;
  job_message: JobMessageTable;
  webhook_secret: WebhookSecretTable;
}

/** The constraints of the table hold `plan` and `subscription` to their choices. */
export interface AccountTable {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanId;
  readonly subscription: Generated<Subscription>;
  readonly daily_limit: number | null;
  readonly created_at: string;
}

/** Whose an address is, whatever tag it has. */
interface MailboxTable {
  readonly address: string;
  readonly account_id: string;
}

interface ApiKeyTable {
  readonly id: string;
  readonly account_id: string;
  readonly hash: string;
  readonly prefix: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly rotated_at: string | null;
  readonly revoked_at: string | null;
  /** It ends by itself then. */
  readonly ends_at: string | null;
  /** It got a successor beside which it is used until it ends. */
  readonly replaced_at: string | null;
}

interface QuotaDayTable {
  readonly account_id: string;
  readonly day: string;
  readonly used: number;
}

/** Calls that were given back: who asks again finds the row. */
export interface QuotaCreditTable {
  readonly call_id: string;
  readonly account_id: string;
  readonly day: string;
}

/** Calls that their callers may repeat without being counted again. */
export interface CountedOnceTable {
  readonly account_id: string;
  readonly once_digest: string;
  readonly question_digest: string;
  readonly data_version: string;
  readonly asked_at: string;
  readonly ends_at: string;
  /** What it was counted to, and how many units. */
  readonly day: string;
  readonly units: number;
  /** Calls that are not answered yet. */
  readonly running: number;
  /** Calls that were answered. */
  readonly answered: number;
}

interface UsageDayTable {
  readonly account_id: string;
  readonly day: string;
  readonly endpoint: string;
  readonly status_class: StatusClass;
  readonly calls: number;
}

interface KeyUsageDayTable {
  readonly key_id: string;
  readonly day: string;
  readonly status_class: StatusClass;
  readonly calls: number;
}

/** The last calls of a key, without what they asked. */
interface RecentCallTable {
  readonly id: string;
  readonly key_id: string;
  readonly at: string;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  readonly duration_ms: number;
}

interface AuditTable {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly account_id: string;
  readonly object_id: string;
  /** A JSON object. */
  readonly detail: string;
}

/** Links that are not used yet. */
interface SignInLinkTable {
  readonly token_hash: string;
  readonly browser_hash: string;
  readonly email: string;
  readonly ends_at: string;
}

/** Browsers that are signed in. */
interface SessionTable {
  readonly hash: string;
  readonly account_id: string;
  readonly created_at: string;
  readonly seen_at: string;
  readonly idle_end: string;
  readonly ends_at: string;
}

/** Browsers that have signed in to an account before. */
interface KnownBrowserTable {
  readonly hash: string;
  readonly account_id: string;
  readonly seen_at: string;
  readonly ends_at: string;
}

/** What somebody without a key did within a period. */
interface VisitTable {
  readonly subject: string;
  readonly period: string;
  readonly used: number;
  readonly ends_at: string;
}

/** What the subjects of a day are hashed with. */
interface VisitSaltTable {
  readonly day: string;
  readonly salt: string;
}

/** Many rows that are priced beside the calls. */
export interface JobTable {
  readonly id: string;
  readonly account_id: string;
  /** 1: of a test key. */
  readonly is_test: number;
  readonly created_at: string;
  readonly state: JobState;
  readonly reason: JobReason | null;
  /** A JSON object: `JobTerms`. */
  readonly terms: string;
  readonly once_digest: string | null;
  readonly body_digest: string | null;
  readonly row_count: Generated<number>;
  readonly bytes: Generated<number>;
  /** The last turn of its last block, and the last turn that was served. */
  readonly turn: Generated<number>;
  readonly served: Generated<number>;
  /** Its rows and results as they are kept, each block in whole kilobytes. */
  readonly packed_kb: Generated<number>;
  readonly done: Generated<number>;
  readonly failed: Generated<number>;
  readonly calls: Generated<number>;
  readonly credited: Generated<number>;
  /** A JSON object: rows by code. */
  readonly errors: Generated<string>;
  /** A JSON array. */
  readonly data_versions: Generated<string>;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly waits_until: string | null;
  readonly expires_at: string | null;
  /** A JSON object: `CallbackStanding`. */
  readonly callback: string | null;
}

/** Some rows of a job: what is asked until it is answered, and then the answers. */
interface JobBlockTable {
  readonly job_id: string;
  readonly no: number;
  readonly row_count: number;
  readonly units: number;
  readonly turn: Generated<number>;
  readonly tries: Generated<number>;
  /** The day that its units are counted to. */
  readonly day: string | null;
  /** A JSON object: that day, and `isTest` and `isJob` of the count. */
  readonly counted_as: string | null;
  readonly input: Buffer | null;
  readonly result: Buffer | null;
  readonly result_bytes: number | null;
  readonly done_at: string | null;
}

/** What is to be done for jobs, where no queue of PostgreSQL has it. */
interface JobMessageTable {
  readonly id: string;
  readonly queue: QueueName;
  readonly turn: number;
  readonly after_at: string;
  /** A JSON object. */
  readonly message: string;
}

interface WebhookSecretTable {
  readonly account_id: string;
  readonly secret: string;
}

/** How instants stand in the database: ISO 8601 in UTC, to the millisecond. */

/** @param atMs Unix time, milliseconds; years 0 to 9999, which all have texts of one length. */
export const toInstant = (atMs: number): string => new Date(atMs).toISOString();

/** Unix time, milliseconds. */
export const fromInstant = (text: string): number => Date.parse(text);

/**
 * Keys that let their callers in, worded as the index of them is.
 *
 * @param now as `toInstant` gives it.
 */
export const isLiveAt = (now: string) =>
  sql<boolean>`rotated_at is null and revoked_at is null and (ends_at is null or ends_at > ${now})`;

/** The account that a row of the table tells of. */
export function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    subscription: row.subscription,
    ...(row.daily_limit !== null && { dailyLimit: row.daily_limit }),
    createdAtMs: fromInstant(row.created_at),
  };
}

/** The key that a row of the table tells of, without its hash. */
export function toApiKey(row: Selectable<ApiKeyTable>): ApiKey {
  const { last_used_at, rotated_at, revoked_at, ends_at, replaced_at } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    name: row.name,
    createdAtMs: fromInstant(row.created_at),
    ...(last_used_at !== null && { lastUsedAtMs: fromInstant(last_used_at) }),
    ...(rotated_at !== null && { rotatedAtMs: fromInstant(rotated_at) }),
    ...(revoked_at !== null && { revokedAtMs: fromInstant(revoked_at) }),
    ...(ends_at !== null && { endsAtMs: fromInstant(ends_at) }),
    ...(replaced_at !== null && { replacedAtMs: fromInstant(replaced_at) }),
  };
}

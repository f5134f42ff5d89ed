/** The statements that made the tables, release by release. */
import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { withoutTag } from '../account/account.ts';
import type { Schema } from './schema.ts';

/** A secret, a key or a question in clear is no SHA-256: it can not end up here by mistake. */
const isDigest = (column: string) => `check (length(${column}) = 64)`;

/** The integers of PostgreSQL from 0 on; SQLite would store larger ones. */
const isCount = (column: string) => `check (${column} between 0 and 2147483647)`;

const IS_STATUS_CLASS = "check (status_class in ('2xx', '3xx', '4xx', '5xx'))";

const quotaOf = (table: string) => `create table ${table} (
  account_id text not null references account (id),
  day text not null,
  used integer not null ${isCount('used')},
  constraint ${table}_pk primary key (account_id, day)
)`;

const isPostgres = (db: Kysely<Schema>) => db.getExecutor().adapter instanceof PostgresAdapter;

async function run(db: Kysely<Schema>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Accounts, their keys, the calls of a day, and the log of what was changed. */
export const accounts: Migration = {
  up: (db) => run(db, [...ACCOUNTS, ...(isPostgres(db) ? KEPT_BY_POSTGRES : KEPT_BY_SQLITE)]),
};

const ACCOUNTS: readonly string[] = [
  `create table account (
    id text not null primary key,
    email text not null unique,
    plan text not null check (plan in ('free', 'pilot', 'enterprise')),
    subscription text not null default 'active'
      check (subscription in ('active', 'stopped', 'payment_failed')),
    daily_limit integer ${isCount('daily_limit')},
    created_at text not null
  )`,
  `create table api_key (
    id text not null primary key,
    account_id text not null references account (id),
    hash text not null unique ${isDigest('hash')},
    prefix text not null,
    name text not null,
    created_at text not null,
    last_used_at text,
    rotated_at text,
    revoked_at text
  )`,
  'create index api_key_of_account on api_key (account_id, id)',
  quotaOf('quota_day'),
  `create table quota_credit (
    call_id text not null primary key,
    account_id text not null references account (id),
    day text not null
  )`,
  'create index quota_credit_by_day on quota_credit (day)',
  `create table usage_day (
    account_id text not null references account (id),
    day text not null,
    endpoint text not null,
    status_class text not null ${IS_STATUS_CLASS},
    calls integer not null ${isCount('calls')},
    constraint usage_day_pk primary key (account_id, day, endpoint, status_class)
  )`,
  `create table audit (
    id text not null primary key,
    at text not null,
    actor text not null check (actor in ('operator', 'owner', 'system')),
    action text not null,
    account_id text not null references account (id),
    object_id text not null,
    detail text not null
  )`,
  'create index audit_of_account on audit (account_id, id)',
];

/** Any connection can add to the log and read it, and can do nothing else with it. */
const KEPT_BY_POSTGRES: readonly string[] = [
  `create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`,
  `create trigger audit_is_append_only before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`,
];

/** The third trigger is for `insert or replace`, which deletes a row without asking the second one. */
const KEPT_BY_SQLITE: readonly string[] = [
  `create trigger audit_is_not_updated before update on audit
    begin select raise(abort, 'the audit log is append-only'); end`,
  `create trigger audit_is_not_deleted before delete on audit
    begin select raise(abort, 'the audit log is append-only'); end`,
  `create trigger audit_is_not_replaced before insert on audit
    when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'the audit log is append-only'); end`,
];

/** Sign-in links, sessions and counted visits of the portal: all of them end by themselves. */
export const portal: Migration = { up: (db) => run(db, PORTAL) };

const PORTAL: readonly string[] = [
  `create table sign_in_link (
    token_hash text not null primary key ${isDigest('token_hash')},
    browser_hash text not null ${isDigest('browser_hash')},
    email text not null,
    ends_at text not null
  )`,
  'create index sign_in_link_by_end on sign_in_link (ends_at)',
  `create table session (
    hash text not null primary key ${isDigest('hash')},
    account_id text not null references account (id),
    created_at text not null,
    seen_at text not null,
    idle_end text not null,
    ends_at text not null
  )`,
  'create index session_of_account on session (account_id)',
  'create index session_by_idle_end on session (idle_end)',
  `create table visit (
    subject text not null,
    period text not null,
    used integer not null ${isCount('used')},
    ends_at text not null,
    constraint visit_pk primary key (subject, period)
  )`,
  'create index visit_by_end on visit (ends_at)',
  `create table visit_salt (
    day text not null primary key,
    salt text not null
  )`,
];

/**
 * What 0.2.0 adds:
 * - browsers that have signed in, calls that are counted once, the owner of an address
 * - the days of test keys and of jobs, keys that end by themselves, the use of each key
 * - jobs, and an audit log that forgets after a year
 *
 * PostgreSQL keeps changed tables locked until the end, and instances of the first release go on meanwhile. So the
 * tables that their calls read are changed last, and the log after the keys, as in their transactions.
 */
export const secondRelease: Migration = {
  async up(db: Kysely<Schema>) {
    const [bytes, guards] = isPostgres(db)
      ? (['bytea', POSTGRES_GUARDS] as const)
      : (['blob', SQLITE_GUARDS] as const);
    await run(db, [...NEW_TABLES, jobBlock(bytes)]);
    await fillMailbox(db);
    await run(db, [...KEY_LIFE, 'create index audit_by_time on audit (at)', ...guards]);
  },
};

/** Which messages of jobs a worker has. */
export const takenMessages: Migration = {
  up: (db: Kysely<Schema>) =>
    run(db, [
      'alter table job_message add column taken_by text',
      // It holds few: those in hand.
      `create index job_message_taken on job_message (queue, after_at) where taken_by is not null`,
    ]),
};

const NEW_TABLES: readonly string[] = [
  `create table known_browser (
    hash text not null ${isDigest('hash')},
    account_id text not null references account (id),
    seen_at text not null,
    ends_at text not null,
    constraint known_browser_pk primary key (hash, account_id)
  )`,
  'create index known_browser_of_account on known_browser (account_id, seen_at)',
  'create index known_browser_by_end on known_browser (ends_at)',

  `create table counted_once (
    account_id text not null references account (id),
    once_digest text not null ${isDigest('once_digest')},
    question_digest text not null ${isDigest('question_digest')},
    data_version text not null,
    asked_at text not null,
    ends_at text not null,
    day text not null,
    units integer not null ${isCount('units')},
    running integer not null ${isCount('running')},
    answered integer not null ${isCount('answered')},
    constraint counted_once_pk primary key (account_id, once_digest)
  )`,
  'create index counted_once_by_end on counted_once (ends_at)',
  quotaOf('quota_test_day'),
  quotaOf('quota_job_day'),

  `create table mailbox (
    address text not null primary key,
    account_id text not null references account (id)
  )`,

  `create table job (
    id text not null primary key,
    account_id text not null references account (id),
    is_test integer not null,
    created_at text not null,
    state text not null check (state in ('arriving', 'waiting', 'running', 'done', 'stopped')),
    reason text,
    terms text not null,
    once_digest text,
    body_digest text,
    rows integer not null,
    bytes integer not null,
    turn integer not null,
    served integer not null,
    packed_kb integer not null,
    done integer not null,
    failed integer not null,
    calls integer not null,
    credited integer not null,
    errors text not null,
    data_versions text not null,
    started_at text,
    ended_at text,
    resumes_at text,
    expires_at text,
    callback text,
    constraint job_once unique (account_id, once_digest)
  )`,
  'create index job_by_account on job (account_id, id)',
  'create index job_by_expiry on job (expires_at)',
  `create table job_message (
    id text not null primary key,
    queue text not null,
    turn integer not null,
    after_at text not null,
    message text not null
  )`,
  'create index job_message_by_turn on job_message (queue, turn, id)',
  `create table webhook_secret (
    account_id text not null primary key references account (id),
    secret text not null
  )`,
];

const jobBlock = (bytes: 'bytea' | 'blob') => `create table job_block (
  job_id text not null references job (id),
  no integer not null,
  rows integer not null,
  units integer not null,
  turn integer not null,
  tries integer not null,
  day text,
  counted_as text,
  input ${bytes},
  packed_kb integer not null,
  result ${bytes},
  result_bytes integer,
  done_at text,
  constraint job_block_pk primary key (job_id, no)
)`;

/** Keys that end by themselves, what each of them is used for, and its last calls. */
const KEY_LIFE: readonly string[] = [
  'alter table api_key add column ends_at text',
  'alter table api_key add column replaced_at text',
  // Each holds few keys: those in use, rotated, revoked, and those that end by themselves.
  `create index api_key_in_use on api_key (account_id, id)
    where rotated_at is null and revoked_at is null`,
  'create index api_key_by_rotation on api_key (rotated_at) where rotated_at is not null',
  'create index api_key_by_revocation on api_key (revoked_at) where revoked_at is not null',
  'create index api_key_by_end on api_key (ends_at) where ends_at is not null',
  `create table key_usage_day (
    key_id text not null references api_key (id) on delete cascade,
    day text not null,
    status_class text not null ${IS_STATUS_CLASS},
    calls integer not null ${isCount('calls')},
    constraint key_usage_day_pk primary key (key_id, day, status_class)
  )`,
  'create index key_usage_by_day on key_usage_day (day)',
  // Neither a question nor an answer: the pattern of the path, never the path.
  `create table recent_call (
    id text not null primary key,
    key_id text not null references api_key (id) on delete cascade,
    at text not null,
    method text not null,
    endpoint text not null check (endpoint not like '%?%' and endpoint not like '%=%'),
    status integer not null ${isCount('status')},
    duration_ms integer not null ${isCount('duration_ms')}
  )`,
  'create index recent_call_of_key on recent_call (key_id, id)',
  'create index recent_call_by_time on recent_call (at)',
];

/** From now on an entry is kept for a year at least, by the clock of the database, by any connection. */
const POSTGRES_GUARDS: readonly string[] = [
  'drop trigger audit_is_append_only on audit',
  `create trigger audit_is_append_only before update or truncate on audit
    for each statement execute function refuse_audit_change()`,
  `create trigger audit_is_kept before delete on audit for each row
    when (old.at > to_char(now() at time zone 'utc' - interval '365 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    execute function refuse_audit_change()`,
];

const SQLITE_GUARDS: readonly string[] = [
  'drop trigger audit_is_not_deleted',
  `create trigger audit_is_not_deleted before delete on audit
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-365 days')
    begin select raise(abort, 'the audit log is append-only'); end`,
];

/** Gives each address without its tag to the first account that has it. */
async function fillMailbox(db: Kysely<Schema>): Promise<void> {
  const accounts = await db.selectFrom('account').select(['id', 'email']).orderBy('id').execute();
  for (const { id, email } of accounts)
    await db
      .insertInto('mailbox')
      .values({ address: withoutTag(email), account_id: id })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
}

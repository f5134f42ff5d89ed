import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { withoutTag } from '../../account/account.ts';
import type { Schema } from '../schema.ts';

/**
 * What 0.2.0 adds: browsers that have signed in, calls that are counted once, the days of test keys and jobs, whose an
 * address is, keys that end by themselves and what each is used for, jobs, and an audit log that forgets after a year.
 */
export const secondRelease: Migration = {
  async up(db: Kysely<Pick<Schema, 'account' | 'mailbox'>>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const ofEngine = isPostgres ? POSTGRES_GUARDS : SQLITE_GUARDS;
    for (const statement of [...TABLES, jobBlock(isPostgres ? 'bytea' : 'blob'), ...ofEngine])
      await sql.raw(statement).execute(db);
    await fillMailbox(db);
  },
};

/** A secret or a question in clear is no SHA-256: it can not end up here by mistake. */
const isDigest = (column: string) => `check (length(${column}) = 64)`;

/** The integers of PostgreSQL from 0 on; SQLite would store larger ones. */
const isCount = (column: string) => `check (${column} between 0 and 2147483647)`;

const dayOf = (table: string) => `create table ${table} (
  account_id text not null references account (id),
  day text not null,
  used integer not null ${isCount('used')},
  constraint ${table}_pk primary key (account_id, day)
)`;

const TABLES: readonly string[] = [
  `create table known_browser (
    hash text not null ${isDigest('hash')},
    account_id text not null references account (id),
    seen_at text not null,
    ends_at text not null,
    constraint known_browser_pk primary key (hash, account_id)
  )`,
  'create index known_browser_of_account on known_browser (account_id, seen_at)',
  'create index known_browser_by_end on known_browser (ends_at)',

  'create index audit_by_time on audit (at)',

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
  dayOf('quota_test_day'),
  dayOf('quota_job_day'),

  `create table mailbox (
    address text not null primary key,
    account_id text not null references account (id)
  )`,

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
    status_class text not null check (status_class in ('2xx', '3xx', '4xx', '5xx')),
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

/** An entry is kept for a year at least by the clock of the database by any connection. */
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

/** Of accounts that have one address but for the tag the first one has it. */
async function fillMailbox(db: Kysely<Pick<Schema, 'account' | 'mailbox'>>): Promise<void> {
  const accounts = await db.selectFrom('account').select(['id', 'email']).orderBy('id').execute();
  for (const { id, email } of accounts)
    await db
      .insertInto('mailbox')
      .values({ address: withoutTag(email), account_id: id })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
}

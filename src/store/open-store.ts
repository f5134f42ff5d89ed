/**
 * Accounts, keys, quota, usage, audit and sessions in one database: an SQLite file beside the server, or
 * PostgreSQL behind any number of servers. One schema and one set of queries serve both.
 */
import {
  Kysely,
  type Migration,
  type MigrationProvider,
  Migrator,
  type RawBuilder,
  sql,
} from 'kysely';
import type { PruneStore, QuotaStore } from '../account/ports.ts';
import type { VisitStore } from '../account/visits.ts';
import { DAY_MS } from '../base/duration.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { JobEngine, JobStore } from '../jobs/job.ts';
import { openAccountStore, openAnnouncementStore } from './account-store.ts';
import { openAuditLog } from './audit-log.ts';
import { CREDIT_DAYS, openQuotaStore, openUsageStore } from './call-store.ts';
import { openEmbeddedEngine } from './job-engine.ts';
import { openJobStore } from './job-store.ts';
import { openKeyStore } from './key-store.ts';
import { accounts, portal, secondRelease, takenMessages } from './migrations.ts';
import type { PostgresEngineTerms } from './postgres-engine.ts';
import { type Schema, toInstant } from './schema.ts';
import {
  openKnownBrowserStore,
  openLinkStore,
  openSessionStore,
  openVisitStore,
} from './visitor-stores.ts';

/**
 * The database. Everything here throws `Fault` `upstream_down` when it is away, hung, locked or
 * full, and works again when the database does.
 */
export type Store = Awaited<ReturnType<typeof openStore>>;

interface JobTerms extends Pick<PostgresEngineTerms, 'leaseS' | 'onTrouble'> {
  /** How long an ended job is kept. */
  readonly keepMs: number;
}

export interface StoreOptions {
  /** Unix time, milliseconds. */
  readonly now?: () => number;
  /** How long the database may keep a question waiting before it counts as down. */
  readonly patienceMs?: number;
}

/** How long a start waits for another one that migrates a large database. */
const MIGRATION_PATIENCE_MS = 600_000;

/**
 * Opens the database behind an address and brings it up to date: `postgres://…` is PostgreSQL,
 * anything else the path of an SQLite file, which is made when there is none.
 *
 * @throws Error in one line when the database is newer than this program, and `Fault` when it
 * can not be reached.
 */
export async function openStore(
  address: string,
  { now = Date.now, patienceMs = 5000 }: StoreOptions = {},
) {
  await bringUpToDate(address, patienceMs);
  const db = await connect(address, { connectMs: patienceMs, answerMs: patienceMs });
  const visits = openVisitStore(db);
  const { watch, check } = openDatabaseCheck(db, visits, now);
  return {
    accounts: openAccountStore(db, now),
    keys: openKeyStore(db, now),
    quota: watch(openQuotaStore(db)),
    usage: openUsageStore(db),
    audit: openAuditLog(db),
    announcements: openAnnouncementStore(db, now),
    links: openLinkStore(db),
    sessions: openSessionStore(db, now),
    knownBrowsers: openKnownBrowserStore(db),
    visits,
    /** Opens the jobs, and the engine that gives their work to workers; the caller closes it before the database. */
    async openJobs({
      keepMs,
      ...terms
    }: JobTerms): Promise<{ readonly jobs: JobStore; readonly engine: JobEngine }> {
      const engine = isPostgres(address)
        ? await openPostgresJobs(address, { ...terms, patienceMs })
        : openEmbeddedEngine(db, { ...terms, now });
      return { jobs: openJobStore(db, { mail: engine, now, keepMs }), engine };
    },
    prune: openPrune(db),
    check,
    /** Gives up the file or the connections; nothing may be asked after it. */
    close: () => db.destroy(),
  };
}

/** The lock of the processes that make the tables of the queues: an arbitrary number of ours. */
const QUEUES_LOCK = 8_214_077;

/**
 * Opens the engine in one process after the other: two that make the tables of the queues at once wait for each other,
 * and one of them fails.
 */
async function openPostgresJobs(address: string, terms: PostgresEngineTerms) {
  const { openPostgresEngine } = await import('./postgres-engine.ts');
  const patience = { connectMs: terms.patienceMs, answerMs: MIGRATION_PATIENCE_MS };
  const db = await connect(address, patience);
  try {
    return await db.connection().execute(async (one) => {
      // The lock ends with the connection.
      await sql`select pg_advisory_lock(${QUEUES_LOCK})`.execute(one);
      return openPostgresEngine(address, terms);
    });
  } finally {
    await db.destroy();
  }
}

async function bringUpToDate(address: string, connectMs: number): Promise<void> {
  const db = await connect(address, { connectMs, answerMs: MIGRATION_PATIENCE_MS });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function connect(
  address: string,
  patience: { readonly connectMs: number; readonly answerMs: number },
): Promise<Kysely<Schema>> {
  const dialect = isPostgres(address)
    ? (await import('./postgres.ts')).openPostgres(address, patience)
    : await (await loadSqlite()).openSqlite(address, patience.answerMs);
  return new Kysely<Schema>({ dialect });
}

const isPostgres = (address: string) => /^postgres(ql)?:\/\//.test(address);

/** The binaries of SQLite are optional packages, so an installation for PostgreSQL may lack them. */
async function loadSqlite() {
  // Imported by itself first: a failure below another module is thrown a second time, where no one can catch it.
  await import('libsql').catch((cause) => {
    throw new Error(NO_SQLITE, { cause });
  });
  return import('./sqlite.ts');
}

const NO_SQLITE =
  'SQLite needs the package of libsql for this machine, which npm leaves out with --omit=optional: install it, or set DATABASE_URL to PostgreSQL.';

/**
 * Append only: what a migration that has been released does is never changed.
 *
 * @internal The tests add one that fails.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-portal': portal,
  '0003-second-release': secondRelease,
  '0004-taken-messages': takenMessages,
};

/**
 * Brings a database up to date. Several processes may do it at once: one works, the others wait.
 *
 * @throws Error when the database was made by a newer program, in one line; nothing is changed.
 * @internal Outside this file only tests ask for it.
 */
export async function migrate(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  // Where not even the list of migrations can be made or read, the error of the migration itself says why.
  const applied = await listApplied(db).catch(() => []);
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown === undefined) throw error;
  throw new Error(
    `The database is newer than this program, which does not know its migration ${unknown}: start a newer version.`,
    { cause: error },
  );
}

async function listApplied(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** A write proves for so long that the database takes writes, unless a count fails. Milliseconds. */
const PROOF_MS = 60_000;
/** More writes than there are until their row has ended. */
const MOST_WRITES = 1_000_000;

/**
 * Tells whether calls can be counted. A full disk and a standby can be read, and take no counts.
 *
 * @param visits where a check writes. SQLite writes nothing where a row stays as it is, so each write is one more.
 */
function openDatabaseCheck(
  db: Kysely<Schema>,
  visits: Pick<VisitStore, 'take'>,
  now: () => number,
) {
  let provenAtMs = Number.NEGATIVE_INFINITY;
  async function orDoubt<Result>(count: Promise<Result>): Promise<Result> {
    try {
      return await count;
    } catch (error) {
      provenAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }
  return {
    /** The same store. A count that fails makes the next check write. */
    watch: (quota: QuotaStore): QuotaStore => ({
      ...quota,
      take: (...call) => orDoubt(quota.take(...call)),
      takeOnce: (...call) => orDoubt(quota.takeOnce(...call)),
    }),
    /** Asks the database something trivial, or writes where nothing proves that it takes writes. */
    async check(): Promise<void> {
      const nowMs = now();
      if (Math.abs(nowMs - provenAtMs) < PROOF_MS) {
        await db.selectFrom('account').select('id').limit(1).execute();
        return;
      }
      const write = { subject: 'check', period: 'minute', endsAtMs: nowMs + PROOF_MS };
      await visits.take(write, MOST_WRITES, 1);
      provenAtMs = nowMs;
    },
  };
}

/** Removes rows whose time is over, at most `most` of each table, by one short statement for each. */
function openPrune(db: Kysely<Schema>): PruneStore['prune'] {
  return async (nowMs, keepDays, most) => {
    const now = toInstant(nowMs);
    const before = (days: number) => toInstant(nowMs - days * DAY_MS);
    const dayBefore = (days: number) => toOsloTime(nowMs - days * DAY_MS).day;
    const steps: readonly Step[] = [
      ['visit', 'subject, period', sql`ends_at <= ${now}`],
      ['sign_in_link', 'token_hash', sql`ends_at <= ${now}`],
      ['session', 'hash', sql`idle_end <= ${now}`],
      ['known_browser', 'hash, account_id', sql`ends_at <= ${now}`],
      ['counted_once', 'account_id, once_digest', sql`ends_at <= ${now}`],
      ['job_block', 'job_id, no', sql`job_id in (select id from job where expires_at <= ${now})`],
      [
        'job',
        'id',
        sql`expires_at <= ${now} and not exists (select 1 from job_block where job_id = job.id)`,
      ],
      ['quota_credit', 'call_id', sql`day < ${dayBefore(CREDIT_DAYS)}`],
      ['audit', 'id', sql`at < ${before(keepDays.audit)}`],
      ['key_usage_day', 'key_id, day, status_class', sql`day < ${dayBefore(keepDays.keyUsage)}`],
      ['recent_call', 'id', sql`at < ${before(keepDays.recentCalls)}`],
      ...['rotated_at', 'revoked_at', 'ends_at'].map(
        (end): Step => ['api_key', 'id', isOldKey(end, before(keepDays.endedKeys))],
      ),
    ];
    let isFull = false;
    for (const [table, key, isOld] of steps) {
      const [from, columns] = [sql.table(table), sql.raw(key)];
      const old = sql`select ${columns} from ${from} where ${isOld} limit ${most}`;
      const step = sql`delete from ${from} where (${columns}) in (${old})`;
      const { numAffectedRows = 0n } = await step.execute(db);
      isFull ||= numAffectedRows >= most;
    }
    return isFull;
  };
}

/** A table, what names its rows, and which of them are old. */
type Step = readonly [table: keyof Schema, key: string, isOld: RawBuilder<unknown>];

/**
 * The newest key of an account stays, so that an account that had a key never looks as if it had none. Otherwise a
 * start would make the ended key of the demo account live again.
 */
const isOldKey = (end: string, before: string) => sql`${sql.ref(end)} < ${before} and exists (
  select 1 from api_key as later
  where later.account_id = api_key.account_id and later.id > api_key.id
)`;

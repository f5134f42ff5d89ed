import { type Kysely, type Migration, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** Accounts, their keys, the calls of a day, and the log of what was changed. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await createAccount(db);
    await createApiKey(db);
    await createQuota(db);
    await createUsage(db);
    await createAudit(db);
  },
};

async function createAccount(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) =>
      column.notNull().check(sql`plan in ('free', 'pilot', 'enterprise')`),
    )
    .addColumn('subscription', 'text', (column) =>
      column
        .notNull()
        .defaultTo('active')
        .check(sql`subscription in ('active', 'stopped', 'payment_failed')`),
    )
    .addColumn('daily_limit', 'integer', (column) => column.check(isCount('daily_limit')))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

async function createApiKey(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    // A key in clear is shorter or longer than a SHA-256: it can not end up here by mistake.
    .addColumn('hash', 'text', (column) => column.notNull().unique().check(sql`length(hash) = 64`))
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('rotated_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute();
  await db.schema
    .createIndex('api_key_of_account')
    .on('api_key')
    .columns(['account_id', 'id'])
    .execute();
}

async function createQuota(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_day')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull().check(isCount('used')))
    .addPrimaryKeyConstraint('quota_day_pk', ['account_id', 'day'])
    .execute();
  await db.schema
    .createTable('quota_credit')
    .addColumn('call_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('quota_credit_by_day').on('quota_credit').column('day').execute();
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_day')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('status_class', 'text', (column) =>
      column.notNull().check(sql`status_class in ('2xx', '3xx', '4xx', '5xx')`),
    )
    .addColumn('calls', 'integer', (column) => column.notNull().check(isCount('calls')))
    .addPrimaryKeyConstraint('usage_day_pk', ['account_id', 'day', 'endpoint', 'status_class'])
    .execute();
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) =>
      column.notNull().check(sql`actor in ('operator', 'owner', 'system')`),
    )
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('audit_of_account')
    .on('audit')
    .columns(['account_id', 'id'])
    .execute();
  for (const statement of isPostgres(db) ? POSTGRES_GUARDS : SQLITE_GUARDS)
    await statement.execute(db);
}

/** The integers of PostgreSQL from 0 on; SQLite would store larger ones. */
const isCount = (column: string) => sql`${sql.ref(column)} between 0 and 2147483647`;

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** The log can be added to and read, and nothing else by any connection. */
const POSTGRES_GUARDS: readonly RawBuilder<unknown>[] = [
  sql`create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`,
  sql`create trigger audit_is_append_only before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`,
];

/** The third is for `insert or replace`, which deletes a row without asking the second. */
const SQLITE_GUARDS: readonly RawBuilder<unknown>[] = [
  sql`create trigger audit_is_not_updated before update on audit
    begin select raise(abort, 'the audit log is append-only'); end`,
  sql`create trigger audit_is_not_deleted before delete on audit
    begin select raise(abort, 'the audit log is append-only'); end`,
  sql`create trigger audit_is_not_replaced before insert on audit
    when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'the audit log is append-only'); end`,
];

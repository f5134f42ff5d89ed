import { type Kysely, type Migration, sql } from 'kysely';

/** Browsers that have signed in, what lists are read by, and an audit log that may forget after a year. */
export const bounds: Migration = {
  async up(db: Kysely<unknown>) {
    await createKnownBrowser(db);
    await createIndices(db);
    const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
    for (const statement of isPostgres ? POSTGRES_GUARDS : SQLITE_GUARDS)
      await sql.raw(statement).execute(db);
  },
};

async function createKnownBrowser(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_browser')
    // A secret in clear is shorter than a SHA-256: it can not end up here by mistake.
    .addColumn('hash', 'text', (column) => column.notNull().check(sql`length(hash) = 64`))
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_browser_pk', ['hash', 'account_id'])
    .execute();
  await db.schema
    .createIndex('known_browser_of_account')
    .on('known_browser')
    .columns(['account_id', 'seen_at'])
    .execute();
  await db.schema
    .createIndex('known_browser_by_end')
    .on('known_browser')
    .column('ends_at')
    .execute();
}

/** Those of keys hold few rows each: in use, rotated, revoked. */
async function createIndices(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create index api_key_in_use on api_key (account_id, id)
      where rotated_at is null and revoked_at is null`,
    sql`create index api_key_by_rotation on api_key (rotated_at) where rotated_at is not null`,
    sql`create index api_key_by_revocation on api_key (revoked_at) where revoked_at is not null`,
    sql`create index audit_by_time on audit (at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

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

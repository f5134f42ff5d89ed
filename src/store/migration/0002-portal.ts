import { type Kysely, type Migration, sql } from 'kysely';

/** Sign-in links, sessions and counted visits of the portal: all of them end by themselves. */
export const portal: Migration = {
  async up(db: Kysely<unknown>) {
    await createSignInLink(db);
    await createSession(db);
    await createVisit(db);
  },
};

async function createSignInLink(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_link')
    .addColumn('token_hash', 'text', (column) =>
      column.notNull().primaryKey().check(isHash('token_hash')),
    )
    .addColumn('browser_hash', 'text', (column) => column.notNull().check(isHash('browser_hash')))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_link_by_end').on('sign_in_link').column('ends_at').execute();
}

async function createSession(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey().check(isHash('hash')))
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('idle_end', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('session_of_account').on('session').column('account_id').execute();
  await db.schema.createIndex('session_by_idle_end').on('session').column('idle_end').execute();
}

async function createVisit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('visit')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) =>
      column.notNull().check(sql`used between 0 and 2147483647`),
    )
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_pk', ['subject', 'period'])
    .execute();
  await db.schema.createIndex('visit_by_end').on('visit').column('ends_at').execute();
  await db.schema
    .createTable('visit_salt')
    .addColumn('day', 'text', (column) => column.notNull().primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .execute();
}

/** A secret in clear is shorter than a SHA-256: it can not end up here by mistake. */
const isHash = (column: string) => sql`length(${sql.ref(column)}) = 64`;

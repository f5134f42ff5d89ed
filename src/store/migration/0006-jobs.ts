import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Jobs, their rows in blocks, the allowance of a day for them, and what signs the calls that tell of their end. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
    await createAllowance(db);
    await createJob(db);
    await db.schema
      .createTable('job_block')
      .addColumn('job_id', 'text', (column) => column.notNull().references('job.id'))
      .addColumn('no', 'integer', (column) => column.notNull())
      .addColumn('row_count', 'integer', (column) => column.notNull())
      .addColumn('units', 'integer', (column) => column.notNull())
      .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('day', 'text')
      .addColumn('counted_as', 'text')
      .addColumn('input', bytes)
      .addColumn('result', bytes)
      .addColumn('result_bytes', 'integer')
      .addColumn('done_at', 'text')
      .addPrimaryKeyConstraint('job_block_pk', ['job_id', 'no'])
      .execute();
    await createMessages(db);
    await db.schema
      .createTable('webhook_secret')
      .addColumn('account_id', 'text', (column) =>
        column.notNull().primaryKey().references('account.id'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createAllowance(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_job_day')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) =>
      column.notNull().check(sql`used between 0 and 2147483647`),
    )
    .addPrimaryKeyConstraint('quota_job_day_pk', ['account_id', 'day'])
    .execute();
}

async function createJob(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('arriving', 'waiting', 'running', 'done', 'stopped')`),
    )
    .addColumn('reason', 'text')
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('once_digest', 'text')
    .addColumn('body_digest', 'text')
    .addColumn('row_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('served', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('packed_kb', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('calls', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('credited', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('errors', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('data_versions', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('waits_until', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('callback', 'text')
    .addUniqueConstraint('job_once', ['account_id', 'once_digest'])
    .execute();
  await db.schema.createIndex('job_by_account').on('job').columns(['account_id', 'id']).execute();
  await db.schema.createIndex('job_by_expiry').on('job').column('expires_at').execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_message')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('after_at', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('job_message_by_turn')
    .on('job_message')
    .columns(['queue', 'turn', 'id'])
    .execute();
}

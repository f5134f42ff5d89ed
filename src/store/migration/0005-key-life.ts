import { type Kysely, type Migration, sql } from 'kysely';

/** Keys that end by themselves, what each of them is used for, and its last calls. */
export const keyLife: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_key').addColumn('ends_at', 'text').execute();
    await db.schema.alterTable('api_key').addColumn('replaced_at', 'text').execute();
    await sql`create index api_key_by_end on api_key (ends_at) where ends_at is not null`.execute(
      db,
    );
    await createKeyUsage(db);
    await createRecentCall(db);
  },
};

async function createKeyUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_usage_day')
    .addColumn('key_id', 'text', (column) =>
      column.notNull().references('api_key.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('status_class', 'text', (column) =>
      column.notNull().check(sql`status_class in ('2xx', '3xx', '4xx', '5xx')`),
    )
    .addColumn('calls', 'integer', (column) => column.notNull().check(isCount('calls')))
    .addPrimaryKeyConstraint('key_usage_day_pk', ['key_id', 'day', 'status_class'])
    .execute();
  await db.schema.createIndex('key_usage_by_day').on('key_usage_day').column('day').execute();
}

/** Neither a question nor an answer: the pattern of the path, never the path. */
async function createRecentCall(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recent_call')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('key_id', 'text', (column) =>
      column.notNull().references('api_key.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) =>
      column.notNull().check(sql`endpoint not like '%?%' and endpoint not like '%=%'`),
    )
    .addColumn('status', 'integer', (column) => column.notNull().check(isCount('status')))
    .addColumn('duration_ms', 'integer', (column) => column.notNull().check(isCount('duration_ms')))
    .execute();
  await db.schema
    .createIndex('recent_call_of_key')
    .on('recent_call')
    .columns(['key_id', 'id'])
    .execute();
  await db.schema.createIndex('recent_call_by_time').on('recent_call').column('at').execute();
}

/** The integers of PostgreSQL from 0 on; SQLite would store larger ones. */
const isCount = (column: string) => sql`${sql.ref(column)} between 0 and 2147483647`;

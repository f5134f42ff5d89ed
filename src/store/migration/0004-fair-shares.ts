import { type Kysely, type Migration, sql } from 'kysely';
import { withoutTag } from '../../account/account.ts';
import type { Schema } from '../schema.ts';

/** Calls that are counted once however often they are repeated, the day of test keys, and whose an address is. */
export const fairShares: Migration = {
  async up(db: Kysely<unknown>) {
    await createCountedOnce(db);
    await createQuotaOfTests(db);
    await createMailbox(db as Kysely<Pick<Schema, 'account' | 'mailbox'>>);
  },
};

async function createCountedOnce(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('counted_once')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    // Neither a caller's key nor its question can end up here by mistake.
    .addColumn('once_digest', 'text', (column) => column.notNull().check(isDigest('once_digest')))
    .addColumn('question_digest', 'text', (column) =>
      column.notNull().check(isDigest('question_digest')),
    )
    .addColumn('data_version', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('units', 'integer', (column) => column.notNull().check(isCount('units')))
    // Calls that are not answered yet, and those that were.
    .addColumn('running', 'integer', (column) => column.notNull().check(isCount('running')))
    .addColumn('answered', 'integer', (column) => column.notNull().check(isCount('answered')))
    .addPrimaryKeyConstraint('counted_once_pk', ['account_id', 'once_digest'])
    .execute();
  await db.schema.createIndex('counted_once_by_end').on('counted_once').column('ends_at').execute();
}

async function createQuotaOfTests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_test_day')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull().check(isCount('used')))
    .addPrimaryKeyConstraint('quota_test_day_pk', ['account_id', 'day'])
    .execute();
}

/** Of accounts that have one address but for the tag the first one has it. */
async function createMailbox(db: Kysely<Pick<Schema, 'account' | 'mailbox'>>): Promise<void> {
  await db.schema
    .createTable('mailbox')
    .addColumn('address', 'text', (column) => column.notNull().primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .execute();
  const accounts = await db.selectFrom('account').select(['id', 'email']).orderBy('id').execute();
  for (const { id, email } of accounts)
    await db
      .insertInto('mailbox')
      .values({ address: withoutTag(email), account_id: id })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
}

const isDigest = (column: string) => sql`length(${sql.ref(column)}) = 64`;

/** The integers of PostgreSQL from 0 on; SQLite would store larger ones. */
const isCount = (column: string) => sql`${sql.ref(column)} between 0 and 2147483647`;

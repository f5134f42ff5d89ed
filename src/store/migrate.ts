import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import { accounts } from './migration/0001-accounts.ts';
import { portal } from './migration/0002-portal.ts';
import { bounds } from './migration/0003-bounds.ts';
import { fairShares } from './migration/0004-fair-shares.ts';
import { keyLife } from './migration/0005-key-life.ts';
import { jobs } from './migration/0006-jobs.ts';
import type { Schema } from './schema.ts';

/**
 * Append only: a migration that has been released is never edited.
 *
 * @internal The tests add one that fails.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-portal': portal,
  '0003-bounds': bounds,
  '0004-fair-shares': fairShares,
  '0005-key-life': keyLife,
  '0006-jobs': jobs,
};

/**
 * Brings a database up to date. Several processes may do it at once: one works, the others wait.
 *
 * @throws Error when the database was made by a newer program, in one line; nothing is changed.
 */
export async function migrate(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  if (db.getExecutor().adapter.supportsTransactionalDdl) await apply(db, migrations);
  else await underWriteLock(db, (one) => apply(one, migrations));
}

async function apply(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  // Where not even its list can be made or read, the migration's own words say why.
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

/** Kysely locks a PostgreSQL migration itself; for SQLite we take the write lock of the file. */
function underWriteLock(db: Kysely<Schema>, work: (one: Kysely<Schema>) => Promise<void>) {
  return db.connection().execute(async (one) => {
    await sql`begin`.execute(one);
    try {
      await work(one);
      await sql`commit`.execute(one);
    } catch (cause) {
      await sql`rollback`.execute(one);
      throw cause;
    }
  });
}

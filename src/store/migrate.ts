import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import { accounts, portal, secondRelease } from './migrations.ts';
import type { Schema } from './schema.ts';

/**
 * Append only: what a migration that has been released does is never changed.
 *
 * @internal The tests add one that fails.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-portal': portal,
  '0003-second-release': secondRelease,
};

/**
 * Brings a database up to date. Several processes may do it at once: one works, the others wait.
 *
 * @throws Error when the database was made by a newer program, in one line; nothing is changed.
 */
export async function migrate(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
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

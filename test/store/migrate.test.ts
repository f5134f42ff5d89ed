import { Kysely, type Migration, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS, migrate, openStore } from '../../src/store/open-store.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Schema } from '../../src/store/schema.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { startTogether } from '../support/store-process.ts';
import { useEngine } from '../support/store-scene.ts';

const RELEASED = ['0001-accounts', '0002-portal', '0003-second-release', '0004-taken-messages'];

describe.each(ENGINE_NAMES)('migrations in %s', (name) => {
  const scene = useEngine(name);
  beforeEach(() => scene.engine.clear());
  const bringUpToDate = async () => (await openStore(scene.engine.address)).close();
  const listApplied = async () =>
    (await scene.engine.ask('select name from kysely_migration order by name')).map(
      (row) => row.name,
    );

  test('four processes that start at once on an empty database migrate it once', async () => {
    await startTogether(4, scene.engine.address, 'open');
    expect(await listApplied()).toEqual(RELEASED);
  });

  test('the schema is the one that was reviewed', async () => {
    await bringUpToDate();
    const lines = (await scene.engine.ask(SCHEMA[name])).map(({ line }) => `${line};\n`);
    // Renew: npx vitest run test/store/migrate.test.ts -u
    await expect(lines.join('')).toMatchFileSnapshot(`./schema.${name}.sql`);
  });

  test('what is stored outlives a restart', async () => {
    const before = await openStore(scene.engine.address);
    const { account } = await before.accounts.getOrCreate(
      { email: 'kari@example.no', plan: 'pilot' },
      'operator',
    );
    await before.close();
    const after = await openStore(scene.engine.address);
    expect(await after.accounts.findById(account.id)).toEqual(account);
    await after.close();
  });

  test('a migration that fails leaves nothing of itself, and says why', async () => {
    const failing: Migration = {
      async up(db: Kysely<unknown>) {
        await sql`create table half_done (id text)`.execute(db);
        await sql`create nonsense`.execute(db);
      },
    };
    const patience = { connectMs: 10_000, answerMs: 10_000 };
    const { address } = scene.engine;
    await bringUpToDate();
    const dialect =
      name === 'postgres' ? openPostgres(address, patience) : await openSqlite(address, 10_000);
    const db = new Kysely<Schema>({ dialect });
    const later = { ...MIGRATIONS, '0900-failing': failing };
    await expect(migrate(db, later)).rejects.toThrow('syntax error');
    await db.destroy();
    expect(await listApplied()).toEqual(RELEASED);
    await expect(scene.engine.ask('select * from half_done')).rejects.toThrow('half_done');
  });

  test('a database of a newer program is refused in one line, and left as it is', async () => {
    await bringUpToDate();
    await scene.engine.ask(`insert into kysely_migration values ('0999-later', '2099-01-01')`);
    await expect(openStore(scene.engine.address)).rejects.toThrow(
      /^The database is newer than this program, which does not know its migration 0999-later: [^\n]+$/,
    );
    expect(await listApplied()).toEqual([...RELEASED, '0999-later']);
  });
});

/** One statement or constraint per row, in an order that does not depend on the engine's whims. */
const SCHEMA = {
  sqlite: `select sql as line from sqlite_master where sql is not null and name not like 'kysely_%'
    order by tbl_name, type desc, name`,
  postgres: `
    select line from (
      select table_name as place, 1 as part, ordinal_position as position,
        concat('table ', table_name, ' column ', column_name, ' ', data_type,
          case is_nullable when 'NO' then ' not null' end, ' default ' || column_default) as line
        from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass::text, 2, 0,
        concat('table ', conrelid::regclass, ' constraint ', conname, ' ', pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select tablename, 3, 0, indexdef from pg_indexes where schemaname = 'public'
      union all select tgrelid::regclass::text, 4, 0, pg_get_triggerdef(oid)
        from pg_trigger where not tgisinternal
      union all select proname, 5, 0, pg_get_functiondef(oid)
        from pg_proc where pronamespace = 'public'::regnamespace
    ) as schema where place not like 'kysely_%' order by place, part, position, line`,
} as const;

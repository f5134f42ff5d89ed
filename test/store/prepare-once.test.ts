import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type PlaceOf, prepareOnce } from '../../src/store/prepare-once.ts';
import type { Schema } from '../../src/store/schema.ts';

interface Taking {
  readonly id: string;
  readonly day: string;
  readonly limit: number;
}

const DIALECTS = {
  sqlite: new SqliteDialect({ database: () => Promise.reject(new Error('not asked')) }),
  postgres: new PostgresDialect({ pool: () => Promise.reject(new Error('not asked')) }),
};

describe.each(Object.entries(DIALECTS))('a query for %s', (_name, dialect) => {
  test('is asked with each value where it stands, and is written once', async () => {
    const { db, asked } = openRecorder(dialect);
    let times = 0;
    const takeOne = prepareOnce(db, (of: PlaceOf<Taking>) => {
      times += 1;
      return write(db, (name) => of(name));
    });
    const first = { limit: 5, id: 'a', day: '2026-07-01' };
    const second = { id: 'b', limit: 0, day: '2026-07-02' };
    for (const values of [first, second]) {
      expect(await takeOne(values)).toEqual({ used: 7 });
      const { sql, parameters } = write(db, (name) => values[name]).compile();
      expect(asked.pop()).toMatchObject({ sql, parameters });
    }
    expect(times).toBe(1);
    expect(asked).toEqual([]);
  });

  test('gives nothing when there is no row', async () => {
    const { db } = openRecorder(dialect, []);
    const find = prepareOnce(db, (of: PlaceOf<Taking>) => write(db, of));
    expect(await find({ id: 'a', day: '2026-07-01', limit: 1 })).toBeUndefined();
  });
});

/** A name in two places, values between constants, and in another order than they are named. */
const write = (db: Kysely<Schema>, of: PlaceOf<Taking>) =>
  db
    .insertInto('quota_day')
    .values({ account_id: of('id'), day: of('day'), used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet((now) => ({ used: now('quota_day.used', '+', 1) }))
        .where('quota_day.used', '<', of('limit'))
        .where('quota_day.day', '=', of('day')),
    )
    .returning('used');

/** A database that writes down what it is asked. */
function openRecorder(
  dialect: SqliteDialect | PostgresDialect,
  rows: readonly object[] = [{ used: 7 }, { used: 8 }],
) {
  const asked: CompiledQuery[] = [];
  class Recorder extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({
        executeQuery: <Row>(query: CompiledQuery) => {
          asked.push(query);
          return Promise.resolve({ rows: rows as Row[] });
        },
        // biome-ignore lint/correctness/useYield: nothing is streamed
        async *streamQuery(): AsyncIterableIterator<never> {
          throw new Error('not asked');
        },
      });
    }
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (one) => dialect.createIntrospector(one),
      createDriver: () => new Recorder(),
    },
  });
  return { db, asked };
}

import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Database from 'libsql';
import { orDown } from './sqlite-error.ts';

/**
 * A database that takes the write lock of its file before it writes anything, and so never in the
 * middle of a transaction, where SQLite refuses at once instead of waiting.
 *
 * The lock is taken with `exec` because the driver does not reset a prepared statement that has
 * waited in vain: until that is collected as garbage no transaction of the connection can be
 * committed, and the first to try keeps the lock.
 */
export function withWriteLock(database: Database.Database): SqliteDatabase {
  const begin = () => database.exec('begin immediate');
  const commit = () => database.exec('commit');
  // A full disk has ended the transaction already.
  const rollback = () => database.inTransaction && database.exec('rollback');
  const steps = new Map<string, () => unknown>(Object.entries({ begin, commit, rollback }));

  function locked<Result>(work: () => Result): Result {
    if (database.inTransaction) return work();
    begin();
    try {
      const result = work();
      commit();
      return result;
    } catch (cause) {
      rollback();
      throw cause;
    }
  }

  function prepare(sql: string): SqliteStatement {
    const step = steps.get(sql);
    if (step !== undefined) return toStatement(step);
    const statement = orDown(() => database.prepare(sql));
    const held = READS.test(sql) ? unlocked : locked;
    return {
      ...toStatement(() => undefined),
      reader: statement.reader,
      all: (values) => orDown(() => held(() => statement.all([...values]))),
      run: (values) => orDown(() => held(() => statement.run([...values]))),
    };
  }

  // The queries are few: each is prepared once. Prepared anew each time they pile up, outside the
  // memory that the garbage collector sees.
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = prepared.get(sql) ?? prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

const READS = /^(select|pragma)\b/i;

const unlocked = <Result>(work: () => Result): Result => work();

/** A step of a transaction in the form of a statement: it gives no rows. */
function toStatement(step: () => unknown): SqliteStatement {
  const run = () => {
    orDown(step);
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, run, all: () => [], iterate: () => [].values() };
}

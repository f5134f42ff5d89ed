import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Database from 'libsql';
import { toDown } from './down.ts';
import { openTransactions, type Patience } from './sqlite-transactions.ts';

/**
 * An open SQLite file in the form that Kysely asks: whatever writes does so in a transaction of
 * `openTransactions`, and an unusable file is a fault.
 *
 * @param second another connection to the file, for its log.
 * @param demandFiles throws when file or log are not those that were opened.
 */
export function toSqliteDatabase(
  database: Database.Database,
  second: Database.Database,
  patience: Patience,
  demandFiles: () => void,
): SqliteDatabase {
  const { begin, commit, rollback, within, takeLogOver } = openTransactions(
    database,
    second,
    patience,
    demandFiles,
  );
  const steps = new Map(Object.entries({ begin, commit, rollback }));

  function prepare(sql: string): SqliteStatement {
    const step = steps.get(sql);
    if (step !== undefined) return toStatement(step);
    const statement = orDown(() => database.prepare(sql));
    const outside = <Result>(work: () => Result): Result => {
      demandFiles();
      return work();
    };
    const held = /^(select|pragma)\b/i.test(sql) ? outside : within;
    return {
      ...toStatement(() => undefined),
      reader: statement.reader,
      all: (values) => orDown(() => held(() => statement.all([...values]))),
      run: (values) => orDown(() => held(() => statement.run([...values]))),
    };
  }

  /** A log without a name is still open here, and can not be taken over by another process. */
  function saveLog(): void {
    try {
      demandFiles();
    } catch {
      orDown(() => database.exec('pragma wal_checkpoint'));
    }
  }

  // The queries are few: each is prepared once. Prepared anew each time they pile up, outside the
  // memory that the garbage collector sees.
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const statement = prepared.get(sql) ?? prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
    close() {
      takeLogOver();
      try {
        saveLog();
      } finally {
        second.close();
        database.close();
      }
    },
  };
}

/** A step of a transaction in the form of a statement: it gives no rows. */
function toStatement(step: () => void): SqliteStatement {
  const run = () => {
    orDown(step);
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, run, all: () => [], iterate: () => [].values() };
}

/**
 * What the work gives.
 *
 * @throws Fault when the file is locked, full, unreadable or broken; any other error as it is.
 */
export function orDown<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw DOWN.test(code) ? toDown(cause) : cause;
  }
}

/**
 * Results that tell of the file and not of the statement, with their extended forms.
 *
 * Source: https://sqlite.org/rescode.html, 2026.
 */
const DOWN =
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|PERM|PROTOCOL|READONLY)/;

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type Database from 'libsql';
import { toDown } from './down.ts';
import { codeOf, type SqliteLock } from './sqlite-lock.ts';

/**
 * Kysely's driver over one SQLite connection. Every write is under the write lock of the file, and writers take
 * turns. A read waits only for an open transaction. An unusable file is a fault.
 *
 * A statement runs in this thread: it reads and writes memory of the system, and takes microseconds. Waits for the
 * lock of another process or for the disk happen in other threads.
 *
 * @param demandFiles throws when file or log are not those that were opened.
 */
export function openSqliteDriver(
  database: Database.Database,
  lock: SqliteLock,
  demandFiles: () => void,
): Driver {
  const mutex = openMutex();
  const ask = openStatements(database);

  /** Saves a log that has lost its name: it is still open here, and no other process can take it over. */
  function saveLog(): void {
    try {
      demandFiles();
    } catch {
      database.exec('pragma wal_checkpoint');
    }
  }

  return {
    init: async () => undefined,
    acquireConnection: async () => openConnection({ database, lock, ask, demandFiles }, mutex),
    beginTransaction: (connection) => orDown((connection as SqliteConnection).begin()),
    commitTransaction: (connection) => orDown((connection as SqliteConnection).commit()),
    rollbackTransaction: (connection) => orDown((connection as SqliteConnection).rollback()),
    releaseConnection: async () => undefined,
    async destroy() {
      await lock.close();
      try {
        await orDown(Promise.resolve().then(saveLog));
      } finally {
        database.close();
      }
    },
  };
}

/** One user of the database. */
interface SqliteConnection extends DatabaseConnection {
  begin(): Promise<void>;
  /** A commit that fails is rolled back by its caller. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

interface ConnectionParts {
  readonly database: Database.Database;
  readonly lock: SqliteLock;
  readonly ask: (query: CompiledQuery) => QueryResult<unknown>;
  readonly demandFiles: () => void;
}

function openConnection(
  { database, lock, ask, demandFiles }: ConnectionParts,
  mutex: Mutex,
): SqliteConnection {
  let isInTransaction = false;
  const end = () => {
    isInTransaction = false;
    mutex.release();
  };
  async function begin(): Promise<void> {
    await mutex.acquire();
    await lock.begin().catch((cause: unknown) => {
      mutex.release();
      throw cause;
    });
    isInTransaction = true;
  }
  const commit = () => lock.commit().then(end);
  const rollback = () => lock.rollback().finally(end);

  async function read(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const isFree = !database.inTransaction;
    if (!isFree) await mutex.acquire();
    try {
      demandFiles();
      return ask(query);
    } finally {
      if (!isFree) mutex.release();
    }
  }
  async function write(query: CompiledQuery): Promise<QueryResult<unknown>> {
    await begin();
    try {
      const result = ask(query);
      await commit();
      return result;
    } catch (cause) {
      await rollback();
      throw cause;
    }
  }
  async function execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (isInTransaction) return ask(query);
    return IS_READING.test(query.sql) ? read(query) : write(query);
  }
  return {
    executeQuery: <Row>(query: CompiledQuery) =>
      orDown(execute(query)) as Promise<QueryResult<Row>>,
    streamQuery() {
      throw new Error('Expected no query to be streamed.');
    },
    begin,
    commit,
    rollback,
  };
}

const IS_READING = /^\s*(select|pragma)\b/i;

/**
 * The queries are few: each is prepared once. If they were prepared anew each time they would pile up, outside the
 * memory that the garbage collector sees.
 */
function openStatements(database: Database.Database) {
  const prepared = new Map<string, { statement: Database.Statement; givesRows: boolean }>();

  function prepare(sql: string) {
    const statement = database.prepare(sql);
    const entry = { statement, givesRows: statement.reader };
    prepared.set(sql, entry);
    return entry;
  }
  return ({ sql, parameters }: CompiledQuery): QueryResult<unknown> => {
    const { statement, givesRows } = prepared.get(sql) ?? prepare(sql);
    if (givesRows) return { rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

/** One after the other, in the order in which they ask. */
type Mutex = ReturnType<typeof openMutex>;

function openMutex() {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  async function acquire(): Promise<void> {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
  }
  function release(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }
  return { acquire, release };
}

/**
 * The result of the work.
 *
 * @throws Fault when the file is locked, full, unreadable or broken; any other error as it is.
 */
export async function orDown<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw DOWN.test(codeOf(cause)) ? toDown(cause) : cause;
  }
}

/**
 * Results that tell of the file and not of the statement, with their extended forms.
 *
 * Source: https://sqlite.org/rescode.html, 2026.
 */
const DOWN =
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|PERM|PROTOCOL|READONLY)/;

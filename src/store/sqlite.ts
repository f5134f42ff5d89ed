import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import Database from 'libsql';
import { toDown } from './down.ts';
import { codeOf, openSqliteLock, openSqliteLog, type SqliteLock } from './sqlite-lock.ts';

/**
 * An SQLite file, made with its folder when there is none, for its owner only.
 *
 * WAL lets the CLI and the server use it at the same time: readers never wait, and a writer waits
 * for the other writer instead of failing.
 *
 * @param waitMs how long a writer waits for another before the database counts as down.
 * @throws Fault when the file can not be used, Error when it is not one.
 */
export function openSqlite(path: string, waitMs: number): Promise<Dialect> {
  const file = resolve(path);
  return orDown(
    open(file, waitMs).catch((error: unknown) => {
      // SQLite names no file in its own words.
      if (codeOf(error) !== 'SQLITE_NOTADB') throw error;
      throw Object.assign(new Error(`${file} is no SQLite file, or damaged.`), {
        code: 'SQLITE_NOTADB',
      });
    }),
  );
}

async function open(file: string, waitMs: number): Promise<Dialect> {
  mkdirSync(dirname(file), { recursive: true });
  makePrivate(file);
  const database = new Database(file);
  database.exec(`pragma busy_timeout = ${HELD_MS}`);
  await switchToWal(database, waitMs);
  for (const setting of SETTINGS) database.exec(`pragma ${setting}`);
  const demandFiles = watchFiles(file);
  const patience = { waitMs, heldMs: Math.min(waitMs, HELD_MS) };
  const log = openSqliteLog(file, waitMs);
  const lock = openSqliteLock(database, log, patience, demandFiles);
  const dialect = new SqliteDialect({ database });
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => openSqliteDriver(database, lock, demandFiles),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** SQLite makes and changes tables in transactions: a migration is done whole, under the write lock, or not at all. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Makes what throws when the file or its log is gone, or another one stands in its place: what is written
 * would go to files without a name, and be lost with the process.
 */
function watchFiles(file: string): () => void {
  const idOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;
  const watched = [file, `${file}-wal`].map((path) => ({ path, id: idOf(path) }));
  return () => {
    for (const one of watched) {
      const id = idOf(one.path);
      // The log is made when the file is first used.
      one.id ??= id;
      if (id === one.id) continue;
      const message = `${one.path} was deleted or replaced under the running program: start it again.`;
      throw Object.assign(new Error(message), { code: 'SQLITE_IOERR_DELETED' });
    }
  };
}

/**
 * The first to open a file switches it, and SQLite refuses the others that are about to do the same
 * at once, without the waiting that it does elsewhere.
 *
 * Source: https://sqlite.org/wal.html, 2.2 and 8, 2026.
 */
async function switchToWal(database: Database.Database, waitMs: number): Promise<void> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = WAL');
      return;
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > endMs) throw error;
      await pause(WAL_PAUSE_MS);
    }
  }
}

const WAL_PAUSE_MS = 10;

/** As long as a few commits of another process take. Milliseconds. */
const HELD_MS = 10;

/** What is written survives the end of the process; the last of it may not survive a power cut. */
const SETTINGS = [
  'synchronous = NORMAL',
  'foreign_keys = ON',
  // Checkpoints are made under the write lock: see `openSqliteLog`.
  'wal_autocheckpoint = 0',
];

/**
 * Makes the file where it is missing; the log files beside it get its mode.
 *
 * An existing file is never opened here. Closing it would drop the locks that this process holds on it by another
 * connection. A command that ends would then take itself for the last user, and delete the log under the running
 * server.
 *
 * Source: https://sqlite.org/howtocorrupt.html, 2.2, 2026.
 */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  if (!statSync(file).isFile()) throw new Error(`The database ${file} is not a file.`);
  chmodSync(file, 0o600);
}

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
async function orDown<Result>(work: Promise<Result>): Promise<Result> {
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

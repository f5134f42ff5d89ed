import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, SqliteAdapter, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { openSqliteDriver, orDown } from './sqlite-driver.ts';
import { codeOf, openSqliteLock, openSqliteLog } from './sqlite-lock.ts';

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

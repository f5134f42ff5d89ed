import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SqliteDialect } from 'kysely';
import Database from 'libsql';
import { orDown } from './sqlite-error.ts';
import { withWriteLock } from './write-lock.ts';

/**
 * An SQLite file, made with its folder when there is none, for its owner only.
 *
 * WAL lets the CLI and the server use it at the same time: readers never wait, and a writer waits
 * for the other writer instead of failing.
 *
 * @param waitMs how long a writer waits for another before the database counts as down.
 * @throws Fault when the file can not be used, Error when it is not one.
 */
export function openSqlite(path: string, waitMs: number): SqliteDialect {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true });
  makePrivate(file);
  return orDown(() => {
    const database = new Database(file);
    database.exec(`pragma busy_timeout = ${waitMs}`);
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = NORMAL');
    database.exec('pragma foreign_keys = ON');
    return new SqliteDialect({ database: withWriteLock(database) });
  });
}

/**
 * Makes the file where it is missing; the log files beside it get its mode.
 *
 * A file that is there is never opened here: closing it would drop the locks that this process
 * holds on it by another connection, and then a command that ends takes itself for the last user
 * and deletes the log under the running server.
 *
 * Source: https://sqlite.org/howtocorrupt.html, 2.2, 2026.
 */
function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  if (!statSync(file).isFile()) throw new Error(`The database ${file} is not a file.`);
  chmodSync(file, 0o600);
}

import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
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
 */
export function openSqlite(path: string, waitMs: number): SqliteDialect {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true });
  // The log files beside it are made with the mode of the database file.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  return orDown(() => {
    const database = new Database(file);
    database.exec(`pragma busy_timeout = ${waitMs}`);
    database.exec('pragma journal_mode = WAL');
    database.exec('pragma synchronous = NORMAL');
    database.exec('pragma foreign_keys = ON');
    return new SqliteDialect({ database: withWriteLock(database) });
  });
}

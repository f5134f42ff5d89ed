import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** kill -9 of one of two instances, and its restart. */
export const killInstance: Fault = {
  name: 'kill -9 of one of two instances (PostgreSQL), restarted after 2 s',
  expected: 'only its calls in flight are cut; the other instance answers',
  run: () =>
    withPostgres(({ address }) =>
      withScene({ instances: 2, databaseUrl: address }, (scene) =>
        underLoad(scene, {
          mayFail: false,
          async hurt({ servers, start }) {
            await servers[0]?.end('SIGKILL');
            await sleep(2000);
            await start(0);
          },
        }),
      ),
    ),
};

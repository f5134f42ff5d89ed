import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** PostgreSQL stops and starts again. */
export const postgresStopped: Fault = {
  name: 'PostgreSQL stopped for 5 s',
  expected: '503 with Retry-After, nothing counted meanwhile; well within 5 s of its start',
  run: () =>
    withPostgres((postgres) =>
      withScene({ instances: 2, databaseUrl: postgres.address }, (scene) =>
        underLoad(scene, {
          async hurt() {
            await postgres.stop();
            await sleep(5000);
            await postgres.start();
          },
        }),
      ),
    ),
};

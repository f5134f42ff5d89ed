import type { Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** kill -9 of the only instance, over SQLite. */
export const killOnlyInstance: Fault = {
  name: 'kill -9 of the only instance (SQLite), restarted at once',
  expected: 'calls in flight are cut and may be counted; nothing else is lost',
  run: (pace) =>
    withScene({ instances: 1 }, (scene) =>
      underLoad(scene, {
        pace,
        async hurt({ servers, start }) {
          await servers[0]?.end('SIGKILL');
          await start(0);
        },
      }),
    ),
};

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFolder } from '../../home.ts';
import type { Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Somebody removes the road network while a server uses it, which is then killed. */
export const networkDeleted: Fault = {
  name: 'road network deleted under a running server, which is killed 3 s later and started again',
  expected: 'no wrong answer while it runs; the start builds it again',
  run: () =>
    withFolder((home) =>
      withScene({ instances: 1, home }, (scene) =>
        underLoad(scene, {
          async hurt({ servers, start }) {
            const networks = join(home, 'network');
            for (const name of await readdir(networks))
              await rm(join(networks, name), { recursive: true });
            await sleep(3000);
            await servers[0]?.end('SIGKILL');
            await start(0);
          },
        }),
      ),
    ),
};

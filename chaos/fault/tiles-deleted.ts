import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withFolder, withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Somebody removes the routing tiles while a server uses them, which is then killed. */
export const tilesDeleted: Fault = {
  name: 'routing tiles deleted under a running server, which is killed 3 s later and started again',
  expected: 'no wrong answer while it runs; the start builds the tiles again',
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

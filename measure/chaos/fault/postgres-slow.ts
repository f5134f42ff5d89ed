import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { startSlowProxy } from '../slow-proxy.ts';
import { underLoad } from '../under-load.ts';

/** Every answer of PostgreSQL comes late. */
export const postgresSlow: Fault = {
  name: 'PostgreSQL slow: 300 ms for every message, for 6 s',
  expected: 'calls are slow, or 503 with Retry-After; each answer is counted once',
  run: () =>
    withPostgres(async ({ address }) => {
      const proxy = await startSlowProxy(Number(new URL(address).port));
      const through = new URL(address);
      through.port = String(proxy.port);
      try {
        const terms = { instances: 2, databaseUrl: through.href, directUrl: address };
        return await withScene(terms, (scene) =>
          underLoad(scene, {
            async hurt() {
              proxy.delay(300);
              await sleep(6000);
              proxy.delay(0);
            },
          }),
        );
      } finally {
        await proxy.close();
      }
    }),
};

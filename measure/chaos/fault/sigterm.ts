import type { Fault } from '../fault.ts';
import { withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** SIGTERM under load, with an instance beside. */
export const sigterm: Fault = {
  name: 'SIGTERM of one of two instances under load (PostgreSQL), restarted',
  expected: 'no call fails, none is cut; exit code 0',
  run: () =>
    withPostgres(({ address }) =>
      withScene({ instances: 2, databaseUrl: address }, async (scene) => {
        const seen = await underLoad(scene, {
          mayFail: false,
          async hurt({ servers, start }) {
            const code = await servers[0]?.end('SIGTERM');
            if (code !== 0) throw new Error(`exit code ${code}`);
            await start(0);
          },
        });
        const isCut = / cut,/.test(seen.text);
        return isCut ? { ...seen, broken: [...seen.broken, 'calls were cut'] } : seen;
      }),
    ),
};

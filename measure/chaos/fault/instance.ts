/** An instance ends under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withPostgres } from '../postgres.ts';
import { withScene } from '../scene.ts';
import { type LoadTerms, underLoad } from '../under-load.ts';

/** One of two instances, the other answers meanwhile. */
const beside = (hurt: LoadTerms['hurt']) =>
  withPostgres(({ address }) =>
    withScene({ instances: 2, databaseUrl: address }, (scene) =>
      underLoad(scene, { mayFail: false, hurt }),
    ),
  );

/** kill -9 of one of two instances, and its restart. */
export const killInstance: Fault = {
  name: 'kill -9 of one of two instances (PostgreSQL), restarted after 2 s',
  expected: 'only its calls in flight are cut; the other instance answers',
  run: () =>
    beside(async ({ servers, start }) => {
      await servers[0]?.end('SIGKILL');
      await sleep(2000);
      await start(0);
    }),
};

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

/** SIGTERM under load, with an instance beside. */
export const sigterm: Fault = {
  name: 'SIGTERM of one of two instances under load (PostgreSQL), restarted',
  expected: 'no call fails, none is cut; exit code 0',
  async run() {
    const seen = await beside(async ({ servers, start }) => {
      const code = await servers[0]?.end('SIGTERM');
      if (code !== 0) throw new Error(`exit code ${code}`);
      await start(0);
    });
    const isCut = / cut,/.test(seen.text);
    return isCut ? { ...seen, broken: [...seen.broken, 'calls were cut'] } : seen;
  },
};

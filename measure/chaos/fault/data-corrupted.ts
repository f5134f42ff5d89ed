import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { readStanding, renew, withRoads } from '../renewal.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Bytes of the renewed data are overwritten, and the server is started again with this data. */
export const dataCorrupted: Fault = {
  name: 'every file of the renewed data overwritten, server killed 3 s later and started again',
  expected: 'the running server goes on; the next start uses the bundled data and says why',
  run: () =>
    withRoads((roads) =>
      withScene({ instances: 1 }, async (scene) => {
        const { code, line } = await renew(scene.home, roads);
        if (code !== 0) throw new Error(`The renewal failed: ${line}`);
        await sleep(4000);
        return underLoad(scene, {
          async hurt({ home, servers, start }) {
            await overwrite(join(home, 'data'));
            await sleep(3000);
            await servers[0]?.end('SIGKILL');
            const { address } = await start(0);
            const { version, problems } = await readStanding(address);
            if (version !== 'bundled' || problems.length === 0)
              throw new Error(`it uses ${version}, with ${problems.length} problems`);
          },
        });
      }),
    ),
};

async function overwrite(data: string): Promise<void> {
  const version = (await readFile(join(data, 'current'), 'utf8')).trim();
  for (const file of await readdir(join(data, version)))
    await writeFile(join(data, version, file), '{"broken": ');
}

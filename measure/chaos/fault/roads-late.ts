import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeUpstream } from '../../../test/support/fake-upstream.ts';
import { withFolder } from '../../home.ts';
import type { Fault } from '../fault.ts';
import { readStanding, renewInVain, withoutNewData, withRoads } from '../renewal.ts';
import { type Scene, withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** A server asks within 65 s of its start, and gives up within 100 s. */
const PATIENCE_MS = 200_000;
const LOST = 'the renewal of the data failed; the last good data stays';

/** Two road databases that never end an answer. Both renewals run at the same time, because they take long. */
export const roadsLate: Fault = {
  name: 'road database hung while a server renews daily, and so slow while `data renew` asks it that no answer ends',
  expected:
    'both give up with one line, the command with exit code 1; the data in force stays, no call fails',
  run: (pace) =>
    withRoads((hung) =>
      withRoads((dripping) => {
        hung.fail('hang before headers');
        dripping.fail('slow drip');
        const settings = {
          ROAD_DATABASE: 'nvdb',
          ROAD_DATABASE_URL: hung.url,
          ROAD_DATABASE_CONTACT: 'drift@example.no',
        };
        return withScene({ instances: 1, settings }, (scene) =>
          underLoad(scene, {
            pace,
            mayFail: false,
            async hurt() {
              await Promise.all([renewDaily(scene), renewElsewhere(dripping)]);
              if (hung.requests.length === 0) throw new Error('nothing was asked');
            },
          }),
        );
      }),
    ),
};

/** The renewal that a server starts by itself. */
async function renewDaily(scene: Scene): Promise<void> {
  const {
    addresses: [address = ''],
    servers: [server],
  } = scene;
  await withoutNewData(address, async () => {
    const readLast = async () => (await readStanding(address)).lastRenewal;
    if (!(await until(async () => (await readLast()) !== undefined, PATIENCE_MS)))
      throw new Error('the daily renewal did not end');
    if ((await readLast())?.ok !== false) throw new Error('the fault was not felt');
  });
  const countLines = () => (server?.printed().split(LOST).length ?? 0) - 1;
  if (!(await until(() => countLines() === 1, 10_000)))
    throw new Error(`${countLines()} lines of the daily renewal`);
}

/** A renewal in a folder of its own: in one folder a renewal would wait for the other. */
const renewElsewhere = (roads: FakeUpstream) =>
  withFolder(async (home) => {
    await renewInVain(home, roads, 'dripping');
    if (roads.requests.length === 0) throw new Error('nothing was asked');
    if (existsSync(join(home, 'data/current'))) throw new Error('the data has changed');
  });

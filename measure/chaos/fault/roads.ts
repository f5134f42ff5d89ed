import { bundledRoadObjects } from '../../../test/support/bundled-road-objects.ts';
import type { FaultName } from '../../../test/support/fake-upstream/faults.ts';
import {
  fakeRoadDatabase,
  type RoadObjects,
} from '../../../test/support/fake-upstream/road-database.ts';
import type { FakeUpstream } from '../../../test/support/fake-upstream.ts';
import type { Fault } from '../fault.ts';
import { renew, renewInVain, withoutNewData, withRoads } from '../renewal.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

const HALF = 'half of its stations';

/** Ways in which the road database fails. */
const WAYS = {
  reset: ['reset on connect', 'reset mid-body'],
  lying: ['content-length too large', 'broken gzip', HALF],
  'full of garbage': [
    'HTML instead of JSON',
    'truncated JSON',
    'empty body',
    'bytes that are no text',
  ],
} as const satisfies Record<string, readonly (FaultName | typeof HALF)[]>;

/** The road database fails in one way while the data is renewed. */
export const roadsFault = (way: keyof typeof WAYS): Fault => ({
  name: `road database ${way} while \`data renew\` asks it (${WAYS[way].join(', ')})`,
  expected:
    'exit code 1 with one line, the data in force stays, no call fails; the next renewal ends well',
  run: (pace) =>
    withRoads((roads) =>
      withScene({ instances: 1 }, (scene) =>
        underLoad(scene, {
          pace,
          mayFail: false,
          async hurt({ home, addresses: [address = ''] }) {
            const faults = WAYS[way].slice(0, pace.kinds);
            await withoutNewData(address, () => renewUnder(faults, home, roads));
            mend(roads);
            const { code, line } = await renew(home, roads);
            if (code !== 0) throw new Error(`the next renewal failed: ${line}`);
          },
        }),
      ),
    ),
});

async function renewUnder(
  faults: readonly (FaultName | typeof HALF)[],
  home: string,
  roads: FakeUpstream,
): Promise<void> {
  for (const fault of faults) {
    mend(roads);
    if (fault === HALF) roads.answer(fakeRoadDatabase(halved(bundledRoadObjects())).handler);
    else roads.fail(fault);
    await renewInVain(home, roads, fault);
  }
}

function mend(roads: FakeUpstream): void {
  roads.heal();
  roads.answer(fakeRoadDatabase(bundledRoadObjects()).handler);
}

const halved = (objects: RoadObjects): RoadObjects => ({
  ...objects,
  45: objects[45].filter((_, i) => i % 2 === 0),
});

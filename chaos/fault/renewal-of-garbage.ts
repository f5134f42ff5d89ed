import type { FaultName } from '../../test/support/fake-upstream/faults.ts';
import type { FakeUpstream } from '../../test/support/fake-upstream.ts';
import type { Fault } from '../fault.ts';
import { readStanding, renew, withRoads } from '../renewal.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

const GARBAGE: readonly FaultName[] = [
  'HTML instead of JSON',
  'truncated JSON',
  'empty body',
  'bytes that are no text',
];

/** The road database answers with garbage while the data is renewed. */
export const renewalOfGarbage: Fault = {
  name: `\`data renew\` fed garbage (${GARBAGE.join(', ')})`,
  expected: 'exit code 1 with one line, the data in force stays, no call fails',
  run: (pace) =>
    withRoads((roads) =>
      withScene({ instances: 1 }, (scene) =>
        underLoad(scene, {
          pace,
          mayFail: false,
          async hurt({ home, addresses: [address = ''] }) {
            const before = await readStanding(address);
            for (const garbage of GARBAGE.slice(0, pace.kinds)) await feed(home, roads, garbage);
            const after = await readStanding(address);
            if (after.dataVersion !== before.dataVersion) throw new Error('the data has changed');
          },
        }),
      ),
    ),
};

async function feed(home: string, roads: FakeUpstream, garbage: FaultName): Promise<void> {
  roads.fail(garbage);
  const { code, line } = await renew(home, roads);
  if (code !== 1) throw new Error(`${garbage}: exit code ${code}, ${line}`);
}

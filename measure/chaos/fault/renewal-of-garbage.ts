import type { FaultName } from '../../../test/support/fake-upstream/faults.ts';
import type { Fault } from '../fault.ts';
import { renewInVain, withoutNewData, withRoads } from '../renewal.ts';
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
          hurt: ({ home, addresses: [address = ''] }) =>
            withoutNewData(address, async () => {
              for (const garbage of GARBAGE.slice(0, pace.kinds)) {
                roads.fail(garbage);
                await renewInVain(home, roads, garbage);
              }
            }),
        }),
      ),
    ),
};

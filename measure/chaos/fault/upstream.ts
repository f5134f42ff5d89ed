import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultName } from '../../../test/support/fake-upstream/faults.ts';
import { FOREIGN_CALLS, type Service, withFakes } from '../fakes.ts';
import type { Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Ways in which a foreign service fails. */
const WAYS = {
  hung: ['hang before headers'],
  reset: ['reset on connect', 'reset mid-body'],
  lying: ['HTML instead of JSON', 'truncated JSON', 'content-length too large', 'broken gzip'],
  slow: ['slow drip', 'delay'],
} as const satisfies Record<string, readonly FaultName[]>;

const NAMES: Readonly<Record<Service, string>> = {
  planner: 'route planner',
  osrm: 'OSRM server',
  register: 'vehicle register',
};

/** A foreign service fails for 6 s in one way. */
export const upstreamFault = (service: Service, way: keyof typeof WAYS): Fault => ({
  name: `${NAMES[service]} ${way} for 6 s (${WAYS[way].join(', ')})`,
  expected: 'its calls are 502 or 503 or late, uncounted when they fail; all others go on',
  run: (pace) =>
    withFakes(({ of, settings }) =>
      withScene({ instances: 1, settings }, (scene) =>
        underLoad(scene, {
          pace,
          asks: FOREIGN_CALLS,
          mayBeSilent: true,
          async hurt(_scene, untilFelt) {
            const kinds = WAYS[way].slice(0, pace.kinds);
            for (const fault of kinds) {
              of[service].fail(fault);
              await sleep(pace.hurtMs / kinds.length);
            }
            // A service that is only slow may well be waited for.
            if (way !== 'slow') await untilFelt();
            of[service].heal();
          },
        }),
      ),
    ),
});

import { setTimeout as sleep } from 'node:timers/promises';
import { FOREIGN_CALLS, withFakes } from '../fakes.ts';
import type { Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** The names of two foreign services can not be found. */
export const noName: Fault = {
  name: 'DNS has no name for route planner and OSRM server, for 6 s (`.invalid`)',
  expected: '503 and 502, uncounted; all others go on',
  run: () =>
    withFakes(({ settings }) => {
      const lost = {
        ...settings,
        PLANNER_URL: 'http://planner.invalid',
        OSRM_URL: 'http://osrm.invalid',
      };
      const asks = FOREIGN_CALLS.map((ask) =>
        typeof ask.path === 'string' && ask.path.startsWith('/api/route')
          ? { ...ask, normal: [ask.path.startsWith('/api/route-osrm') ? 502 : 503] }
          : ask,
      );
      return withScene({ instances: 1, settings: lost }, (scene) =>
        underLoad(scene, { asks, mayFail: false, hurt: () => sleep(6000) }),
      );
    }),
};

import { existsSync } from 'node:fs';
import { CannotMake, type Fault } from '../fault.ts';
import { listEngines } from '../list-engines.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** Ten seconds until it is taken for hung, and some for a machine that has much to do. */
const REPLACED_WITHIN_MS = 20_000;

/** The engine process of the only instance is stopped: alive, and silent. */
export const engineHung: Fault = {
  name: 'SIGSTOP of the engine process of the only instance (SQLite), for good',
  expected:
    'its calls in flight are 502, others wait or are 503 with Retry-After, uncounted all; another engine answers after some 10 s',
  run: (pace) => {
    if (!existsSync('/proc/self/task')) throw new CannotMake('no /proc, where processes are found');
    return withScene({ instances: 1 }, (scene) =>
      underLoad(scene, {
        pace,
        async hurt({ servers }) {
          const pid = servers[0]?.pid ?? 0;
          const [engine] = await listEngines(pid);
          if (engine === undefined) throw new Error('there is no engine process');
          process.kill(engine, 'SIGSTOP');
          const isReplaced = async () => {
            const engines = await listEngines(pid);
            return engines.length > 0 && !engines.includes(engine);
          };
          if (!(await until(isReplaced, REPLACED_WITHIN_MS)))
            throw new Error('the engine was not replaced');
        },
      }),
    );
  },
};

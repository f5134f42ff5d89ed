import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotMake, type Fault } from '../fault.ts';
import { withFolder, withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Where Debian's package `libfaketime` puts it; `FAKETIME_LIBRARY` names another place. */
const LIBRARY =
  process.env.FAKETIME_LIBRARY ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** The wall clock of the server jumps an hour ahead, then two hours back, then is right again. */
export const clockStepped: Fault = {
  name: 'clock stepped by an hour, ahead and back (libfaketime)',
  expected: 'no call fails, each is counted once',
  run: () => {
    if (!existsSync(LIBRARY)) throw new CannotMake(`there is no ${LIBRARY}`);
    return withFolder((folder) => {
      const offset = join(folder, 'offset');
      writeFileSync(offset, '+0');
      const settings = {
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      };
      return withScene({ instances: 1, settings }, (scene) =>
        underLoad(scene, {
          mayFail: false,
          async hurt() {
            for (const step of ['+3600', '-3600', '+0']) {
              writeFileSync(offset, step);
              await sleep(2500);
            }
          },
        }),
      );
    });
  },
};

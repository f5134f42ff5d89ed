import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../../../test/support/launched-file.ts';
import { withFolder } from '../../home.ts';
import { FOREIGN_CALLS, withFakes } from '../fakes.ts';
import { CannotMake, type Fault } from '../fault.ts';
import { withScene } from '../scene.ts';
import { type Ask, isNormal } from '../traffic.ts';
import { CALLS, type Seen, underLoad } from '../under-load.ts';

/** The place where Debian's package `libfaketime` puts the library; `FAKETIME_LIBRARY` names another place. */
const LIBRARY =
  process.env.FAKETIME_LIBRARY ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

const STEP_MS = 2500;
const KEY_EVERY_MS = 100;

const needsRegister = ({ path }: Ask) => typeof path !== 'string' && path(0).includes('vehicle');

/** The usual calls, with plates that are not remembered. */
const ASKS = [
  ...CALLS.filter(({ path }) => typeof path === 'string' && !path.includes('vehicle')),
  ...FOREIGN_CALLS.filter(needsRegister),
];

/**
 * The wall clock of the server jumps an hour ahead, then two hours back, then is right again. Meanwhile the vehicle
 * register fails, and somebody tries invalid keys.
 */
export const clockStepped: Fault = {
  name: 'clock stepped by an hour, ahead and back (libfaketime), while the vehicle register fails',
  expected:
    'no call fails but those for vehicles, and they no longer than the register; keys that are none are 401; each call is counted once',
  run: () => {
    if (!existsSync(LIBRARY)) throw new CannotMake(`there is no ${LIBRARY}`);
    return withFolder((folder) => {
      const offset = join(folder, 'offset');
      writeFileSync(offset, '+0');
      const clock = {
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      };
      return withFakes(({ of: { register }, settings }) =>
        withScene(
          { instances: 1, settings: { ...clock, ...ofRegister(settings) } },
          async (scene) =>
            withOthersJudged(
              await underLoad(scene, {
                asks: ASKS,
                mayBeSilent: true,
                async hurt({ addresses: [address = ''] }, untilFelt) {
                  const keys = tryKeys(address);
                  register.fail('reset mid-body');
                  if ((await untilFelt()) !== true) throw new Error('no call for a vehicle failed');
                  for (const step of ['+3600', '-3600', '+0']) {
                    writeFileSync(offset, step);
                    await sleep(STEP_MS);
                  }
                  register.heal();
                  await keys.stop();
                },
              }),
            ),
        ),
      );
    });
  },
};

/** The settings of the register only: trips are still planned by the embedded engine. */
const ofRegister = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('VEHICLE_')));

/** Adds broken promises for calls that do not need the register: they must not be affected by its failure. */
function withOthersJudged(seen: Seen): Seen {
  const failed = seen.made.filter((one) => !isNormal(one) && !needsRegister(one.ask));
  if (failed.length === 0) return seen;
  return { ...seen, broken: [...seen.broken, `${failed.length} other calls failed`] };
}

/** Sends invalid keys. A call that is not refused with 401 is a broken promise, which `stop` reports. */
function tryKeys(address: string): { stop(): Promise<void> } {
  const tries: Promise<number>[] = [];
  const timer = setInterval(() => {
    const headers = { 'x-api-key': `junk-${tries.length}` };
    tries.push(fetch(`${address}/api/ferry-quays`, { headers }).then(({ status }) => status));
  }, KEY_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      const statuses = await Promise.all(tries);
      const other = statuses.filter((status) => status !== 401);
      if (statuses.length === 0 || other.length > 0)
        throw new Error(`${other.length} of ${statuses.length} keys that are none: ${other[0]}`);
    },
  };
}

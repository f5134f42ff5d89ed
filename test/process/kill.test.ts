import { join } from 'node:path';
import Database from 'libsql';
import { beforeAll, expect, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { ask, cheapCall } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

const OLA = ['--email', 'ola@example.no'];
const CALLERS = 16;
const LIMIT = 100_000;

beforeAll(openBundledNetwork);

test('a server killed under load has counted every answer, and at most the calls in flight beside', () =>
  onOneDay(async () => {
    const home = await homeWithNetwork();
    const settings = { VEIPRIS_HOME: home };
    const desk = deskOf(settings);
    const key = await desk.ask('key', 'create', ...OLA, '--plan', 'enterprise');
    const server = await startServer(settings);

    let answered = 0;
    const killedAfter300 = new Promise<void>((resolve) => {
      const callUntilItDies = async (first: number) => {
        for (let i = first; ; i += CALLERS) {
          await ask(server.address, cheapCall(i), key);
          answered += 1;
          if (answered === 300) resolve(server.end('SIGKILL').then(() => undefined));
        }
      };
      void Promise.allSettled(Array.from({ length: CALLERS }, (_, i) => callUntilItDies(i))).then(
        () => resolve(),
      );
    });
    await killedAfter300;
    expect(answered).toBeGreaterThanOrEqual(300);

    const file = new Database(join(home, 'veipris.db'));
    expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    file.close();

    const { used } = JSON.parse(await desk.ask('usage', ...OLA, '--json')).today;
    expect(used).toBeGreaterThanOrEqual(answered);
    expect(used).toBeLessThanOrEqual(answered + CALLERS);

    const again = await startServer(settings);
    const { status, remaining } = await ask(again.address, cheapCall(1), key);
    expect({ status, remaining }).toEqual({ status: 400, remaining: LIMIT - used - 1 });
  }));

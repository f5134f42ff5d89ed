/**
 * A server process over foreign services that are all faked; each is killed, hung and healed in
 * turn while calls of all kinds go on, with the limits that the service runs with. It takes a
 * minute, so it runs with `OUTAGE=1` only; `test/upstream/outage.test.ts` does the same in seconds.
 */
import { expect, test } from 'vitest';
import { deskOf } from '../support/desk.ts';
import { REGISTER_KEY } from '../support/fake-upstream/vehicle-register.ts';
import { ask } from '../support/load.ts';
import { BREAKAGES, illAfterHealingMs, listDuring, runOutage } from '../support/outage-run.ts';
import { askerOf, startFakes, watch } from '../support/outage-scene.ts';
import { startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const LONG_MS = 300_000;
const WELL_WITHIN_MS = 5000;
const LIMIT = 100_000;
/** Longer than a hung service takes to be found out. */
const DOWN_MS = 6000;

test.skipIf(process.env.OUTAGE !== '1')(
  'every outage ends within 5 s of its healing, and no call of it is counted',
  async () => {
    const fakes = await startFakes();
    const settings = {
      VEIPRIS_HOME: await tempHome(),
      PLANNER: 'vegvesen',
      PLANNER_URL: fakes.planner.url,
      VEHICLE_REGISTER: 'vegvesen',
      VEHICLE_REGISTER_URL: fakes.register.url,
      VEHICLE_REGISTER_KEY: REGISTER_KEY,
      OSRM_URL: fakes.osrm.url,
      LOG_LEVEL: 'silent',
    };
    const desk = deskOf(settings);
    const key = await desk.ask(
      'key',
      'create',
      '--email',
      'ola@example.no',
      '--plan',
      'enterprise',
    );
    const server = await startServer(settings);
    const services = watch(fakes);
    let counted = 0;

    for (const broken of services)
      for (const breakage of Object.keys(BREAKAGES) as (keyof typeof BREAKAGES)[]) {
        const outage = await runOutage({
          ...{ services, broken, breakage, ask: askerOf(server.address, key) },
          ...{ downMs: DOWN_MS, everyMs: 200 },
        });
        const { calls } = outage;
        counted += calls.filter(({ status }) => status < 500).length;
        const statuses = [...new Set(calls.map(({ status }) => status))].sort();
        const longestMs = Math.max(...calls.map((call) => call.endedMs - call.startedMs));
        const illMs = illAfterHealingMs(outage, broken.name);
        process.stdout.write(
          `${broken.name} ${breakage}: ${calls.length} calls, statuses ${statuses.join(' ')}, ` +
            `longest ${Math.round(longestMs)} ms, ill for ${Math.round(illMs)} ms after the healing\n`,
        );
        expect([200, 404, 502, 503]).toEqual(expect.arrayContaining(statuses));
        expect(illMs).toBeLessThan(WELL_WITHIN_MS);
        expect(longestMs).toBeLessThan(15_000);
        expect(listDuring(outage, broken.name).some(({ status }) => status >= 500)).toBe(true);
      }

    const { remaining } = await ask(server.address, services[0]?.path(0) ?? '', key);
    expect(remaining).toBe(LIMIT - counted - 1);
  },
  LONG_MS,
);

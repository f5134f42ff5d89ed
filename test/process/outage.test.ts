/**
 * A server process over foreign services that are all faked; each is killed, hung and healed in
 * turn while calls of all kinds go on, with the limits that the service runs with. It takes minutes,
 * so it runs with `OUTAGE=1` only; `test/upstream/outage.test.ts` does the same in seconds.
 */
import { expect, onTestFinished, test } from 'vitest';
import { bundledRoadObjects } from '../support/bundled-road-objects.ts';
import { deskOf } from '../support/desk.ts';
import { fakeRoadDatabase } from '../support/fake-upstream/road-database.ts';
import { REGISTER_KEY } from '../support/fake-upstream/vehicle-register.ts';
import { startFakeUpstream } from '../support/fake-upstream.ts';
import { ask } from '../support/load.ts';
import { illAfterHealingMs, type Outage, runOutage } from '../support/outage-run.ts';
import { askerOf, startFakes, watch } from '../support/outage-scene.ts';
import { runVeipris, type Settings, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const LONG_MS = 600_000;
const WELL_WITHIN_MS = 5000;
const LIMIT = 100_000;
/** Longer than a hung service takes to be found out. */
const PACE = { downMs: 6000, everyMs: 200 };

test.skipIf(process.env.OUTAGE !== '1')(
  'every outage is over within 5 s of its healing, and no failed call is counted',
  async () => {
    const { fakes, settings, roads } = await startAll();
    const desk = deskOf(settings);
    const owner = ['--email', 'ola@example.no', '--plan', 'enterprise'];
    const key = await desk.ask('key', 'create', ...owner);
    const { address } = await startServer(settings);
    const services = watch(fakes);
    const terms = { services, ask: askerOf(address, key), ...PACE };
    let counted = 0;
    const check = (outage: Outage, name: string, breakage: string) => {
      const asked = outage.calls.filter((call) => call.name !== roads.name);
      counted += asked.filter(({ status }) => status < 500).length;
      report(outage, `${name} ${breakage}`);
      for (const { status } of outage.calls) expect([200, 404, 502, 503]).toContain(status);
      for (const service of services)
        expect(illAfterHealingMs(outage, service.name)).toBeLessThan(WELL_WITHIN_MS);
      expect(longestMs(outage)).toBeLessThan(15_000);
      expect(outage.calls.some(({ status }) => status >= 500)).toBe(name !== roads.name);
    };

    for (const broken of services)
      for (const breakage of ['killed', 'hung'] as const)
        check(await runOutage({ ...terms, broken, breakage }), broken.name, breakage);

    const withRoads = { ...terms, services: [...services, roads], broken: roads };
    // The road database is no part of a call: what waits for it is the renewal of the data.
    const renew = () => runVeipris(['data', 'renew'], settings);
    const isRenewed = async () =>
      JSON.parse((await terms.ask('/health/ready')).body).data.lastRenewal?.ok;
    const killed = await runOutage({
      ...withRoads,
      breakage: 'killed',
      whileDown: async () => {
        expect((await renew()).code).toBe(1);
        await expect.poll(isRenewed, { timeout: 10_000 }).toBe(false);
      },
    });
    check(killed, roads.name, 'killed');
    expect((await renew()).code).toBe(0);
    await expect.poll(isRenewed, { timeout: 10_000 }).toBe(true);
    const hung = await runOutage({
      ...withRoads,
      breakage: 'hung',
      whileDown: async () => expect((await renew()).code).toBe(0),
    });
    check(hung, roads.name, 'hung');

    const { remaining } = await ask(address, services[0]?.path(0) ?? '', key);
    expect(remaining).toBe(LIMIT - counted - 1);
  },
  LONG_MS,
);

async function startAll() {
  const fakes = await startFakes();
  const roads = await startFakeUpstream(fakeRoadDatabase(bundledRoadObjects()).handler);
  onTestFinished(roads.stop);
  const settings: Settings = {
    VEIPRIS_HOME: tempHome(),
    PLANNER: 'vegvesen',
    PLANNER_URL: fakes.planner.url,
    ROAD_DATABASE: 'nvdb',
    ROAD_DATABASE_URL: roads.url,
    ROAD_DATABASE_CONTACT: 'drift@example.no',
    VEHICLE_REGISTER: 'vegvesen',
    VEHICLE_REGISTER_URL: fakes.register.url,
    VEHICLE_REGISTER_KEY: REGISTER_KEY,
    OSRM_URL: fakes.osrm.url,
    LOG_LEVEL: 'silent',
  };
  const name = 'road database';
  const road = { name, fake: roads, path: () => '/health/live', isNormal: () => true };
  return { fakes, settings, roads: road };
}

const longestMs = ({ calls }: Outage) =>
  Math.max(...calls.map(({ startedMs, endedMs }) => endedMs - startedMs));

/** A line for whoever watches. */
function report(outage: Outage, what: string): void {
  const counts = [200, 404, 502, 503].map(
    (status) => `${outage.calls.filter((call) => call.status === status).length} x ${status}`,
  );
  const names = new Set(outage.calls.map(({ name }) => name));
  const illMs = Math.max(...[...names].map((name) => illAfterHealingMs(outage, name)));
  process.stdout.write(
    `${what}: ${counts.join(', ')}; longest ${Math.round(longestMs(outage))} ms; ` +
      `ill until ${Math.round(illMs)} ms after the healing\n`,
  );
}

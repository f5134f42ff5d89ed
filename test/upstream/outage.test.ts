/**
 * Every foreign service is killed, hung and healed in turn while calls of all kinds go on. The
 * limits are a fifth of the real ones; what must be over within 5 s has its 5 s all the same.
 */
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, type UpstreamLimits } from '../../src/upstream/call/terms.ts';
import { json } from '../support/fake-upstream/answer.ts';
import { planAnswer } from '../support/fake-upstream/route-planner.ts';
import { BREAKAGES, illAfterHealingMs, listDuring, runOutage } from '../support/outage-run.ts';
import { drawnPlan, startApp, startFakes, watch } from '../support/outage-scene.ts';

const WELL_WITHIN_MS = 5000;

const SCALED = [
  'attemptMs',
  'deadlineMs',
  'retryPauseMs',
  'retryRoomMs',
  'openMs',
  'probeMs',
] as const satisfies readonly (keyof UpstreamLimits)[];
const LIMITS: Partial<UpstreamLimits> = Object.fromEntries(
  SCALED.map((name) => [name, DEFAULT_LIMITS[name] / 5]),
);

const OUTAGES = ['/api/route', '/api/route-osrm', '/api/vehicle'].flatMap((name) =>
  (Object.keys(BREAKAGES) as (keyof typeof BREAKAGES)[]).map((breakage) => ({ name, breakage })),
);

test.each(OUTAGES)(
  'the service behind $name is $breakage and healed: calls are answered, credited, and soon well again',
  async ({ name, breakage }) => {
    const fakes = await startFakes();
    const services = watch(fakes);
    const broken = services.find((service) => service.name === name);
    if (broken === undefined) throw new Error(`Expected a service: ${name}`);
    const { ask, used } = await startApp(fakes, LIMITS);
    const outage = await runOutage({ services, broken, breakage, ask, downMs: 1500, everyMs: 50 });

    const { calls } = outage;
    expect(calls.filter(({ status }) => ![200, 404, 502, 503].includes(status))).toEqual([]);
    expect(used()).toBe(calls.filter(({ status }) => status < 500).length);
    expect(illAfterHealingMs(outage, name)).toBeLessThan(WELL_WITHIN_MS);
    expect(listDuring(outage, name).some(({ status }) => status >= 500)).toBe(true);
    for (const other of services)
      if (other !== broken)
        expect(listDuring(outage, other.name).some(({ isNormal }) => isNormal)).toBe(true);
    expect(calls.some(({ status }) => status === 404)).toBe(true);
    expect(Math.max(...calls.map((call) => call.endedMs - call.startedMs))).toBeLessThan(15_000);
  },
);

test('a planner that forgets the links is no failure: the answer falls back and says so', async () => {
  const fakes = await startFakes();
  const { ask } = await startApp(fakes, LIMITS);
  fakes.planner.answer(() => json(planAnswer([drawnPlan(false)])));
  const [route] = watch(fakes);
  const { status, body } = await ask(route?.path(0) ?? '');
  expect(status).toBe(200);
  expect(JSON.parse(body)._billing).toMatchObject({ refined: false, refineFallback: true });
});

import { expect, test, vi } from 'vitest';
import type { Phase, UpstreamStanding } from '../../../src/http/services.ts';
import { appOf, FAKES, keyed, NOW } from '../../support/app.ts';
import { handTime } from '../../support/time.ts';

test('the process is alive, whatever else is wrong', async () => {
  for (const phase of ['starting', 'serving', 'draining'] as const satisfies Phase[]) {
    const reply = await appOf({ phase: () => phase, checks: BROKEN }).inject('/health/live');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 'live' });
  }
});

test('whoever shows a key hears so as well while the database does not answer', async () => {
  const access = { ...FAKES.access, identify: () => new Promise<never>(() => undefined) };
  const reply = await appOf({ access }).inject(keyed('/health/live'));
  expect([reply.statusCode, reply.headers['x-api-quota-limit']]).toEqual([200, '0']);
});

test('a server that answers is ready, and says with which facts', async () => {
  const data = {
    version: '2026-11-19-0a1b2c3d',
    date: '2026-11-19',
    ageDays: 1,
    lastRenewal: { at: '2026-11-20T04:00:00+01:00', ok: false, reason: 'The road database …' },
    problems: ['The version … is damaged.'],
  };
  const reply = await appOf({ dataVersion: '2026-09-10', data }).inject('/health/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.json()).toEqual({
    status: 'ready',
    dataVersion: '2026-09-10',
    data,
    parts: { database: 'usable', engine: 'usable' },
    upstreams: [],
  });
});

test('a foreign service that is down is told of, and leaves the server ready', async () => {
  const down = { breaker: 'open', inFlight: 3 } as const;
  const lastFailure = { atMs: Date.parse(NOW), kind: 'unreachable' } as const;
  const upstreams = [
    upstreamOf('route planner', { ...down, lastFailure }),
    upstreamOf('vehicle register', { breaker: 'closed', inFlight: 0 }),
  ];
  const reply = await appOf({ upstreams }).inject('/health/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    status: 'ready',
    upstreams: [
      { name: 'route planner', ...down, lastFailure: { at: NOW, kind: 'unreachable' } },
      { name: 'vehicle register', breaker: 'closed', inFlight: 0 },
    ],
  });
});

test('however many probes come, the parts are looked after once a second', async () => {
  const time = handTime(NOW);
  const checks = { database: vi.fn(async () => undefined), engine: vi.fn(async () => undefined) };
  const app = appOf({ ...time, checks });
  const probe = () => app.inject('/health/ready');
  await Promise.all([probe(), probe(), probe()]);
  await time.pass(999);
  await probe();
  expect(checks.database).toHaveBeenCalledTimes(1);
  await time.pass(1);
  await probe();
  expect(checks.database).toHaveBeenCalledTimes(2);
  expect(checks.engine).toHaveBeenCalledTimes(2);
});

test.each([-3_600_000, 3_600_000])(
  'a clock on the wall that is set by %i ms does not change when the parts are looked after',
  async (stepMs) => {
    const time = handTime(NOW);
    const database = vi.fn(async () => undefined);
    const app = appOf({ ...time, checks: { database, engine: async () => undefined } });
    const probe = () => app.inject('/health/ready');
    await probe();
    time.stepClock(stepMs);
    await time.pass(999);
    await probe();
    expect(database).toHaveBeenCalledTimes(1);
    await time.pass(1);
    await probe();
    expect(database).toHaveBeenCalledTimes(2);
  },
);

const BROKEN = {
  database: () => Promise.reject(new Error('away')),
  engine: () => Promise.reject(new Error('away')),
};

function upstreamOf(name: string, state: ReturnType<UpstreamStanding['state']>): UpstreamStanding {
  return { name, state: () => state, listen: () => undefined };
}

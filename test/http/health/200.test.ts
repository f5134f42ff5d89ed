import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

test('the process is alive', async () => {
  const reply = await appOf().inject('/health/live');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'live' });
});

test('a server that answers is ready, and says with which facts', async () => {
  const data = {
    version: '2026-11-19-0a1b2c3d',
    date: '2026-11-19',
    ageDays: 1,
    lastRenewal: { at: '2026-11-20T04:00:00+01:00', ok: false, reason: 'The road database …' },
  };
  const reply = await appOf({ dataVersion: '2026-09-10', data }).inject('/health/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'ready', dataVersion: '2026-09-10', data });
});

import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

test('the process is alive', async () => {
  const reply = await appOf().inject('/health/live');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'live' });
});

test('a server that answers is ready, and says with which facts', async () => {
  const reply = await appOf({ dataVersion: '2026-09-10' }).inject('/health/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'ready', dataVersion: '2026-09-10' });
});

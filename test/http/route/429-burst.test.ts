import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

// The limiter reads the clock of the platform.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the call that is too many within a second is 429 rate_limited, and takes none of the day', async () => {
  const { app, used } = meteredApp({ parts: { burstPerSecond: 2 } });
  const replies = [];
  for (let call = 0; call < 3; call++) replies.push(await app.inject(keyed(TRIP)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  const reply = replies[2] as NonNullable<(typeof replies)[2]>;
  expect(reply.json()).toMatchObject({
    error: 'rate_limited',
    message: 'This account may make 2 calls within a second.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['retry-after']).toBe('1');
  expect(quotaOf(reply)).toBe('500/498');
  expect(used()).toBe(2);
});

test('after that second calls are answered again', async () => {
  const { app } = meteredApp({ parts: { burstPerSecond: 1 } });
  const statusOf = async () => (await app.inject(keyed(TRIP))).statusCode;
  expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
});

test('a clock on the wall that is set back prolongs neither that second nor what the caller hears of it', async () => {
  const { app } = meteredApp({ parts: { burstPerSecond: 1 } });
  await app.inject(keyed(TRIP));
  vi.setSystemTime(Date.now() - 3_600_000);
  expect((await app.inject(keyed(TRIP))).headers['retry-after']).toBe('1');
  await vi.advanceTimersByTimeAsync(1000);
  expect((await app.inject(keyed(TRIP))).statusCode).toBe(200);
});

test('a burst is refused before the day is looked at, and the key before both', async () => {
  const { app, accounts } = meteredApp({ parts: { burstPerSecond: 1 } });
  accounts.use('2026-11-20', 500);
  const errorOf = async () => (await app.inject(keyed(TRIP))).json().error;
  expect([await errorOf(), await errorOf()]).toEqual(['quota_exceeded', 'rate_limited']);
  accounts.revoke();
  expect(await errorOf()).toBe('invalid_api_key');
});

test('endpoints that are not counted have no such limit', async () => {
  const { app } = meteredApp({ parts: { burstPerSecond: 1 } });
  for (let call = 0; call < 5; call++)
    expect((await app.inject(keyed('/api/ferry-quays'))).statusCode).toBe(200);
});

test('without a setting there is no such limit', async () => {
  const { app } = meteredApp();
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.inject(keyed(TRIP))));
  expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
});

import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { hashOfKey } from '../../../src/account/key-text.ts';
import { Fault } from '../../../src/base/fault.ts';
import { KEY, UNKNOWN_KEY } from '../../support/accounts.ts';
import { answer, fallbackAnswer } from '../../support/answer.ts';
import { keyed } from '../../support/app.ts';
import { NO_KEYS } from '../../support/key-contract.ts';
import { meteredApp } from '../../support/metered-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('no line of a run over every status holds more of a key than its visible prefix', async () => {
  const answerRoute = vi
    .fn(async () => answer())
    .mockRejectedValueOnce(new TypeError('defect'))
    .mockRejectedValueOnce(new Fault('upstream_broken'))
    .mockRejectedValueOnce(new Fault('upstream_down'))
    .mockRejectedValueOnce(new Fault('route_not_possible'));
  const { app, accounts, lines } = meteredApp({
    account: { dailyLimit: 3 },
    parts: { answerRoute },
  });
  const statuses = new Set<number>();
  const ask = async (request: InjectOptions | string) =>
    statuses.add((await app.inject(request)).statusCode);

  for (const url of [TRIP, TRIP, TRIP, TRIP, '/api/route', TRIP, TRIP]) await ask(keyed(url));
  for (const [, headers] of NO_KEYS) await ask({ url: TRIP, headers });
  // A key that is sent where it does not belong does not get into the log either.
  await ask(keyed(`/api/route?key=${KEY}`));
  await ask(keyed(`/${KEY}`));
  await ask(keyed(`/api/%zz?key=${KEY}`));
  await ask(keyed({ method: 'POST', url: `/api/route?key=${KEY}`, payload: { key: KEY } }));
  await ask(keyed({ url: '/api/ferry-quays', headers: { 'if-none-match': '*' } }));
  vi.spyOn(accounts.usage, 'note').mockRejectedValue(new Error('away'));
  vi.spyOn(accounts.keys, 'findHolder').mockRejectedValue(new Fault('upstream_down'));
  for (const url of [TRIP, '/health/live']) await ask(keyed(url));
  await app.close();

  expect([...statuses].sort()).toEqual([200, 304, 400, 401, 404, 405, 429, 500, 502, 503]);
  const log = lines.join('');
  expect(log).toContain(`"keyPrefix":"${KEY.slice(0, 19)}"`);
  for (const secret of [KEY, UNKNOWN_KEY, UNKNOWN_KEY.toUpperCase()]) {
    expect(log).not.toContain(secret.slice(0, 20));
    expect(log).not.toContain(secret.slice(19, 27));
    expect(log).not.toContain(hashOfKey(secret));
  }
  expect(log).not.toMatch(/authorization|x-api-key/i);
});

test('no line of such a run, on any endpoint and level, holds a coordinate or a plate', async () => {
  const failures = [
    new TypeError('defect'),
    new Fault('upstream_broken'),
    new Fault('upstream_down'),
    new Fault('route_not_possible'),
  ];
  const failing = () => {
    const answerRoute = vi.fn(async () => answer());
    for (const failure of failures) answerRoute.mockRejectedValueOnce(failure);
    return answerRoute;
  };
  const findVehicle = vi.fn(async () => '{"kjoretoydataListe":[{}]}');
  for (const failure of failures.with(-1, new Fault('not_found')))
    findVehicle.mockRejectedValueOnce(failure);
  const { app, lines } = meteredApp({
    parts: { answerRoute: failing(), answerEstimate: failing(), findVehicle },
  });
  const statuses = new Set<number>();
  for (const url of [
    '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&via=61.1153,10.4662',
    '/api/route-osrm?from=59.9139,10.7522&to=60.3913,5.3221',
    '/api/vehicle?plate=QQ%2012345',
  ]) {
    for (let call = 0; call <= failures.length; call++)
      statuses.add((await app.inject(keyed(url))).statusCode);
    // Wrong in every way that is told back, and where it does not belong.
    for (const wrong of [`${url},0`, `${url}&from=59.9139`, `${url}&plate=QQ12345`, `/x${url}`])
      statuses.add((await app.inject(keyed(wrong))).statusCode);
    statuses.add((await app.inject(keyed(`/%zz${url}`))).statusCode);
    statuses.add((await app.inject(url)).statusCode);
  }
  await app.close();
  expect([...statuses].sort()).toEqual([200, 400, 401, 404, 500, 502, 503]);
  // An id of a request is random, and may hold any digits.
  const log = lines.join('').replaceAll(/"reqId":"[^"]+"/g, '');
  expect(lines.length).toBeGreaterThan(20);
  for (const sent of ['59.9', '10.75', '60.39', '5.32', '61.11', '12345', 'QQ'])
    expect(log).not.toContain(sent);
});

/** The line of the last answer. */
const lastOf = (lines: readonly string[]) => JSON.parse(lines.at(-1) ?? '');

test('the line of an answer names its request, the account and the visible part of its key', async () => {
  const { app, lines } = meteredApp();
  const reply = await app.inject(keyed(TRIP));
  expect(lastOf(lines)).toMatchObject({
    level: 30,
    msg: 'answered',
    reqId: reply.headers['x-request-id'],
    method: 'GET',
    endpoint: '/api/route',
    status: 200,
    durationMs: expect.any(Number),
    quota: 'counted',
    account: 'account-1',
    keyPrefix: KEY.slice(0, 19),
  });
  for (const absent of ['hungUp', 'fault', 'refineFallback'])
    expect(lastOf(lines)).not.toHaveProperty(absent);
});

test('a call that is answered writes one line', async () => {
  const { app, lines } = meteredApp();
  for (const request of [keyed(TRIP), keyed('/api/route'), TRIP, '/health/live', '/%zz']) {
    const before = lines.length;
    await app.inject(request);
    expect(lines.length - before).toBe(1);
  }
});

test('the line has the milliseconds of each stage, in their order and none twice', async () => {
  const { app, lines } = meteredApp({
    parts: {
      async answerRoute(_question, { onStage } = {}) {
        for (const stage of ['route', 'match', 'price', 'serialise'] as const) onStage?.(stage);
        return answer();
      },
    },
  });
  await app.inject(keyed(TRIP));
  const { stagesMs, durationMs } = lastOf(lines);
  expect(Object.keys(stagesMs)).toEqual([
    'authenticate',
    'count',
    'route',
    'match',
    'price',
    'serialise',
  ]);
  const sum = Object.values<number>(stagesMs).reduce((total, ms) => total + ms, 0);
  // Each is rounded to a tenth of a millisecond.
  expect(sum).toBeLessThanOrEqual(durationMs + 0.5);
  await app.inject(keyed('/api/vehicle?plate=QQ12345'));
  expect(Object.keys(lastOf(lines).stagesMs)).toContain('look-up');
});

test('the line says whether the call was counted, credited, still to be credited, or neither', async () => {
  const { app, accounts, lines } = meteredApp({
    account: { dailyLimit: 2 },
    parts: {
      answerRoute: vi
        .fn(async () => answer())
        .mockRejectedValueOnce(new Fault('upstream_down'))
        .mockRejectedValueOnce(new Fault('upstream_down')),
    },
  });
  const noted = async (request: InjectOptions | string) => {
    await app.inject(request);
    const { status, quota, fault } = lastOf(lines);
    return { status, quota, fault };
  };
  expect(await noted(keyed(TRIP))).toEqual({
    status: 503,
    quota: 'credited',
    fault: 'upstream_down',
  });
  const { giveBack } = accounts.quota;
  accounts.quota.giveBack = () => Promise.reject(new Fault('upstream_down'));
  expect(await noted(keyed(TRIP))).toEqual({ status: 503, quota: 'owed', fault: 'upstream_down' });
  accounts.quota.giveBack = giveBack;
  expect(await noted(keyed(TRIP))).toEqual({ status: 200, quota: 'counted' });
  expect(await noted(keyed('/api/ferry-quays'))).toEqual({ status: 200, quota: 'none' });
  expect(await noted(TRIP)).toEqual({ status: 401, quota: 'none', fault: 'invalid_api_key' });
  await app.close();
});

test('a trip that could not be refined says so in its line', async () => {
  const { app, lines } = meteredApp({ parts: { answerRoute: async () => fallbackAnswer() } });
  await app.inject(keyed(TRIP));
  expect(lastOf(lines)).toMatchObject({ refineFallback: true });
});

import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { hashOfKey } from '../../../src/account/key-text.ts';
import { Fault } from '../../../src/base/fault.ts';
import { KEY, UNKNOWN_KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
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

test('the line of an answer names the account and the visible part of its key', async () => {
  const { app, lines } = meteredApp();
  await app.inject(keyed(TRIP));
  const line = JSON.parse(lines.at(-1) ?? '');
  expect(line).toMatchObject({
    msg: 'answered',
    method: 'GET',
    endpoint: '/api/route',
    status: 200,
    account: 'account-1',
    keyPrefix: KEY.slice(0, 19),
  });
  expect(line).not.toHaveProperty('hungUp');
});

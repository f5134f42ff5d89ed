import { expect, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { UNKNOWN_KEY } from '../../support/accounts.ts';
import { keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('every answer to a known caller is noted by endpoint, status class and Norwegian day', async () => {
  const { app, accounts } = meteredApp({ account: { dailyLimit: 2 } });
  for (const url of [TRIP, '/api/route', TRIP, '/api/ferry-quays', '/health/live'])
    await app.inject(keyed(url));
  await app.inject(keyed({ url: '/api/ferry-quays', headers: { 'if-none-match': '*' } }));
  await app.inject(keyed({ method: 'HEAD', url: '/data/toll-stations.json' }));
  await app.close();
  expect(accounts.noted.map(({ endpoint, statusClass }) => `${endpoint} ${statusClass}`)).toEqual([
    '/api/route 2xx',
    '/api/route 4xx',
    '/api/route 4xx',
    '/api/ferry-quays 2xx',
    '/health/live 2xx',
    '/api/ferry-quays 3xx',
    '/data/toll-stations.json 2xx',
  ]);
  expect(new Set(accounts.noted.map(({ day }) => day))).toEqual(new Set(['2026-11-20']));
});

test('answers of 403 and 5xx are noted', async () => {
  const stopped = meteredApp({ account: { subscription: 'stopped' } });
  await stopped.app.inject(keyed(TRIP));
  await stopped.app.close();
  expect(stopped.accounts.noted).toMatchObject([{ endpoint: '/api/route', statusClass: '4xx' }]);

  const answerRoute = () => Promise.reject(new Fault('upstream_down'));
  const failing = meteredApp({ parts: { answerRoute } });
  await failing.app.inject(keyed(TRIP));
  await failing.app.close();
  expect(failing.accounts.noted).toMatchObject([{ endpoint: '/api/route', statusClass: '5xx' }]);
});

test('nobody and nothing are not noted: no key, an unknown key, an unknown address', async () => {
  const { app, accounts } = meteredApp();
  await app.inject(TRIP);
  await app.inject({ url: TRIP, headers: { 'x-api-key': UNKNOWN_KEY } });
  await app.inject(keyed('/nowhere'));
  await app.inject(keyed({ method: 'POST', url: '/api/route' }));
  await app.close();
  expect(accounts.noted).toEqual([]);
});

test('an answer does not wait for its note, and closing does', async () => {
  const { app, accounts } = meteredApp();
  let finish = () => {};
  const noted = new Promise<void>((resolve) => {
    finish = resolve;
  });
  vi.spyOn(accounts.usage, 'note').mockReturnValue(noted);
  expect((await app.inject(keyed(TRIP))).statusCode).toBe(200);
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 10; turn++) await settled();
  expect(isClosed).toBe(false);
  finish();
  await closed;
});

test('a note that fails is told in the log and harms nobody', async () => {
  const { app, accounts, lines } = meteredApp();
  vi.spyOn(accounts.usage, 'note').mockRejectedValue(new Error('disk full'));
  expect((await app.inject(keyed(TRIP))).statusCode).toBe(200);
  await app.close();
  expect(lines.join('')).toContain('calls could not be noted for the usage page');
});

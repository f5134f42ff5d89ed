import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { UNKNOWN_KEY } from '../../support/accounts.ts';
import { appOf, keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

const UNCOUNTED = [
  ['GET', '/nowhere', 404],
  ['GET', '/api/route/', 404],
  ['POST', '/api/route', 405],
  ['DELETE', '/data/toll-stations.json', 405],
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/api/%zz', 400],
] as const;

describe.each(UNCOUNTED)('%s %s', (method, url, status) => {
  test('tells nobody in particular of no quota, and does not ask the database', async () => {
    const { app, accounts } = meteredApp();
    const asked = vi.spyOn(accounts.keys, 'findHolder');
    const reply = await app.inject({ method, url });
    expect(reply.statusCode).toBe(status);
    expect(quotaOf(reply)).toBe('0/0');
    expect(asked).not.toHaveBeenCalled();
  });

  test('tells whoever shows a key what is left, and takes none of it', async () => {
    const { app, accounts, used } = meteredApp({ account: { subscription: 'stopped' } });
    accounts.use('2026-11-20', 120);
    const reply = await app.inject(keyed({ method, url }));
    expect(reply.statusCode).toBe(status);
    expect(quotaOf(reply)).toBe('500/380');
    expect(reply.headers).not.toHaveProperty('ratelimit');
    expect(used()).toBe(120);
  });

  test('answers all the same when the key is unknown or the database is away', async () => {
    const { app, accounts } = meteredApp();
    const headers = { 'x-api-key': UNKNOWN_KEY };
    const unknown = await app.inject({ method, url, headers });
    vi.spyOn(accounts.keys, 'findHolder').mockRejectedValue(new Fault('upstream_down'));
    const away = await app.inject(keyed({ method, url }));
    for (const reply of [unknown, away]) {
      expect(reply.statusCode).toBe(status);
      expect(quotaOf(reply)).toBe('0/0');
    }
  });
});

test('an answer from the cache of the caller tells what is left, too', async () => {
  const { app } = meteredApp();
  const url = '/api/ferry-quays';
  const reply = await app.inject(keyed({ url, headers: { 'if-none-match': '*' } }));
  expect(reply.statusCode).toBe(304);
  expect(quotaOf(reply)).toBe('500/500');
});

const URLS = [
  '/api/route?from=59.91,10.75&to=60.39,5.32',
  '/api/route',
  '/api/ferry-quays',
  '/data/toll-stations.json',
  '/nowhere',
  '/api/%zz',
];

test.each(URLS)('%s is answered with a request id and the common headers', async (url) => {
  const { headers } = await appOf().inject(url);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('every request has an id of its own', async () => {
  const app = appOf();
  const idOf = async () => (await app.inject('/health/live')).headers['x-request-id'];
  expect(await idOf()).not.toBe(await idOf());
});

test('a refused key is looked at under the id that its answer has', async () => {
  const { app, accounts } = meteredApp();
  const noted = vi.spyOn(accounts.keys, 'noteRefused');
  const headers = { 'x-api-key': UNKNOWN_KEY, 'x-request-id': 'call-7' };
  const reply = await app.inject({ url: '/api/ferry-quays', headers });
  expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([401, 'call-7']);
  expect(noted.mock.calls.map(([, , call]) => call)).toEqual([{ requestId: 'call-7' }]);
});

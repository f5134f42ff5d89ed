import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

test.each([
  '/api',
  '/api/route/',
  '/API/ROUTE',
  '//api/route',
  '/api/route/1',
  '/data/toll-projects.json',
  '/data/../package.json',
  '/data/%2e%2e%2fpackage.json',
  '/%00',
  '/portal*x',
  '/a*b',
  '/api/:name(^(a+)+$)',
  '/api/:(((',
])('GET %s is not_found', async (url) => {
  const reply = await appOf().inject({ url });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({
    error: 'not_found',
    message: 'There is nothing at this address.',
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
});

test.each([
  ['GET', '/api/jobs/'],
  ['DELETE', '/api/jobs/'],
  ['GET', '/docs/'],
] as const)('%s %s with a name of any length is not_found', async (method, path) => {
  const app = appOf();
  for (const length of [100, 101, 15_000]) {
    const reply = await app.inject(keyed({ method, url: `${path}${'a'.repeat(length)}` }));
    expect([length, reply.statusCode, reply.json().error]).toEqual([length, 404, 'not_found']);
  }
});

test('POST to an unknown address is not_found, whatever it brings', async () => {
  const reply = await appOf().inject({
    method: 'POST',
    url: '/nowhere',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  });
  expect(reply.statusCode).toBe(404);
});

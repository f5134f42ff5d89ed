import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

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

test('POST to an unknown address is not_found, whatever it brings', async () => {
  const reply = await appOf().inject({
    method: 'POST',
    url: '/nowhere',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  });
  expect(reply.statusCode).toBe(404);
});

import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

const PATHS = ['/api/route', '/api/ferry-quays', '/data/toll-stations.json', '/health/live'];
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

test.each(PATHS)('%s knows GET and HEAD only, and says so', async (path) => {
  for (const method of METHODS) {
    const reply = await appOf().inject({ method, url: `${path}?from=1` });
    expect(reply.statusCode, method).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD');
    expect(reply.json()).toMatchObject({
      error: 'method_not_allowed',
      message: 'This address answers GET and HEAD only.',
      requestId: reply.headers['x-request-id'],
    });
  }
});

test.each([
  ['/api/jobs', 'GET, HEAD, POST'],
  ['/api/jobs/abc', 'GET, HEAD, DELETE'],
  ['/api/jobs/abc/result', 'GET, HEAD'],
  ['/portal/', 'GET, HEAD'],
  ['/portal/index.html', 'GET, HEAD'],
  ['/portal/api/jobs/abc', 'GET, HEAD, DELETE'],
  ['/portal/api/keys/abc', 'DELETE'],
  ['/portal/api/keys/abc/rotate', 'POST'],
  ['/docs/pictures/one.svg', 'GET, HEAD'],
  ['/api/%72oute', 'GET, HEAD'],
  ['/portal/%61pi/keys/abc', 'DELETE'],
])('%s, whose parts may be any, answers %s only, and says so', async (url, allow) => {
  const has = allow.split(', ');
  for (const method of METHODS.filter((one) => !has.includes(one))) {
    const reply = await appOf().inject({ method, url });
    expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, allow]);
  }
});

test.each([
  '/api/%6Aobs/a/b',
  '/api/jobs/a/b',
  '/api/jobs/a/result/b',
  '/portal/api/nothing',
  '/api',
])('%s fits no address: every method is 404', async (url) => {
  for (const method of METHODS)
    expect((await appOf().inject({ method, url })).statusCode, method).toBe(404);
});

test('the method is refused before the body is read', async () => {
  const bodies = [
    { type: 'text/xml', payload: '<a/>' },
    { type: 'application/json', payload: '{"broken' },
    { type: 'application/json', payload: 'x'.repeat(2_000_000) },
  ];
  for (const { type, payload } of bodies) {
    const headers = { 'content-type': type };
    const reply = await appOf().inject({ method: 'POST', url: '/api/route', headers, payload });
    expect(reply.statusCode).toBe(405);
  }
});

test.each(['/portal/api/sign-in', '/portal/api/keys/abc/rotate', '/portal/api/journey'])(
  '%s is no page: to read it is 405',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await appOf().inject({ method, url });
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST']);
    }
  },
);

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

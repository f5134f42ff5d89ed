import { expect, test } from 'vitest';
import { appOf, keyed } from '../support/app.ts';

test.each(['/api/route?from=59.91,10.75&to=60.39,5.32', '/api/vehicle?plate=QQ12345'])(
  'what is answered at %s is stored by nobody',
  async (url) => {
    const reply = await appOf().inject(keyed(url));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
  },
);

test.each(['/api/ferry-quays', '/data/toll-stations.json', '/data/speed-cameras.json'])(
  'what needs a key at %s is for the browser of its owner alone, and belongs to the key that asked',
  async (url) => {
    const { headers } = await appOf().inject(keyed(url));
    expect(headers['cache-control']).toMatch(/^private, /);
    expect(headers.vary).toContain('Authorization');
    expect(headers.vary).toContain('X-API-Key');
  },
);

test('no header that a proxy may add changes what is answered', async () => {
  const app = appOf();
  const plain = await app.inject(keyed('/api/ferry-quays'));
  const sent = {
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/metrics',
    'x-rewrite-url': '/metrics',
    'x-http-method-override': 'DELETE',
    forwarded: 'host=evil.example',
  };
  const request = keyed('/api/ferry-quays');
  const other = await app.inject({ ...request, headers: { ...request.headers, ...sent } });
  expect(other.statusCode).toBe(plain.statusCode);
  expect(other.body).toBe(plain.body);
  expect(JSON.stringify(other.headers)).not.toContain('evil');
});

import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';

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

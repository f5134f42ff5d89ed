import { expect, test } from 'vitest';
import { appOf, withFacts } from '../../support/app.ts';
import { station } from '../../support/toll-clerk.ts';

const tariffs = { stations: [station('bergen', 'Sandviken')], fareTables: [], date: '2026-09-10' };

test('changes of interface and tariffs are for everybody, without a key', async () => {
  const reply = await appOf(withFacts({ tariffs })).inject('/changes.json');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'last-modified': 'Thu, 10 Sep 2026 00:00:00 GMT',
  });
  const { date, releases, tolls } = reply.json();
  expect(date).toBe('2026-09-10');
  expect(releases.map((release: { version: string }) => release.version)).toContain('0.1.0');
  expect(tolls.length).toBeGreaterThan(2);
});

test('a caller that has them is told 304 until they are others', async () => {
  const services = withFacts({ tariffs });
  const app = appOf(services);
  const { headers } = await app.inject('/changes.json');
  const again = { url: '/changes.json', headers: { 'if-none-match': String(headers.etag) } };
  expect((await app.inject(again)).statusCode).toBe(304);
});

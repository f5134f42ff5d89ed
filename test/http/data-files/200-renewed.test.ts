import pino from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import type { PublishedFacts, Services } from '../../../src/http/services.ts';
import { FAKES, keyed, withFacts } from '../../support/app.ts';
import { described } from '../../support/contract.ts';
import { camerasFile, stationsFile } from '../../support/data-files.ts';

/** An app whose facts are exchanged while it runs. */
function changingApp() {
  const services: Services = { ...FAKES };
  const app = described(buildApp(services, { log: pino({ level: 'silent' }) }));
  const ask = async (url: string, etag?: string) => {
    const { headers } = keyed(url);
    const known = etag === undefined ? {} : { 'if-none-match': etag };
    return app.inject({ url, headers: { ...headers, ...known } });
  };
  return { ask, exchange: (facts: Partial<Services>) => Object.assign(services, facts) };
}

test.each([
  [
    '/data/toll-stations.json',
    { tollStations: { json: stationsFile('Renewed'), date: '2026-11-20' } },
  ],
  [
    '/data/speed-cameras.json',
    { speedCameras: { json: camerasFile('renewed'), date: '2026-11-20' } },
  ],
  ['/api/ferry-quays', { quays: { list: [], date: '2026-11-20' } }],
])('%s is the renewed one from the exchange on, with another ETag', async (url, renewed) => {
  const { ask, exchange } = changingApp();
  const before = await ask(url);
  const etag = String(before.headers.etag);
  expect((await ask(url, etag)).statusCode).toBe(304);
  exchange(withFacts(renewed as Partial<PublishedFacts>));
  const after = await ask(url, etag);
  expect(after.statusCode).toBe(200);
  expect(after.body).not.toBe(before.body);
  expect(after.headers.etag).not.toBe(etag);
  expect(after.headers['last-modified']).toBe('Fri, 20 Nov 2026 00:00:00 GMT');
  expect((await ask(url, String(after.headers.etag))).statusCode).toBe(304);
});

test('/health/ready names the renewed data', async () => {
  const { ask, exchange } = changingApp();
  const data = { version: '2026-11-20-0a1b2c3d', date: '2026-11-20', ageDays: 0 };
  exchange({ dataVersion: 'next', data });
  expect((await ask('/health/ready')).json()).toMatchObject({ dataVersion: 'next', data });
});

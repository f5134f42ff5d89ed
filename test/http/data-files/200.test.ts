import { expect, test } from 'vitest';
import { appOf, FAKES, keyed, withFacts } from '../../support/app.ts';
import { stationsFile } from '../../support/data-files.ts';

test.each([
  ['/data/toll-stations.json', FAKES.facts.tollStations.json, 'Thu, 10 Sep 2026 00:00:00 GMT'],
  ['/data/speed-cameras.json', FAKES.facts.speedCameras.json, 'Mon, 05 Oct 2026 00:00:00 GMT'],
])('%s is the file as it is, with the day of its data', async (url, json, date) => {
  const reply = await appOf().inject(keyed(url));
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe(json);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['last-modified']).toBe(date);
  expect(reply.headers['cache-control']).toBe('private, max-age=3600');
});

test('other content has another ETag', async () => {
  const tagOf = async (name: string) => {
    const app = appOf(
      withFacts({ tollStations: { json: stationsFile(name), date: '2026-09-10' } }),
    );
    return (await app.inject(keyed('/data/toll-stations.json'))).headers.etag;
  };
  expect(await tagOf('A')).toMatch(/^"[\w-]{22}"$/);
  expect(await tagOf('A')).toBe(await tagOf('A'));
  expect(await tagOf('A')).not.toBe(await tagOf('B'));
});

test('HEAD tells the length without sending the file', async () => {
  const reply = await appOf().inject(keyed({ method: 'HEAD', url: '/data/toll-stations.json' }));
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('');
  expect(reply.headers['content-length']).toBe(String(FAKES.facts.tollStations.json.length));
});

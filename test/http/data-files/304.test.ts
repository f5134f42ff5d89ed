import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

const URL = '/data/toll-stations.json';

const statusWith = async (headers: Record<string, string>) =>
  (await appOf().inject(keyed({ url: URL, headers }))).statusCode;

const etagOf = async () => String((await appOf().inject(keyed(URL))).headers.etag);

test('the same ETag is 304, alone, in a list, weakened by a proxy, or as *', async () => {
  const etag = await etagOf();
  for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, '*'])
    expect(await statusWith({ 'if-none-match': tags }), tags).toBe(304);
});

test('304 repeats the validators and the time to keep it', async () => {
  const reply = await appOf().inject(keyed({ url: URL, headers: { 'if-none-match': '*' } }));
  expect(reply.body).toBe('');
  expect(reply.headers).toMatchObject({
    etag: await etagOf(),
    'cache-control': 'private, max-age=3600',
    'last-modified': 'Thu, 10 Sep 2026 00:00:00 GMT',
  });
});

test.each(['Thu, 10 Sep 2026 00:00:00 GMT', 'Fri, 11 Sep 2026 00:00:00 GMT', 'yesterday'])(
  'a date alone, %s, is answered in full: a corrected file keeps its day',
  async (since) => {
    expect(await statusWith({ 'if-modified-since': since })).toBe(200);
  },
);

test('another ETag is sent anew, whatever the date says', async () => {
  const headers = {
    'if-none-match': '"other"',
    'if-modified-since': 'Fri, 11 Sep 2026 00:00:00 GMT',
  };
  expect(await statusWith(headers)).toBe(200);
});

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptsGzip } from '../../src/http/reply/pack-answers.ts';
import { takesRecords } from '../../src/http/reply/stream-records.ts';
import { answer } from '../support/answer.ts';
import { appOf, FAKES, keyed } from '../support/app.ts';
import { table } from '../support/table.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** An answer whose text is long. */
function long() {
  const coordinates = Array.from({ length: 1000 }, (_, i) => [500_000 + i, 6_600_000] as const);
  const geometry = { type: 'LineString', coordinates } as const;
  const properties = { kind: 'road', lengthM: 1, durationMin: 1 } as const;
  const features = [{ type: 'Feature', geometry, properties } as const];
  return { ...answer(), routes: [{ routeId: '1', type: 'FeatureCollection', features } as const] };
}

const ask = (url: string, accepted?: string) =>
  appOf({ answerRoute: async () => long() }).inject({
    ...keyed(url),
    headers: { ...keyed(url).headers, ...(accepted && { 'accept-encoding': accepted }) },
  });

test.each(['gzip', 'br, gzip', 'gzip, deflate', 'gzip;q=0.5'])(
  'a long answer is packed for a caller who takes %s, and is the same unpacked',
  async (accepted) => {
    const [packed, plain] = [await ask(TRIP, accepted), await ask(TRIP)];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  },
);

test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0, br'])(
  'a long answer goes as it is to a caller who says %s',
  async (accepted) => {
    const reply = await ask(TRIP, accepted);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.json().routes).toHaveLength(1);
  },
);

test.each([
  ['/openapi.json', 'public, max-age=3600'],
  ['/metrics', 'no-store'],
])('%s is packed like any long answer, for who takes it so', async (url, cacheControl) => {
  const app = appOf();
  for (const path of [TRIP, '/api/ferry-quays', '/api/route-osrm']) await app.inject(keyed(path));
  const [packed, plain] = await Promise.all(
    ['gzip', 'identity'].map((accepted) =>
      app.inject({ url, headers: { 'accept-encoding': accepted } }),
    ),
  );
  expect(packed?.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': cacheControl,
  });
  expect(packed?.rawPayload.length).toBeLessThan((plain?.rawPayload.length ?? 0) / 3);
  expect(plain?.headers['content-encoding']).toBeUndefined();
  const text = gunzipSync(packed?.rawPayload ?? '').toString();
  expect(text.slice(0, 20)).toBe(plain?.body.slice(0, 20));
  if (url === '/openapi.json') expect(packed?.headers.vary).toMatch(/Accept-Encoding/);
});

test('a short answer is not packed', async () => {
  const reply = await ask('/api/route?from=nowhere', 'gzip');
  expect(reply.headers['content-encoding']).toBeUndefined();
});

test('a data file has a packed form with a tag of its own, which is known again', async () => {
  const url = '/data/toll-stations.json';
  const [packed, plain] = [await ask(url, 'gzip'), await ask(url)];
  expect(gunzipSync(packed.rawPayload).toString()).toBe(FAKES.facts.tollStations.json);
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  expect(packed.headers.vary).toMatch(/Accept-Encoding/);
  const again = await appOf().inject({
    ...keyed(url),
    headers: {
      ...keyed(url).headers,
      'accept-encoding': 'gzip',
      'if-none-match': String(packed.headers.etag),
    },
  });
  expect(again.statusCode).toBe(304);
});

test.each(
  table<'header' | 'packed' | 'because'>(`
    header                     | packed | because
    gzip                       | yes    | it is asked for
    GZIP                       | yes    | codings are written in any case
    x-gzip                     | yes    | an old name of the same
    br, gzip, deflate          | yes    | we have one of them
    *                          | yes    | any will do
    gzip;q=0.1                 | yes    | better than nothing else
    gzip; q = 0                | no     | blanks are no part of a weight, and this is none
    gzip;q=0                   | no     | it is refused
    gzip;q=0.000               | no     | so it is
    *;q=0                      | no     | all are refused
    gzip;q=0, *                | no     | all but this one
    *;q=0, gzip                | yes    | all others are refused
    identity, gzip;q=0.5       | no     | the caller would rather have it as it is
    identity;q=0.5, gzip       | yes    | the caller would rather have it packed
    identity;q=0, gzip;q=0.001 | yes    | as it is it is refused
    gzip;q=2                   | no     | no weight
    identity                   | no     | as it is
    deflate, br                | no     | we have neither
    gzipped                    | no     | another coding
  `),
)('$header is packed: $packed, $because', ({ header, packed }) => {
  expect(acceptsGzip({ headers: { 'accept-encoding': header } })).toBe(packed === 'yes');
});

test('who says nothing gets it as it is', () => {
  expect(acceptsGzip({ headers: {} })).toBe(false);
  expect(acceptsGzip({ headers: { 'accept-encoding': '' } })).toBe(false);
});

test.each(
  table<'header' | 'records' | 'because'>(`
    header                                        | records | because
    application/x-ndjson                          | yes     | it is asked for
    application/jsonl; charset=utf-8              | yes     | another name, with a parameter
    application/ndjson;q=0.1                      | yes     | nothing else is asked for
    application/x-ndjson;q=0                      | no      | it is refused
    application/x-ndjson; q=0.000, */*            | no      | so it is
    application/json, application/x-ndjson;q=0.1  | no      | the caller would rather have one object
    application/json;q=0.5, application/x-ndjson  | yes     | the caller would rather have records
    application/ndjson-x                          | no      | another type
    */*                                           | no      | one object is the ordinary answer
  `),
)('$header gets records: $records, $because', ({ header, records }) => {
  expect(takesRecords({ headers: { accept: header } })).toBe(records === 'yes');
});

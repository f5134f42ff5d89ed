import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { answer } from '../../support/answer.ts';
import { appOf, FAKES, keyed } from '../../support/app.ts';

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

test('a short answer is not packed', async () => {
  const reply = await ask('/api/route?from=nowhere', 'gzip');
  expect(reply.headers['content-encoding']).toBeUndefined();
});

test('a data file has a packed form with a tag of its own, which is known again', async () => {
  const url = '/data/toll-stations.json';
  const [packed, plain] = [await ask(url, 'gzip'), await ask(url)];
  expect(gunzipSync(packed.rawPayload).toString()).toBe(FAKES.tollStations.json);
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

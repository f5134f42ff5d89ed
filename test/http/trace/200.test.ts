/** Recorded drives over HTTP: what is taken, what it counts, and that nothing of it stays. */
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { ParsedTrace } from '../../../src/wire/trace.ts';
import { traceAnswer } from '../../support/answer.ts';
import { keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';

const POINTS = [
  { lat: 59.913987, lon: 10.752245, at: '2026-11-20T08:00:00+01:00' },
  { lat: 59.921234, lon: 10.763456, at: '2026-11-20T08:09:00+01:00' },
];
const JSON_FILE = JSON.stringify(POINTS);
const GPX = `<gpx><trk><trkseg>${POINTS.map(
  ({ lat, lon, at }) => `<trkpt lat="${lat}" lon="${lon}"><time>${at}</time></trkpt>`,
).join('')}</trkseg></trk></gpx>`;
const PLATE = 'EV12345';

const post = (
  payload: string | Buffer,
  headers: Record<string, string> = {},
  url = '/api/trace?vehicleType=car&fuel=electric',
) => keyed({ method: 'POST', url, payload, headers });

test.each([
  ['JSON', JSON_FILE, { 'content-type': 'application/json' }],
  ['GPX', GPX, { 'content-type': 'application/gpx+xml' }],
  ['GPX that a form names otherwise', GPX, { 'content-type': 'application/x-www-form-urlencoded' }],
  [
    'GPX packed with gzip',
    gzipSync(GPX),
    { 'content-type': 'application/gpx+xml', 'content-encoding': 'gzip' },
  ],
  ['GPX in UTF-16', Buffer.from(`\uFEFF${GPX}`, 'utf16le'), { 'content-type': 'text/xml' }],
  [
    'CSV in UTF-16, as Excel writes it',
    Buffer.from(
      `\uFEFFlat\tlon\tat\n${POINTS.map(({ lat, lon, at }) => `${lat}\t${lon}\t${at}`).join('\n')}`,
      'utf16le',
    ).swap16(),
    { 'content-type': 'text/csv' },
  ],
])('%s is read, and counts as one call', async (_, payload, headers) => {
  const answerTrace = vi.fn(async () => traceAnswer());
  const { app, used } = meteredApp({ parts: { answerTrace } });
  const { statusCode, json, headers: told } = await app.inject(post(payload, headers));
  expect(statusCode).toBe(200);
  expect(json()).toMatchObject({ routes: [{}], _billing: {}, match: { points: 2 } });
  expect(told).toMatchObject({ 'x-api-quota-cost': '1', 'cache-control': 'no-store' });
  expect(await used()).toBe(1);
  const fixes = POINTS.map(({ lat, lon, at }) => ({ lat, lon, atMs: Date.parse(at) }));
  expect(answerTrace).toHaveBeenCalledWith(
    expect.objectContaining({ asked: expect.anything(), fixes }),
    { signal: expect.anything(), account: expect.any(String) },
  );
});

test('names that seem to mean a parameter are told as ones of a recording, which has no via', async () => {
  const answerTrace = vi.fn(async (_: ParsedTrace) => traceAnswer());
  const { app } = meteredApp({ parts: { answerTrace } });
  await app.inject(post(JSON_FILE, {}, '/api/trace?Via=home&Fuel=electric'));
  expect(answerTrace.mock.calls[0]?.[0].misspelt).toEqual([{ name: 'Fuel', meant: 'fuel' }]);
});

test.each([
  ['nothing', '', 'no CSV with columns lat and lon'],
  ['a packed file that is not said to be one', gzipSync(GPX), 'gzip: say so by Content-Encoding'],
  ['a document type', '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>', 'document type'],
  ['a place beyond the pole', '[{"lat":91,"lon":1},{"lat":1,"lon":1}]', 'point 1'],
])('%s is refused with 400, and nothing of it is repeated', async (_, payload, why) => {
  const { app } = meteredApp();
  const { statusCode, json } = await app.inject(post(payload, { 'content-type': 'text/plain' }));
  expect(statusCode).toBe(400);
  expect(json().message).toContain(why);
});

test('a body that is larger than it may be, also when it is unpacked, is refused with 413', async () => {
  const { app } = meteredApp();
  const packed = gzipSync(' '.repeat(10_000_001));
  const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' };
  expect((await app.inject(post(packed, headers))).statusCode).toBe(413);
});

test('neither the log nor the accounts hold anything of a recording or a plate', async () => {
  const failing = vi.fn(async () => traceAnswer()).mockRejectedValueOnce(new TypeError('defect'));
  const { app, accounts, lines } = meteredApp({ parts: { answerTrace: failing } });
  const headers = { 'content-type': 'application/json' };
  const url = `/api/trace?plate=${PLATE}`;
  for (let i = 0; i < 3; i++) await app.inject(post(JSON_FILE, headers, url));
  await app.inject(post('[{"lat":91.913987,"lon":10.752245}]', headers, url));
  await app.close();
  expect(failing).toHaveBeenCalledTimes(3);
  expect(lines.length).toBeGreaterThan(3);
  const kept = JSON.stringify([lines, accounts], (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  for (const secret of ['59.913987', '10.752245', '91.913987', PLATE, '08:09:00'])
    expect(kept).not.toContain(secret);
});

test('a recording beyond the calls of the day is not read', async () => {
  const answerTrace = vi.fn(async () => traceAnswer());
  const { app } = meteredApp({ account: { dailyLimit: 1 }, parts: { answerTrace } });
  expect((await app.inject(post('{'))).statusCode).toBe(400);
  expect((await app.inject(post('{'))).statusCode).toBe(429);
  expect(answerTrace).not.toHaveBeenCalled();
});

test('each started 10 000 points count as one call, taken before the work: all or none', async () => {
  const answerTrace = vi.fn(async () => traceAnswer());
  const { app, used } = meteredApp({ account: { dailyLimit: 4 }, parts: { answerTrace } });
  const trace = (points: number) =>
    JSON.stringify(Array.from({ length: points }, () => ({ lat: 59.9, lon: 10.7 })));
  const start = '/api/trace?startTime=2026-11-20T08:00:00%2B01:00';
  const two = await app.inject(post(trace(10_001), {}, start));
  expect([two.statusCode, two.headers['x-api-quota-cost']]).toEqual([200, '2']);
  expect((await app.inject(post(trace(20_001), {}, start))).statusCode).toBe(429);
  expect(await used()).toBe(2);
  expect(answerTrace).toHaveBeenCalledTimes(1);
});

test('a startTime that is wrong is refused, also where the recording has its times', async () => {
  const { app } = meteredApp({ parts: { answerTrace: async () => traceAnswer() } });
  const times = JSON.stringify([
    { lat: 59.9, lon: 10.7, at: '2026-11-20T08:00:00+01:00' },
    { lat: 59.91, lon: 10.7, at: '2026-11-20T08:02:00+01:00' },
  ]);
  const ask = async (startTime: string) => {
    const reply = await app.inject(post(times, {}, `/api/trace?startTime=${startTime}`));
    return [reply.statusCode, reply.json().parameter];
  };
  expect(await ask('zz')).toEqual([400, 'startTime']);
  expect(await ask('2026-11-21T08:00:00Z')).toEqual([200, undefined]);
});

test('a recording that can not be read is refused as the body of the question', async () => {
  const { app } = meteredApp();
  const reply = await app.inject(post('<gpx><wpt'));
  expect([reply.statusCode, reply.json().parameter]).toEqual([400, 'body']);
  expect(reply.json().message).toContain('has no track points');
});

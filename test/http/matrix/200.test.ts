import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { KEY, TEST_KEY } from '../../support/accounts.ts';
import { appOf, FAKES, keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';

const ASKED = { origins: ['Oslo'], destinations: ['60.39,5.32'] };
const send = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
  keyed({ method: 'POST', url: '/api/matrix', payload, headers });

const places = (count: number) => Array.from({ length: count }, (_, i) => `60.${10 + i},10.5`);

test.each([
  [1, 1, 1],
  [5, 5, 1],
  [2, 13, 2],
  [10, 10, 4],
  [100, 100, 400],
])('%i x %i pairs count as %i calls', async (origins, destinations, cost) => {
  const { app, used } = meteredApp();
  const reply = await app.inject(
    send({ origins: places(origins), destinations: places(destinations) }),
  );
  expect([reply.statusCode, quotaOf(reply)]).toEqual([200, `500/${500 - cost}`]);
  expect(reply.headers['x-api-quota-cost']).toBe(String(cost));
  expect(used()).toBe(cost);
});

test('more units than the day has left are 429, and nothing is taken', async () => {
  const { app, used } = meteredApp({ account: { dailyLimit: 4 } });
  const most = { origins: places(10), destinations: places(10) };
  expect((await app.inject(send({ ...most, origins: places(11) }))).statusCode).toBe(429);
  expect(used()).toBe(0);
  expect((await app.inject(send(most))).statusCode).toBe(200);
  expect((await app.inject(send(ASKED))).statusCode).toBe(429);
});

test('the answer is one object, or one record a line for a caller who asks for it', async () => {
  const reply = await appOf().inject(send(ASKED));
  const { pairs, ...head } = reply.json();
  expect(pairs).toEqual([{ origin: 0, destination: 0, durationMin: 1, distance: 2 }]);
  const lines = await appOf().inject(send(ASKED, { accept: 'application/x-ndjson' }));
  expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const records = lines.body.trimEnd().split('\n');
  expect(records.map((line) => JSON.parse(line))).toEqual([head, ...pairs]);
});

test.each(['application/json', 'application/x-ndjson'])(
  '%s is packed for a caller who takes it so',
  async (accept) => {
    const reply = await appOf().inject(send(ASKED, { accept, 'accept-encoding': 'gzip' }));
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(reply.rawPayload).toString()).toContain('"distance":2');
  },
);

test.each(
  table<'cause' | 'code'>(`
    cause          | code
    away           | upstream_down
    defect         | internal_error
    deadline       | deadline_passed
  `),
)(
  'records that break off by $cause end with $code, as the contract has it, and the whole call is credited',
  async ({ cause, code }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answerMatrix: typeof FAKES.answerMatrix = async (question, terms) => {
      const { head, pairs } = await FAKES.answerMatrix(question, terms);
      async function* broken() {
        yield* pairs;
        if (cause === 'away') throw new Fault('upstream_down', 'Somebody is away.');
        if (cause === 'defect') throw new Error('Something secret.');
        vi.advanceTimersByTime(60_000);
        yield* (await FAKES.answerMatrix(question, terms)).pairs;
      }
      return { head, pairs: broken() };
    };
    const { app, used } = meteredApp({ parts: { answerMatrix } });
    const asked = { origins: places(5), destinations: places(15) };
    const reply = await app.inject(send(asked, { accept: 'application/x-ndjson' }));
    const [, pair, last, ...none] = reply.body.trimEnd().split('\n');
    expect([reply.statusCode, JSON.parse(pair ?? '{}').distance, none]).toEqual([200, 2, []]);
    expect(JSON.parse(last ?? '{}')).toMatchObject({ code, credited: true });
    expect(reply.headers['x-api-quota-cost']).toBe('3');
    expect(used()).toBe(0);
  },
);

test('an answer to a test key says so', async () => {
  const headers = {
    authorization: `Bearer ${TEST_KEY}`,
    'x-test-now': '2026-11-23T08:00:00+01:00',
  };
  const { app } = meteredApp();
  const reply = await app.inject(send(ASKED, headers));
  expect(reply.json()).toMatchObject({ test: true, computedAt: '2026-11-23T08:00:00+01:00' });
  expect(KEY).not.toBe(TEST_KEY);
});

test('a question says what the matrix is about', async () => {
  const asked: unknown[] = [];
  const app = appOf({
    answerMatrix: async (question) => {
      asked.push(question);
      return FAKES.answerMatrix(question);
    },
  });
  await app.inject(
    send({
      ...ASKED,
      startTime: '2026-11-20T08:00:00+01:00',
      heavy: true,
      vehicleLength: 7,
      prices: false,
    }),
  );
  await app.inject(send({ ...ASKED, weight: 2300, fuel: 'electric', tag: '0' }));
  expect(asked).toMatchObject([
    {
      request: {
        origins: [{ lat: 59.9139, lon: 10.7522 }],
        destinations: [{ lat: 60.39, lon: 5.32 }],
        startMs: Date.parse('2026-11-20T08:00:00+01:00'),
        size: 'large',
        ferry: { ferryClass: 'AP2', lengthM: 7 },
        prices: false,
      },
    },
    { request: { prices: true }, asked: { weightKg: 2300, fuel: 'electric', tagged: false } },
  ]);
});

/** Counted calls with a body, over an endpoint of these tests. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hashOfKey, prefixOfKey } from '../../../src/account/key-text.ts';
import { Fault } from '../../../src/base/fault.ts';
import { callOf } from '../../../src/http/call/call.ts';
import { DRAIN_TIMES } from '../../../src/http/connection/drain.ts';
import { addEndpoint } from '../../../src/http/openapi/endpoint.ts';
import { streamRecords } from '../../../src/http/reply/stream-records.ts';
import { KEY } from '../../support/accounts.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { portalScene } from '../../support/portal-scene.ts';
import { settled } from '../../support/time.ts';

const Sums = Type.Object(
  {
    numbers: Type.Array(Type.Number(), { minItems: 1, maxItems: 600 }),
    note: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const SUM = {
  path: '/sum',
  method: 'POST',
  access: 'counted',
  operationId: 'sum',
  tag: 'Trips',
  summary: '',
  description: '',
  body: { schema: Sums, mostBytes: 2000, example: {} },
  answer: { description: '', schema: Type.Object({ sum: Type.Number() }) },
} as const;

/** `POST /sum` adds numbers up, each a unit; a number below 0 is refused, and 13 breaks it. `POST /sums` streams the sums so far. */
async function openScene() {
  const scene = await portalScene();
  const { app, store, services } = scene;
  const moments: (number | undefined)[] = [];
  addEndpoint(app, SUM, async (request) => {
    const { numbers } = request.body;
    if (numbers.some((one) => one < 0))
      throw new Fault('invalid_parameter', 'numbers are below 0.');
    const call = callOf(request);
    await call.count?.(numbers.length);
    moments.push(call.firstAtMs);
    if (numbers.includes(13)) throw new TypeError('defect');
    return { sum: numbers.reduce((a, b) => a + b, 0) };
  });
  addEndpoint(app, { ...SUM, path: '/sums' }, async (request, reply) => {
    const { numbers } = request.body;
    await callOf(request).count?.(numbers.length);
    return streamRecords(reply, services.access, async function* () {
      let sum = 0;
      for (const number of numbers) {
        if (number === 13) throw new Fault('upstream_down', 'Somebody is away.');
        sum += number;
        yield JSON.stringify({ sum });
      }
    });
  });
  const { account } = await store.accounts.getOrCreate(
    { email: 'ola@example.no', plan: 'free' },
    'owner',
  );
  const key = { hash: hashOfKey(KEY), prefix: prefixOfKey(KEY), name: '' };
  await store.keys.add({ accountId: account.id, ...key }, 'owner');
  const send = async (body: unknown, more: Readonly<Record<string, string>> = {}, url = '/sum') => {
    const reply = await app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...more },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    await settled();
    return reply;
  };
  const costOf = async (...call: Parameters<typeof send>) => {
    const reply = await send(...call);
    return `${reply.statusCode} ${quotaOf(reply)} cost ${reply.headers['x-api-quota-cost']}`;
  };
  const used = () => store.quota.getUsed(account.id, '2026-11-20');
  const use = async (units: number) => {
    await store.quota.take({ accountId: account.id, day: '2026-11-20', units }, 500);
  };
  return { ...scene, moments, send, costOf, used, use };
}

const ones = (count: number) => ({ numbers: Array.from({ length: count }, () => 1) });

test('a question counts the units that its body is', async () => {
  const { costOf, used } = await openScene();
  expect(await costOf(ones(3))).toBe('200 500/497 cost 3');
  expect(await costOf(ones(1))).toBe('200 500/496 cost 1');
  expect(await used()).toBe(4);
});

test('the last units of a day are taken, and where too few are left nothing is', async () => {
  const { send, costOf, use, used } = await openScene();
  await use(490);
  const reply = await send(ones(11));
  expect(reply.json()).toMatchObject({ error: 'quota_exceeded' });
  expect(reply.json().message).toContain('counts as 11 calls');
  expect(Number(reply.headers['retry-after'])).toBe(12 * 3600);
  expect(await costOf(ones(11))).toBe('429 500/10 cost 0');
  expect(await used()).toBe(490);
  expect(await costOf(ones(10))).toBe('200 500/0 cost 10');
  expect(await costOf(ones(1))).toBe('429 500/0 cost 0');
});

test('a question that no day has room for is told so, and counts nothing', async () => {
  const { send, costOf } = await openScene();
  expect(await costOf(ones(501))).toBe('429 500/500 cost 0');
  expect((await send(ones(501))).json().message).toBe(
    'This question counts as 501 calls, and a day has 500: ask it in parts, on several days.',
  );
});

test('when the day is used up a body is not read', async () => {
  const { costOf, use } = await openScene();
  await use(500);
  expect(await costOf('{"numbers"')).toBe('429 500/0 cost 0');
});

test('a failure of ours credits all units', async () => {
  const { costOf, used } = await openScene();
  expect(await costOf({ numbers: [1, 13, 2] })).toBe('500 500/500 cost 0');
  expect(await used()).toBe(0);
});

const UNSAFE =
  'The body has a member named __proto__, or constructor with prototype in it: no body may have these.';

test.each([
  ['is no JSON', '{"numbers":', 400, 'The body is not valid JSON.'],
  ['is empty', '', 400, 'The body is not valid JSON.'],
  ['is null', 'null', 400, 'The body must be an object.'],
  ['is a list', [1], 400, 'The body must be an object.'],
  ['is a text', '"numbers"', 400, 'The body must be an object.'],
  ['lacks a member', {}, 400, 'numbers is missing.'],
  ['has one too many', { numbers: [1], more: 1 }, 400, 'more is no known member of the body.'],
  ['has null for a list', { numbers: null }, 400, 'numbers must be a list.'],
  ['has a text for a number', { numbers: [1, '2'] }, 400, 'numbers[1] must be a finite number.'],
  ['has a number too large', '{"numbers":[1e400]}', 400, 'numbers[0] must be a finite number.'],
  [
    'has an object for a number',
    { numbers: [{ valueOf: 1 }] },
    400,
    'numbers[0] must be a finite number.',
  ],
  ['has no entries', { numbers: [] }, 400, 'numbers must have 1 or more entries.'],
  ['has too many entries', ones(601), 400, 'numbers must have 600 entries at most.'],
  [
    'has a name twice',
    '{"numbers":[1],"note":"a","note":"b"}',
    400,
    'The body has an object with two members named "note".',
  ],
  ['names __proto__', '{"__proto__":{},"numbers":[1]}', 400, UNSAFE],
  ['names a prototype', '{"constructor":{"prototype":1}}', 400, UNSAFE],
  ['is refused by its endpoint', { numbers: [-1, 1, 1] }, 400, 'numbers are below 0.'],
  [
    'is nested deeply',
    `{"numbers":${'['.repeat(900)}${']'.repeat(900)}}`,
    400,
    'The body must have lists and objects at most 100 deep in each other.',
  ],
  ['is too large', { numbers: [1], note: 'a'.repeat(2000) }, 413, 'The body is too large.'],
])(
  'a body that %s is refused in a sentence, and counts as one call',
  async (_, body, status, sentence) => {
    const { send, used } = await openScene();
    const reply = await send(body);
    expect([reply.statusCode, reply.json().error]).toEqual([status, sentence]);
    expect([quotaOf(reply), reply.headers['x-api-quota-cost']]).toEqual(['500/499', '1']);
    expect(await used()).toBe(1);
  },
);

test('a body of another type is 415', async () => {
  const { send } = await openScene();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/csv'])
    expect((await send('numbers=1', { 'content-type': type })).statusCode, type).toBe(415);
});

test('a body is taken packed with gzip', async () => {
  const { send } = await openScene();
  for (const coding of ['gzip', 'GZIP', 'x-gzip']) {
    const reply = await send(gzipSync(JSON.stringify(ones(7))), { 'content-encoding': coding });
    expect(reply.json(), coding).toEqual({ sum: 7 });
  }
});

test('a packed body is bounded by what it unpacks to', async () => {
  const { app, send } = await openScene();
  const unpacked: Readable[] = [];
  app.addHook('preParsing', async (_request, _reply, body) => {
    unpacked.push(body as Readable);
    return body;
  });
  const bomb = gzipSync(`{"numbers":[1],"note":"${'a'.repeat(20_000_000)}"}`, { level: 9 });
  const reply = await send(gzipSync(bomb), { 'content-encoding': 'gzip' });
  expect(reply.statusCode).toBe(413);
  expect((await send(bomb, { 'content-encoding': 'gzip' })).json().error).toBe(
    'The body is too large.',
  );
  const few = gzipSync(`{"numbers":[1],"note":"${'a'.repeat(1_000_000)}"}`);
  expect(few.length).toBeLessThan(2000);
  expect((await send(few, { 'content-encoding': 'gzip' })).statusCode).toBe(413);
  // The rest is not unpacked: that would be a thousand times the work that the limit allows.
  expect(unpacked.at(-1)?.errored?.message).toBe('too large');
});

test.each([
  ['no gzip', Buffer.from('{"numbers":[1]}')],
  ['cut off', gzipSync('{"numbers":[1]}').subarray(0, 15)],
])('a packed body that is %s is refused in a sentence', async (_, body) => {
  const { send } = await openScene();
  const reply = await send(body, { 'content-encoding': 'gzip' });
  expect([reply.statusCode, reply.json().error]).toEqual([400, 'The body is not valid gzip.']);
});

test('a body that is packed in another way is 415, and told how it is taken', async () => {
  const { send } = await openScene();
  const reply = await send('x', { 'content-encoding': 'br' });
  expect([reply.statusCode, reply.headers['accept-encoding']]).toEqual([415, 'gzip, identity']);
});

test('the same body under the same key is counted once, however its members are ordered', async () => {
  const { costOf, used } = await openScene();
  const key = { 'idempotency-key': 'a' };
  expect(await costOf({ numbers: [1, 2], note: 'x' }, key)).toBe('200 500/498 cost 2');
  expect(await costOf({ note: 'x', numbers: [1, 2] }, key)).toBe('200 500/498 cost 0');
  expect(await costOf('{ "numbers": [1, 2],\n "note": "x" }', key)).toBe('200 500/498 cost 0');
  expect(await used()).toBe(2);
});

test('a body that is nested deeply is refused under a key of a repetition, too', async () => {
  const { app } = await openScene();
  const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
  const trace = `{"type":"LineString","coordinates":[],"x":${deep}}`;
  const reply = await app.inject({
    method: 'POST',
    url: '/api/journey',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'idempotency-key': 'a',
    },
    payload: `{"drives":[{"trace":${trace}}]}`,
  });
  expect([reply.statusCode, reply.json().error]).toEqual([
    400,
    'The body must have lists and objects at most 100 deep in each other.',
  ]);
});

test.each([
  ['another number', { numbers: [1, 3] }],
  ['the same in another order', { numbers: [2, 1] }],
  ['a member more', { numbers: [1, 2], note: 'x' }],
])('%s under a used key is 409, and counts nothing', async (_, body) => {
  const { costOf } = await openScene();
  const key = { 'idempotency-key': 'a' };
  await costOf({ numbers: [1, 2] }, key);
  expect(await costOf(body, key)).toBe('409 500/498 cost 0');
});

test('a repeated question is answered when the day is used up, and for the moment of the first', async () => {
  const { costOf, use, moments } = await openScene();
  const key = { 'idempotency-key': 'a' };
  await costOf(ones(5), key);
  await use(495);
  expect(await costOf(ones(5), key)).toBe('200 500/0 cost 0');
  expect(moments[1]).toBe(Date.parse('2026-11-20T12:00:00+01:00'));
});

test('a recording without times that comes again is priced for the moment of the first', async () => {
  const { send, services, time } = await openScene();
  const asked = vi.spyOn(services, 'answerTrace');
  const recorded = [
    { lat: 59.91, lon: 10.75 },
    { lat: 59.92, lon: 10.76 },
  ];
  for (const _ of [1, 2]) {
    await send(recorded, { 'idempotency-key': 'a' }, '/api/trace');
    await time.pass(3_600_000);
  }
  const moments = asked.mock.calls.map(([{ request }]) => request.startMs);
  expect(moments).toEqual(Array(2).fill(Date.parse('2026-11-20T12:00:00+01:00')));
});

test('two at once under one key are counted once', async () => {
  const { send, used } = await openScene();
  const both = await Promise.all([1, 2].map(() => send(ones(5), { 'idempotency-key': 'a' })));
  expect(both.map(({ headers }) => headers['x-api-quota-cost']).sort()).toEqual(['0', '5']);
  expect(await used()).toBe(5);
});

test('without a key there is 401 before anything is read', async () => {
  const { send } = await openScene();
  expect((await send('{', { authorization: 'Bearer x' })).statusCode).toBe(401);
});

test('records come one a line, and count what the body is', async () => {
  const { send } = await openScene();
  const reply = await send(ones(3), {}, '/sums');
  expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(reply.headers['x-api-quota-cost']).toBe('3');
  expect(reply.body).toBe('{"sum":1}\n{"sum":2}\n{"sum":3}\n');
});

test('a fault after the first record is the last one, and all units are credited', async () => {
  const { send, used } = await openScene();
  const reply = await send({ numbers: [1, 13, 2] }, {}, '/sums');
  const [first, last, ...none] = reply.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([first, none]).toEqual([{ sum: 1 }, []]);
  expect(last).toMatchObject({
    error: 'Somebody is away.',
    message: 'Somebody is away.',
    requestId: reply.headers['x-request-id'],
    credited: true,
  });
  expect(await used()).toBe(0);
});

test('a fault before the first record is an answer as any other', async () => {
  const { costOf } = await openScene();
  expect(await costOf({ numbers: [13] }, {}, '/sums')).toBe('503 500/500 cost 0');
});

/** A caller on a connection of its own, whom a handler waits for. */
async function openCaller(
  handle: (request: FastifyRequest, left: Promise<void>) => AsyncIterable<string>,
) {
  const { app, services, used, ...scene } = await openScene();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  addEndpoint(app, { ...SUM, path: '/waiting' }, async (request, reply) => {
    await callOf(request).count?.(request.body.numbers.length);
    const left = new Promise<void>((resolve) => {
      request.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return streamRecords(reply, services.access, async function* () {
      try {
        yield* handle(request, left);
      } finally {
        end();
      }
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    const closed = app.close();
    await setImmediate();
    await scene.time.pass(20_000);
    await closed;
  });
  const stop = new AbortController();
  const { port } = app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/waiting`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(ones(3)),
    signal: stop.signal,
  });
  return { ...scene, app, reply, used, ended, hangUp: () => stop.abort() };
}

test('a body that was read to its end is no caller who has left', async () => {
  const { reply } = await openCaller(async function* (request) {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    yield String(request.signal.aborted);
  });
  expect(await reply.text()).toBe('false\n');
});

test('who hangs up in the middle of a stream has used all units, and the work ends', async () => {
  const { reply, hangUp, ended, used } = await openCaller(async function* (_, left) {
    yield 'first';
    let hasLeft = false;
    void left.then(() => {
      hasLeft = true;
    });
    for (; !hasLeft; await setImmediate()) yield 'more';
  });
  expect(new TextDecoder().decode((await reply.body?.getReader().read())?.value)).toMatch(
    /^first\n/,
  );
  hangUp();
  await ended;
  await settled();
  expect(await used()).toBe(3);
});

test('the deadline ends a stream that is worked on with a fault, and credits it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { reply, used } = await openCaller(async function* (_, left) {
    yield 'first';
    await left;
    yield 'late';
  });
  vi.advanceTimersByTime(60_000);
  const [first, last = '', ...none] = (await reply.text()).trimEnd().split('\n');
  expect([first, none]).toEqual(['first', []]);
  expect(JSON.parse(last)).toMatchObject({ credited: true, code: 'deadline_passed' });
  expect(await used()).toBe(0);
});

test('a server that stops ends a stream with a fault, and credits it', async () => {
  const { reply, app, used, time } = await openCaller(async function* (_, left) {
    yield 'first';
    for (let row = 0; ; row++) {
      await Promise.race([left, setImmediate()]);
      yield `{"row":${row}}`;
    }
  });
  const text = reply.text();
  const closed = app.close();
  await setImmediate();
  await time.pass(DRAIN_TIMES.finishMs);
  const last = (await text).trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({
    credited: true,
    error: expect.stringContaining('restarted'),
  });
  await time.pass(10_000);
  await closed;
  expect(await used()).toBe(0);
});

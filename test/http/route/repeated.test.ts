/** `Idempotency-Key`, over a database. */
import { expect, test } from 'vitest';
import { hashOfKey, prefixOfKey } from '../../../src/account/key-text.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { Services } from '../../../src/http/services.ts';
import { KEY, TEST_KEY } from '../../support/accounts.ts';
import { answer, traceAnswer } from '../../support/answer.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { portalScene } from '../../support/portal-scene.ts';
import { settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32&refine=1';
const HOUR_MS = 3_600_000;

async function openScene(parts: Partial<Services> = {}) {
  const asked: (string | number)[] = [];
  const answerRoute: Services['answerRoute'] = async (question) => {
    asked.push(question.request.startMs);
    return answer();
  };
  const scene = await portalScene({ parts: { answerRoute, ...parts } });
  const { app, store, time } = scene;
  const email = 'ola@example.no';
  const { account } = await store.accounts.getOrCreate({ email, plan: 'free' }, 'owner');
  for (const text of [KEY, TEST_KEY]) {
    const key = { hash: hashOfKey(text), prefix: prefixOfKey(text), name: '' };
    await store.keys.add({ accountId: account.id, ...key }, 'owner');
  }
  const ask = (key: string | undefined, url = TRIP, more: Record<string, string> = {}) =>
    app.inject({
      url,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...more,
      },
    });
  /** What the day has left, and what the call counted. */
  const costOf = async (...call: Parameters<typeof ask>) => {
    const reply = await ask(...call);
    await settled();
    return `${reply.statusCode} ${quotaOf(reply)} cost ${reply.headers['x-api-quota-cost']}`;
  };
  return { ...scene, account, asked, ask, costOf, time };
}

test('the same question under the same key is answered each time and counted once in 24 hours', async () => {
  const { costOf, time } = await openScene();
  expect(await costOf('a')).toBe('200 500/499 cost 1');
  expect(await costOf('a')).toBe('200 500/499 cost 0');
  expect(await costOf('b')).toBe('200 500/498 cost 1');
  expect(await costOf(undefined)).toBe('200 500/497 cost 1');
  await time.pass(24 * HOUR_MS - 1);
  expect(await costOf('a')).toBe('200 500/500 cost 0');
  await time.pass(1);
  expect(await costOf('a')).toBe('200 500/499 cost 1');
});

test('a repetition is answered for the moment of the first call', async () => {
  const { ask, asked, time } = await openScene();
  await ask('a');
  await time.pass(5 * HOUR_MS);
  await ask('a');
  expect(asked[1]).toBe(asked[0]);
});

test('neither the order of the parameters nor one that nobody knows is another question', async () => {
  const { costOf } = await openScene();
  await costOf('a');
  const turned = '/api/route?utm=1&refine=1&to=60.39,5.32&from=59.91,10.75';
  expect(await costOf('a', turned)).toBe('200 500/499 cost 0');
});

test.each([
  ['another parameter', `${TRIP}&heavy=1`],
  ['another endpoint', TRIP.replace('route', 'route-osrm')],
  ['a vehicle', '/api/vehicle?plate=EV12345'],
])('%s under a used key is 409, and counts nothing', async (_, url) => {
  const { ask, costOf } = await openScene();
  await costOf('a');
  const reply = await ask('a', url);
  expect(reply.json().error).toBe('idempotency_key_used');
  expect(await costOf('a', url)).toBe('409 500/499 cost 0');
});

test('when the data of the first call is gone a repetition is 409, and counts nothing', async () => {
  const { services, ask, costOf } = await openScene();
  await costOf('a');
  Object.assign(services, { dataVersion: 'renewed' });
  expect((await ask('a')).json().error).toBe('data_version_gone');
  expect(await costOf('a')).toBe('409 500/499 cost 0');
  expect(await costOf('b')).toBe('200 500/498 cost 1');
});

test('a repetition is answered when the day is used up, and a new call is not', async () => {
  const { store, account, costOf } = await openScene();
  await costOf('a');
  for (let i = 1; i < 500; i++)
    await store.quota.take({ accountId: account.id, day: '2026-11-20' }, 500);
  expect(await costOf('a')).toBe('200 500/0 cost 0');
  expect(await costOf('b')).toBe('429 500/0 cost 0');
  expect(await costOf('b', `${TRIP}&heavy=1`)).toBe('429 500/0 cost 0');
});

test('a call that fails on our side is credited, and the next under its key is the first', async () => {
  let isDown = true;
  const { costOf } = await openScene({
    answerRoute: async () => {
      if (isDown) throw new Fault('upstream_down');
      return answer();
    },
  });
  expect(await costOf('a')).toBe('503 500/500 cost 0');
  isDown = false;
  expect(await costOf('a')).toBe('200 500/499 cost 1');
  isDown = true;
  expect(await costOf('a')).toBe('503 500/499 cost 0');
});

test('of many at once one is counted', async () => {
  const { ask, costOf } = await openScene();
  await Promise.all(Array.from({ length: 10 }, () => ask('a')));
  expect(await costOf('b')).toBe('200 500/498 cost 1');
});

test('test keys have repetitions of their own', async () => {
  const { costOf } = await openScene();
  await costOf('a');
  const asTest = { authorization: `Bearer ${TEST_KEY}` };
  expect(await costOf('a', TRIP, asTest)).toBe('200 500/499 cost 1');
});

test.each([
  ['empty', ''],
  ['two keys', 'a, b'],
  ['256 characters', 'x'.repeat(256)],
  ['letters outside ASCII', 'nøkkel'],
])('%s is no key: 400, and nothing is counted', async (_, key) => {
  const { ask } = await openScene();
  const reply = await ask(key);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(/^Idempotency-Key must be/);
  expect(quotaOf(reply)).toBe('500/500');
});

test('a recorded drive is told from another one by all of its body, and the same one counts once', async () => {
  const { app } = await openScene({ answerTrace: async () => traceAnswer() });
  const post = (lat: number) =>
    app.inject({
      method: 'POST',
      url: '/api/trace',
      payload: JSON.stringify([
        { lat, lon: 10.7 },
        { lat: 59.92, lon: 10.8 },
      ]),
      headers: {
        authorization: `Bearer ${KEY}`,
        'idempotency-key': 'drive',
        'content-type': 'application/json',
      },
    });
  const told = [];
  for (const lat of [59.91, 59.91, 59.9]) {
    const reply = await post(lat);
    told.push(`${reply.statusCode} cost ${reply.headers['x-api-quota-cost']}`);
  }
  expect(told).toEqual(['200 cost 1', '200 cost 0', '409 cost 0']);
});

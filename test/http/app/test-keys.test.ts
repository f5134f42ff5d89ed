/** Keys for the tests of an integrator. */

import { expect, test } from 'vitest';
import type { Services } from '../../../src/http/services.ts';
import { KEY, TEST_KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { FAKES } from '../../support/app.ts';
import { departuresAnswer } from '../../support/departures-answer.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32&refine=1';

function openScene() {
  const asked: number[] = [];
  const answerRoute: Services['answerRoute'] = async ({ request }) => {
    asked.push(request.startMs);
    return answer();
  };
  const fictitious = {
    answerRoute,
    answerEstimate: answerRoute,
    answerMatrix: FAKES.answerMatrix,
    answerTrace: FAKES.answerTrace,
    answerJourney: FAKES.answerJourney,
    answerDepartures: departuresAnswer,
    findVehicle: async () => '{"kjoretoydataListe":[{"kjoretoyId":{"kjennemerke":"EV 12345"}}]}',
  };
  const scene = meteredApp({ parts: { fictitious } });
  const ask = (url: string, headers: Record<string, string> = {}, key = TEST_KEY) =>
    scene.app.inject({ url, headers: { authorization: `Bearer ${key}`, ...headers } });
  return { ...scene, asked, ask };
}

test.each([
  TRIP,
  '/api/vehicle?plate=EV12345',
  '/api/ferry-quays',
  '/api/route',
  '/health/live',
  '/x',
  '/api/%zz',
])('every answer to a test key is marked: %s', async (url) => {
  const { ask } = openScene();
  expect((await ask(url)).headers['x-api-test']).toBe('1');
  expect((await ask(url, {}, KEY)).headers['x-api-test']).toBeUndefined();
});

test('a price says that it is one of a test', async () => {
  const { ask } = openScene();
  expect((await ask(TRIP)).json()._billing.test).toBe(true);
  expect((await ask(TRIP, {}, KEY)).json()._billing.test).toBeUndefined();
});

test('test keys have 500 calls a day of their own, whatever the account has used', async () => {
  const { ask, accounts } = openScene();
  accounts.use('2026-11-20', 500);
  expect(quotaOf(await ask(TRIP))).toBe('500/499');
  expect(quotaOf(await ask(TRIP, {}, KEY))).toBe('500/0');
  for (let call = 1; call < 500; call++) await ask('/api/vehicle?plate=EV12345');
  const reply = await ask(TRIP);
  expect([reply.statusCode, reply.json().error]).toEqual([429, 'quota_exceeded']);
});

test('its clock stands where it is set: the same question has the same body', async () => {
  const { ask, asked, time } = openScene();
  const now = { 'x-test-now': '2026-11-20T08:00:00+01:00', 'x-request-id': 'a' };
  const first = await ask(TRIP, now);
  time.timer.start(3_600_000, () => {});
  await new Promise((resolve) => setImmediate(resolve));
  const second = await ask(TRIP, now);
  expect(second.body).toBe(first.body);
  expect(first.json()._billing.computedAt).toBe('2026-11-20T08:00:00+01:00');
  expect(asked).toEqual([Date.parse('2026-11-20T07:00:00Z'), Date.parse('2026-11-20T07:00:00Z')]);
});

test('the day that it is counted to is the real one', async () => {
  const { ask } = openScene();
  await ask(TRIP);
  const tomorrow = { 'x-test-now': '2026-11-21T08:00:00+01:00' };
  expect(quotaOf(await ask(TRIP, tomorrow))).toBe('500/498');
});

test.each([
  ['', 'must be'],
  ['tomorrow', 'must be'],
  ['2026-11-20T08:00:00', 'has no offset from UTC'],
  ['2026-13-01T00:00:00Z', 'has a day that does not exist'],
  ['1990-01-01T00:00:00Z', 'must lie in the years 2000 to 2100'],
  ['0000-01-01T00:00:00Z', 'must lie in the years 2000 to 2100'],
  ['9999-12-31T23:59:59-01:00', 'must lie in the years 2000 to 2100'],
])('X-Test-Now %o is 400: it %s', async (now, problem) => {
  const { ask } = openScene();
  const reply = await ask(TRIP, { 'x-test-now': now });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain(`X-Test-Now ${problem}`);
});

test('with another key it is 400: a price must not be of another moment unseen', async () => {
  const { ask } = openScene();
  const reply = await ask(TRIP, { 'x-test-now': '2026-11-20T08:00:00+01:00' }, KEY);
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'X-Test-Now is for test keys alone.',
  ]);
});

test('vehicles are fictitious, whatever register there is', async () => {
  const { ask } = openScene();
  const plate = (body: string) => JSON.parse(body).kjoretoydataListe[0].kjoretoyId?.kjennemerke;
  expect(plate((await ask('/api/vehicle?plate=EV12345')).body)).toBe('EV 12345');
  expect(plate((await ask('/api/vehicle?plate=EV12345', {}, KEY)).body)).toBeUndefined();
});

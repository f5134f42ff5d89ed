import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { osrmAnswer, osrmRefusal } from '../../support/fake-upstream/osrm.ts';
import { openOsrmApp, stepsOf, TRIP } from './osrm-app.ts';

const UNREADABLE = 'The OSRM server gave an answer that cannot be read.';
const AWAY = 'The OSRM server cannot be reached; try again later.';

/** A text that would betray the server. */
const WORDS = 'Query string malformed close to 10,60;10.05,60';

test.each([
  'TooBig',
  'InvalidUrl',
  'InvalidService',
  'InvalidVersion',
  'InvalidOptions',
  'InvalidQuery',
  'InvalidValue',
  'InvalidContentType',
  'NotImplemented',
  'DisabledDataset',
  'CodeOfTomorrow',
])('the code %s', async (code) => {
  await expectFault(await openOsrmApp(() => osrmRefusal(code, WORDS)), { error: UNREADABLE });
});

const answered = osrmAnswer([[stepsOf('a1b2cd3e')]]);

test.each<readonly [string, unknown, number]>([
  ['Ok with the status 400', answered, 400],
  ['no code', { ...answered, code: undefined }, 200],
  ['no routes', { code: 'Ok', waypoints: [] }, 200],
  ['an empty list of routes', { ...answered, routes: [] }, 200],
  ['a route without steps', { ...answered, routes: [{ legs: [{ steps: [] }] }] }, 200],
  ['routes of nonsense', { ...answered, routes: [null, 7] }, 200],
  [
    'the stops of another question, as a cache gives it, each said to be 3 m off',
    {
      ...answered,
      waypoints: [
        { distance: 3, location: [10.05, 60] },
        { distance: 3, location: [11, 61] },
      ],
    },
    200,
  ],
  ['a list', [], 200],
  ['null', null, 200],
])('an answer with %s', async (_, value, status) => {
  await expectFault(await openOsrmApp(() => json(value, status)), { error: UNREADABLE });
});

test.each<FaultName>([
  'HTML instead of JSON',
  'truncated JSON',
  'gzip bomb',
  'broken gzip',
  'empty body',
  'bytes that are no text',
  'content-length too small',
  'no HTTP',
  'redirect',
  'status 429',
  'status 500',
  'status 503 with Retry-After',
])('%s', async (fault) => {
  const opened = await openOsrmApp();
  opened.fake.fail(fault);
  await expectFault(opened, { error: UNREADABLE });
});

test.each<FaultName>([
  'reset on connect',
  'reset mid-body',
  'content-length too large',
  'hang before headers',
  'hang mid-body',
  'slow drip',
  'delay',
])('%s', async (fault) => {
  const opened = await openOsrmApp(undefined, { attemptMs: 60, retries: 1 });
  opened.fake.fail(fault);
  await expectFault(opened, { error: AWAY });
});

test('a refused connection', async () => {
  const opened = await openOsrmApp();
  await opened.fake.stop();
  await expectFault(opened, { error: AWAY });
});

test('a server that failed too often and is not asked for a while', async () => {
  const opened = await openOsrmApp(undefined, { failuresToOpen: 1, retries: 0, openMs: 60_000 });
  opened.fake.fail('status 500');
  await opened.ask();
  expect(opened.osrm.server.state().breaker).toBe('open');
  const reply = await expectFault(opened, { error: AWAY });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(opened.fake.requests).toHaveLength(1);
});

test('a server with too many calls already', async () => {
  const opened = await openOsrmApp(undefined, { inFlight: 1, queued: 0 });
  opened.fake.fail('hang before headers', 1);
  const first = opened.ask();
  await opened.fake.received(1);
  const second = await opened.ask();
  expect(second.statusCode).toBe(502);
  expect(second.json().error).toBe('The OSRM server is busy; try again later.');
  await opened.osrm.server.close();
  expect((await first).statusCode).toBe(502);
  expect(opened.accounts.usedOn('2026-11-20')).toBe(0);
});

/** The call is answered with 502 and this sentence, credited, and what was said stays inside. */
async function expectFault(
  { ask, accounts, logged }: Awaited<ReturnType<typeof openOsrmApp>>,
  { error }: { readonly error: string },
) {
  const reply = await ask();
  expect(reply.json()).toMatchObject({
    error,
    message: error,
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.statusCode).toBe(502);
  expect(reply.headers['x-api-quota-remaining']).toBe('500');
  expect(accounts.usedOn('2026-11-20')).toBe(0);
  expect(logged.join('')).not.toMatch(/malformed|10\.05|127\.0\.0\.1/);
  expect(logged.length).toBeGreaterThan(0);
  return reply;
}

test('the trip of these tests is answered when nothing is wrong', async () => {
  const { ask } = await openOsrmApp();
  expect((await ask(TRIP)).statusCode).toBe(200);
});

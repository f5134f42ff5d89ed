import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { planAnswer, planRefusal } from '../../support/fake-upstream/route-planner.ts';
import { openPlannerApp, routeBy } from './planner-app.ts';

const AWAY = /^The route planner (?:is not available|cannot be reached); try again later\.$/;

test.each([
  ['500', () => planRefusal(500)],
  ['500 with a code that means no route elsewhere', () => planRefusal(500, 9005)],
  ['another code of its own, such as overload', () => planRefusal(404, 9100)],
  ['408', () => planRefusal(408)],
])('%s', async (_, refuse) => {
  await expectAway(await openPlannerApp(refuse));
});

test.each<FaultName>([
  'status 500',
  'reset on connect',
  'reset mid-body',
  'content-length too large',
  'hang before headers',
  'hang mid-body',
  'slow drip',
  'delay',
])('%s', async (fault) => {
  const opened = await openPlannerApp(undefined, { limits: { attemptMs: 60 } });
  opened.fake.fail(fault);
  await expectAway(opened);
});

test('a refused connection', async () => {
  const opened = await openPlannerApp();
  await opened.fake.stop();
  await expectAway(opened);
});

test.each<readonly [FaultName, RegExp]>([
  ['status 429', /^The route planner is busy; try again later\.$/],
  ['status 503 with Retry-After', AWAY],
])('%s passes on when to come back, and is not asked again', async (fault, sentence) => {
  const { ask, fake, accounts } = await openPlannerApp();
  fake.fail(fault);
  const reply = await ask();
  expect(reply.statusCode).toBe(503);
  expect(reply.json().error).toMatch(sentence);
  expect(reply.headers['retry-after']).toBe('17');
  expect(accounts.usedOn('2026-11-20')).toBe(0);
  expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(1);
});

test('a failure is asked about once more, and the answer to that counts', async () => {
  let failures = 0;
  const { ask, fake } = await openPlannerApp(({ path }) => {
    if (path.startsWith('/tourist')) return planRefusal(404, 9005);
    return failures++ === 0 ? planRefusal(500) : json(planAnswer([routeBy('a1b')]));
  });
  expect((await ask()).statusCode).toBe(200);
  expect(fake.requests.filter(({ path }) => path.startsWith('/best'))).toHaveLength(2);
});

test('a planner that failed too often is not asked for a while', async () => {
  const { ask, fake, planner } = await openPlannerApp(undefined, {
    limits: { failuresToOpen: 1, retries: 0, openMs: 60_000 },
    login: { user: 'veipris', password: 'secret' },
  });
  fake.fail('status 500');
  await ask();
  expect(planner.server.state().breaker).toBe('open');
  const reply = await ask();
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(fake.requests).toHaveLength(1);
});

/** The call is answered with 503, credited, and what the planner said stays inside. */
async function expectAway({ ask, accounts, logged }: Awaited<ReturnType<typeof openPlannerApp>>) {
  const reply = await ask();
  expect(reply.statusCode).toBe(503);
  expect(reply.json().error).toMatch(AWAY);
  expect(reply.headers['x-api-quota-remaining']).toBe('500');
  expect(accounts.usedOn('2026-11-20')).toBe(0);
  expect(logged.join('')).not.toMatch(/Words|10\.05|127\.0\.0\.1/);
}

import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { planAnswer, planRefusal } from '../../support/fake-upstream/route-planner.ts';
import { openPlannerApp, routeBy } from './planner-app.ts';

const UNREADABLE = 'The route planner gave an answer that cannot be read.';

const answered = planAnswer([routeBy('a1b')]);
const HTML = '<html><body>The page /best?Stops=10.05,60 does not exist</body></html>';

test.each<readonly [string, () => ReturnType<typeof json>]>([
  ['404 without a code of its own', () => planRefusal(404, 404)],
  ['404 in HTML', () => ({ status: 404, body: HTML })],
  ['404 without a body', () => ({ status: 404 })],
  ['400: our question is wrong', () => planRefusal(400)],
  ['409', () => planRefusal(409)],
  ['no routes', () => json({ externalApiStatus: null })],
  ['routes that are null', () => json({ routes: null })],
  ['messages beside the routes', () => json({ ...answered, messages: [{ code: 9005 }] })],
  ['an error beside the routes', () => json({ ...answered, error: 'Words of 10.05,60' })],
  ['routes of nonsense', () => json({ routes: [null, 7] })],
  ['routes without a line', () => json({ routes: [{ routeId: 'x', features: [] }] })],
  ['a list', () => json([])],
])('%s', async (_, refuse) => {
  await expectUnreadable(await openPlannerApp(refuse));
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
])('%s', async (fault) => {
  const opened = await openPlannerApp();
  opened.fake.fail(fault);
  await expectUnreadable(opened);
});

test.each(['from=61,11&to=60,10.05', 'from=60,10&to=61,11', 'from=61,11&to=62,12'])(
  'the routes of another question, as a cache gives them to %s',
  async (stops) => {
    const opened = await openPlannerApp();
    await expectUnreadable(opened, opened.app.inject(keyed(`/api/route?${stops}`)));
  },
);

test.each([401, 403])('%i: our login is refused, and the operator hears it', async (status) => {
  const login = { user: 'veipris', password: 'secret' };
  const opened = await openPlannerApp(() => planRefusal(status), { login });
  await expectUnreadable(opened);
  const alarms = opened.logged.filter((line) => line.includes('"alarm":"planner_login"'));
  expect(alarms).toHaveLength(1);
  expect(JSON.parse(alarms[0] ?? '').level).toBe(50);
  expect(opened.logged.join('')).not.toMatch(/secret|Basic/);
});

test('no other failure is an alarm', async () => {
  const opened = await openPlannerApp(() => planRefusal(400));
  await opened.ask();
  expect(opened.logged.join('')).not.toContain('alarm');
});

/** The call is answered with 502, credited, and what the planner said stays inside. */
async function expectUnreadable(
  { ask, accounts, logged }: Awaited<ReturnType<typeof openPlannerApp>>,
  asked = ask(),
) {
  const reply = await asked;
  expect(reply.json()).toMatchObject({
    error: UNREADABLE,
    message: UNREADABLE,
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.statusCode).toBe(502);
  expect(reply.headers['x-api-quota-remaining']).toBe('500');
  expect(accounts.usedOn('2026-11-20')).toBe(0);
  expect(logged.join('')).not.toMatch(/Words|10\.05|127\.0\.0\.1/);
  expect(logged.length).toBeGreaterThan(0);
}

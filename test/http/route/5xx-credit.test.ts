import { afterEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { answer } from '../../support/answer.ts';
import { keyed, NOW } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';
import { handTime, settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

const DEADLINE_MS = 20;

afterEach(() => {
  vi.useRealTimers();
});

const failing = (error: unknown) => async () => {
  throw error;
};
const hanging = () => new Promise<never>(() => undefined);

describe('a call is credited before its answer leaves', () => {
  test.each([
    [500, 'a defect of ours', failing(new TypeError('defect'))],
    [500, 'something thrown that is no error', failing('a text')],
    [500, 'an answer that cannot be written', async () => ({}) as RouteAnswer],
    [502, 'a planner that answers nonsense', failing(new Fault('upstream_broken'))],
    [503, 'a planner that is away', failing(new Fault('upstream_down'))],
  ])('%i: %s', async (status, _name, answerRoute) => {
    const { app, accounts, used } = meteredApp({ parts: { answerRoute } });
    accounts.use('2026-11-20', 10);
    const reply = await app.inject(keyed(TRIP));
    expect(reply.statusCode).toBe(status);
    expect(quotaOf(reply)).toBe('500/490');
    expect(reply.headers.ratelimit).toBe('"daily";r=490;t=43200');
    expect(used()).toBe(10);
  });

  test('503: the deadline', async () => {
    const answerRoute = vi.fn(hanging);
    const { app, used } = meteredApp({ parts: { answerRoute }, deadlineMs: DEADLINE_MS });
    const reply = await overDeadline(app, answerRoute);
    expect(reply.statusCode).toBe(503);
    expect(quotaOf(reply)).toBe('500/500');
    expect(used()).toBe(0);
  });

  test('the last call of the day that failed may be made again', async () => {
    const { app, accounts } = meteredApp({
      parts: {
        answerRoute: vi.fn(async () => answer()).mockRejectedValueOnce(new Fault('upstream_down')),
      },
    });
    accounts.use('2026-11-20', 499);
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await app.inject(keyed(TRIP))).statusCode);
    expect(statuses).toEqual([503, 200, 429]);
  });
});

test.each([200, 400, 404])('an answer of %i stays counted', async (status) => {
  const answerRoute = status === 404 ? failing(new Fault('route_not_possible')) : undefined;
  const { app, used } = meteredApp({ parts: answerRoute ? { answerRoute } : {} });
  const reply = await app.inject(keyed(status === 400 ? '/api/route' : TRIP));
  await app.close();
  expect(reply.statusCode).toBe(status);
  expect(quotaOf(reply)).toBe('500/499');
  expect(used()).toBe(1);
});

test('a call that begins before midnight and fails after it is credited to its own day', async () => {
  const time = handTime('2026-11-20T23:59:59.9+01:00');
  const { app, accounts } = meteredApp({
    time,
    parts: {
      answerRoute: async () => {
        await time.pass(5_000);
        throw new Fault('upstream_down');
      },
    },
  });
  accounts.use('2026-11-20', 42);
  const reply = await app.inject(keyed(TRIP));
  expect(quotaOf(reply)).toBe('500/458');
  expect(reply.headers.ratelimit).toBe('"daily";r=458;t=1');
  expect(accounts.usedOn('2026-11-20')).toBe(42);
  expect(accounts.usedOn('2026-11-21')).toBe(0);
});

test('what a handler gives after its deadline changes nothing, and its address is not logged', async () => {
  let finish = (_answer: RouteAnswer) => {};
  const late = new Promise<RouteAnswer>((resolve) => {
    finish = resolve;
  });
  const answerRoute = vi.fn(() => late);
  const { app, used, lines } = meteredApp({ parts: { answerRoute }, deadlineMs: DEADLINE_MS });
  const reply = await overDeadline(app, answerRoute);
  finish(answer());
  await settled();
  await app.close();
  expect(reply.statusCode).toBe(503);
  expect(used()).toBe(0);
  expect(lines.join('')).not.toContain('59.91');
});

test('a handler that fails after its deadline is logged, without its address', async () => {
  let fail = (_error: Error) => {};
  const late = new Promise<RouteAnswer>((_, reject) => {
    fail = reject;
  });
  const answerRoute = vi.fn(() => late);
  const { app, used, lines } = meteredApp({ parts: { answerRoute }, deadlineMs: DEADLINE_MS });
  await overDeadline(app, answerRoute);
  fail(new Error('too late'));
  await settled();
  expect(used()).toBe(0);
  const line = lines.find((text) => text.includes('too late'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'failed after its deadline',
    endpoint: '/api/route',
  });
  expect(lines.join('')).not.toContain('59.91');
});

test('a call that is counted only after its deadline was answered is credited all the same', async () => {
  const { app, accounts, used } = meteredApp({ deadlineMs: DEADLINE_MS });
  const { take } = accounts.quota;
  let count = () => {};
  const whenCounted = new Promise<void>((resolve) => {
    count = resolve;
  });
  const counting = vi.spyOn(accounts.quota, 'take').mockImplementation(async (...asked) => {
    await whenCounted;
    return take(...asked);
  });
  const reply = await overDeadline(app, counting);
  expect(reply.statusCode).toBe(503);
  count();
  await settled();
  expect(used()).toBe(0);
});

describe('while the database fails to credit', () => {
  test('the answer comes all the same, shows the credit, and the credit follows', async () => {
    const time = handTime(NOW);
    const answerRoute = failing(new Fault('upstream_broken', 'The planner answered nonsense.'));
    const { app, accounts, used } = meteredApp({ time, parts: { answerRoute } });
    vi.spyOn(accounts.quota, 'giveBack').mockRejectedValueOnce(new Error('away'));
    const reply = await app.inject(keyed(TRIP));
    expect(reply.statusCode).toBe(502);
    expect(reply.json().error).toBe('The planner answered nonsense.');
    expect(quotaOf(reply)).toBe('500/500');
    expect(used()).toBe(1);
    await time.pass(1_000);
    expect(used()).toBe(0);
  });

  test('closing credits what is still owed', async () => {
    const time = handTime(NOW);
    const answerRoute = failing(new Fault('upstream_broken'));
    const { app, accounts, used } = meteredApp({ time, parts: { answerRoute } });
    vi.spyOn(accounts.quota, 'giveBack').mockRejectedValueOnce(new Error('away'));
    await app.inject(keyed(TRIP));
    await app.close();
    expect(used()).toBe(0);
  });

  test('a credit that is lost for good is told in the log', async () => {
    const time = handTime(NOW);
    const answerRoute = failing(new Fault('upstream_broken'));
    const { app, accounts, lines } = meteredApp({ time, parts: { answerRoute } });
    vi.spyOn(accounts.quota, 'giveBack').mockRejectedValue(new Error('disk full'));
    await app.inject(keyed(TRIP));
    await app.close();
    expect(lines.join('')).toContain('a call could not be credited and stays counted');
    expect(lines.join('')).toContain('disk full');
  });

  test('a database that hangs holds the answer up for a second, and the deadline does not mix in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const time = handTime(NOW);
    const answerRoute = failing(new Fault('upstream_broken', 'The planner answered nonsense.'));
    const { app, accounts } = meteredApp({ time, parts: { answerRoute }, deadlineMs: DEADLINE_MS });
    const credit = new Promise<void>((asked) => {
      vi.spyOn(accounts.quota, 'giveBack').mockImplementation(() => {
        asked();
        return hanging();
      });
    });
    const replied = app.inject(keyed(TRIP));
    await credit;
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    await time.pass(1_000);
    const reply = await replied;
    expect(reply.statusCode).toBe(502);
    expect(reply.json().error).toBe('The planner answered nonsense.');
  });
});

test('a defect in counting is 500: only a database that is away is 503', async () => {
  const { app, accounts } = meteredApp();
  vi.spyOn(accounts.quota, 'take').mockRejectedValue(new TypeError('defect'));
  expect((await app.inject(keyed(TRIP))).statusCode).toBe(500);
});

/** Asks, and lets the deadline pass as soon as the call has come to a place where it hangs. */
async function overDeadline(
  app: ReturnType<typeof meteredApp>['app'],
  place: { readonly mock: { readonly calls: readonly unknown[] } },
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const replied = app.inject(keyed(TRIP));
  while (place.mock.calls.length === 0) await settled();
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  vi.useRealTimers();
  return replied;
}

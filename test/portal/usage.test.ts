import { expect, test } from 'vitest';
import { portalScene } from '../support/portal-scene.ts';

const TRIP = '/portal/api/trip?from=59.91,10.75&to=60.39,5.32';

test('usage tells the calls of 30 days by endpoint and answer, and what is left of today', async () => {
  const { openBrowser, app, time } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
  const headers = { authorization: `Bearer ${key}` };
  await app.inject({ url: '/api/route?from=59.91,10.75&to=60.39,5.32', headers });
  await app.inject({ url: '/api/route', headers });
  await browser.ask(TRIP);
  await time.pass(1000);
  const none = { '3xx': 0, '5xx': 0 };
  expect((await browser.ask('/portal/api/usage')).json()).toEqual({
    today: { day: '2026-11-20', used: 3, limit: 500, resetsAt: '2026-11-20T23:00:00.000Z' },
    fromDay: '2026-10-22',
    days: [
      {
        day: '2026-11-20',
        endpoint: '/api/route',
        calls: 2,
        byStatus: { '2xx': 1, '4xx': 1, ...none },
      },
      {
        day: '2026-11-20',
        endpoint: '/portal/api/trip',
        calls: 1,
        byStatus: { '2xx': 1, '4xx': 0, ...none },
      },
    ],
    nextCursor: null,
  });
  const first = (await browser.ask('/portal/api/usage?limit=1')).json();
  expect(first.days).toMatchObject([{ endpoint: '/api/route' }]);
  const cursor = encodeURIComponent(first.nextCursor);
  const second = (await browser.ask(`/portal/api/usage?limit=1&cursor=${cursor}`)).json();
  expect(second).toMatchObject({ days: [{ endpoint: '/portal/api/trip' }], nextCursor: null });
});

test('the plan says what it allows, what it costs, and what happens at the limit', async () => {
  const { openBrowser, store } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const plans = [
    { id: 'free', callsPerDay: 500, priceNokPerMonth: 0 },
    { id: 'pilot', callsPerDay: 5000, priceNokPerMonth: 1399 },
    { id: 'enterprise', callsPerDay: 100_000, priceNokPerMonth: null },
  ];
  const common = { plans, atLimit: 'refused_until_midnight', requested: null };
  expect((await browser.ask('/portal/api/plan')).json()).toEqual({
    ...common,
    plan: 'free',
    subscription: 'active',
    dailyLimit: 500,
    ownLimit: false,
    priceNokPerMonth: 0,
  });
  const account = await store.accounts.findByEmail('ola@example.no');
  const order = { plan: 'enterprise', dailyLimit: 7, subscription: 'payment_failed' } as const;
  await store.accounts.change(account?.id ?? '', order, 'operator');
  expect((await browser.ask('/portal/api/plan')).json()).toEqual({
    ...common,
    plan: 'enterprise',
    subscription: 'payment_failed',
    dailyLimit: 7,
    ownLimit: true,
    priceNokPerMonth: null,
  });
});

test.each(['keys', 'usage', 'plan', 'audit'])('%s is for who is signed in alone', async (what) => {
  const { app } = await portalScene();
  const reply = await app.inject(`/portal/api/${what}`);
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'signed_out']);
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('an owner asks for another plan, and reads that until an operator changes the plan', async () => {
  const { openBrowser, store } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const requested = async () => (await browser.ask('/portal/api/plan')).json().requested;
  const ask = async (plan: string) => (await browser.post('/portal/api/plan', { plan })).statusCode;
  expect([await ask('pilot'), await ask('enterprise'), await ask('free')]).toEqual([202, 202, 400]);
  expect(await requested()).toEqual({ plan: 'enterprise', at: '2026-11-20T11:00:00.000Z' });
  expect(await store.accounts.listPlanRequests({ most: 9 })).toMatchObject([
    { plan: 'enterprise' },
  ]);
  expect([await ask('pilot'), await ask('pilot'), await ask('pilot'), await ask('pilot')]).toEqual([
    202, 202, 202, 429,
  ]);
  const [{ accountId } = { accountId: '' }] = await store.accounts.listPlanRequests({ most: 9 });
  await store.accounts.change(accountId, { plan: 'pilot' }, 'operator');
  expect(await requested()).toBeNull();
  expect(await store.accounts.listPlanRequests({ most: 9 })).toEqual([]);
});

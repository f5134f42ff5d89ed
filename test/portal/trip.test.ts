import { afterEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Services } from '../../src/http/services.ts';
import { answer } from '../support/answer.ts';
import { quotaOf } from '../support/metered-app.ts';
import { portalScene } from '../support/portal-scene.ts';
import { settled } from '../support/time.ts';

const QUERY = 'from=59.91,10.75&to=60.39,5.32&refine=1';
const TRIP = `/portal/api/trip?${QUERY}`;
/** A visitor from another machine. */
const ELSEWHERE = { host: 'veipris.example.no' };
const DOWN = async () => {
  throw new Fault('upstream_down', 'The engine is away.');
};

describe('a trip of somebody who is signed in', () => {
  test('is what /api/route gives, with its headers, and a call of the account', async () => {
    const { openBrowser, app } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
    const trip = await browser.ask(TRIP);
    const headers = { authorization: `Bearer ${key}` };
    const route = await app.inject({ url: `/api/route?${QUERY}`, headers });
    expect([trip.statusCode, trip.body]).toEqual([200, route.body]);
    expect([quotaOf(trip), quotaOf(route)]).toEqual(['500/499', '500/498']);
    expect(trip.headers).toMatchObject({ ratelimit: '"daily";r=499;t=43200' });
  });

  test('has a day of departures, as /api/departures gives it, for one call', async () => {
    const { openBrowser, app } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
    const question = 'departures?from=59.91,10.75&to=60.39,5.32&earliest=2026-11-20T05:00:00Z';
    const day = await browser.ask(`/portal/api/${question}`);
    const headers = { authorization: `Bearer ${key}` };
    const api = await app.inject({ url: `/api/${question}`, headers });
    expect([day.statusCode, day.body]).toEqual([200, api.body]);
    expect([quotaOf(day), quotaOf(api)]).toEqual(['500/499', '500/498']);
  });

  test('is refused when the day is used up, as with a key', async () => {
    const { openBrowser, store } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const account = await store.accounts.findByEmail('ola@example.no');
    await store.accounts.change(account?.id ?? '', { dailyLimit: 1 }, 'operator');
    expect((await browser.ask(TRIP)).statusCode).toBe(200);
    const reply = await browser.ask(TRIP);
    expect([reply.statusCode, reply.json().error]).toEqual([429, 'quota_exceeded']);
    expect(reply.headers['retry-after']).toBe('43200');
  });

  test('is credited when it fails on our side', async () => {
    const { openBrowser } = await portalScene({ parts: { answerRoute: DOWN } });
    const browser = openBrowser();
    await browser.signIn();
    const reply = await browser.ask(TRIP);
    expect([reply.statusCode, quotaOf(reply)]).toEqual([503, '500/500']);
  });

  test('is refused when the subscription rests', async () => {
    const { openBrowser, store } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const account = await store.accounts.findByEmail('ola@example.no');
    await store.accounts.change(account?.id ?? '', { subscription: 'stopped' }, 'operator');
    expect((await browser.ask(TRIP)).json().error).toBe('subscription_inactive');
  });

  test('a wrong question is 400 with the sentence of /api/route', async () => {
    const { openBrowser } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const reply = await browser.ask('/portal/api/trip?from=59.91,10.75');
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'to is missing.']);
  });
});

test('there and back is what /api/journey gives, a call for each way, also in the demo', async () => {
  const drive = { from: '59.91,10.75', to: '60.39,5.32', startTime: '2026-11-20T08:00:00+01:00' };
  const body = { drives: [{ ...drive, return: true }] };
  const { openBrowser, app } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
  const journey = await browser.post('/portal/api/journey', body);
  const headers = { authorization: `Bearer ${key}` };
  const api = await app.inject({ method: 'POST', url: '/api/journey', headers, payload: body });
  expect([journey.statusCode, journey.body]).toEqual([200, api.body]);
  expect([quotaOf(journey), quotaOf(api)]).toEqual(['500/498', '500/496']);

  const demo = await portalScene({ portal: { publicDemo: true } });
  const ask = (drives: object[]) =>
    demo.app.inject({ method: 'POST', url: '/portal/api/journey', payload: { drives } });
  expect(quotaOf(await ask(body.drives))).toBe('100/98');
  expect((await ask(Array.from({ length: 99 }, () => drive))).statusCode).toBe(429);
});

describe('a recorded drive', () => {
  const GPX =
    '<gpx><trk><trkseg><trkpt lat="59.913987" lon="10.752245"/><trkpt lat="59.92" lon="10.7"/></trkseg></trk></gpx>';
  const TRACE = {
    method: 'POST',
    url: '/portal/api/trace?fuel=electric',
    payload: GPX,
    headers: { 'content-type': 'application/octet-stream' },
  } as const;

  test('is priced as /api/trace does it, for one call of the account', async () => {
    const { openBrowser, app, lines } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
    const drive = await browser.ask(TRACE);
    const headers = { ...TRACE.headers, authorization: `Bearer ${key}` };
    const api = await app.inject({ ...TRACE, url: '/api/trace?fuel=electric', headers });
    expect([drive.statusCode, drive.body]).toEqual([200, api.body]);
    expect([quotaOf(drive), quotaOf(api)]).toEqual(['500/499', '500/498']);
    expect(lines.join('')).not.toMatch(/59\.9|10\.75|trkpt/);
  });

  test('needs a session or the demo, and a page of ours', async () => {
    const { app } = await portalScene();
    expect((await app.inject({ ...TRACE, headers: ELSEWHERE })).statusCode).toBe(401);
    const demo = await portalScene({ portal: { publicDemo: true } });
    expect(quotaOf(await demo.app.inject(TRACE))).toBe('100/99');
    const headers = { ...TRACE.headers, 'sec-fetch-site': 'cross-site' };
    expect((await demo.app.inject({ ...TRACE, headers })).statusCode).toBe(403);
  });
});

describe('a trip of somebody who is not signed in', () => {
  const DEMO = { portal: { publicDemo: true } };

  test('is refused unless the operator opens the demo', async () => {
    const { app } = await portalScene();
    const reply = await app.inject({ url: TRIP, headers: ELSEWHERE });
    expect([reply.statusCode, reply.json().error]).toEqual([401, 'signed_out']);
  });

  test.each([
    ['http://127.0.0.1:8080', '127.0.0.1', {}, 200],
    ['http://localhost', '::1', {}, 200],
    ['http://[::1]:8080', '::1', {}, 200],
    ['http://veipris.example.no', '127.0.0.1', {}, 401],
    ['http://localhost', '192.0.2.1', {}, 401],
    ['http://localhost', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, 401],
    ['http://localhost', '127.0.0.1', { forwarded: 'for=192.0.2.1' }, 401],
  ])(
    'at %s from %s with %j it is %4$i: a trial on the own machine is open',
    async (origin, remoteAddress, more, status) => {
      const { app } = await portalScene();
      const headers = { host: new URL(origin).host, ...more };
      const [trip, config] = [TRIP, '/portal/api/config'].map((url) =>
        app.inject({ url, headers, remoteAddress }),
      );
      expect((await trip)?.statusCode).toBe(status);
      expect((await config)?.json().publicDemo).toBe(status === 200);
    },
  );

  test('where the portal has an address for browsers, a trial on the own machine is not open', async () => {
    const { app } = await portalScene({ portal: { publicUrl: 'https://veipris.example.no' } });
    expect((await app.inject(TRIP)).statusCode).toBe(401);
  });

  test('a key does not open it: keys are for servers', async () => {
    const { app, openBrowser } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const { key } = (await browser.post('/portal/api/keys', { name: '' })).json();
    const headers = { authorization: `Bearer ${key}`, ...ELSEWHERE };
    expect((await app.inject({ url: TRIP, headers })).statusCode).toBe(401);
  });

  test('in the demo every address has 100 calls a day of its own, until midnight', async () => {
    const { app, time } = await portalScene(DEMO);
    const ask = (remoteAddress: string) => app.inject({ url: TRIP, remoteAddress });
    const first = await ask('192.0.2.1');
    expect([first.statusCode, quotaOf(first)]).toEqual([200, '100/99']);
    expect(first.json()).toEqual(JSON.parse(JSON.stringify(answer())));
    for (let i = 0; i < 99; i++) await ask('192.0.2.1');
    const reply = await ask('192.0.2.1');
    expect([reply.statusCode, reply.json().error]).toEqual([429, 'quota_exceeded']);
    expect(reply.headers['retry-after']).toBe('43200');
    expect(quotaOf(reply)).toBe('100/0');
    expect((await ask('192.0.2.2')).statusCode).toBe(200);
    await time.pass(12 * 3_600_000);
    expect(quotaOf(await ask('192.0.2.1'))).toBe('100/99');
  });

  test('a demo call is credited when it fails on our side', async () => {
    const { app } = await portalScene({ ...DEMO, parts: { answerRoute: DOWN } });
    for (let i = 0; i < 3; i++) {
      const reply = await app.inject(TRIP);
      expect([reply.statusCode, quotaOf(reply)]).toEqual([503, '100/100']);
    }
  });

  describe('at the deadline', () => {
    const DEADLINE_MS = 20;
    afterEach(() => {
      vi.useRealTimers();
    });

    /** Asks in a demo, and lets the deadline pass while the call is counted, worked on or credited. */
    async function askOverDeadline(
      at: 'count' | 'work' | 'credit',
      answerRoute: Services['answerRoute'],
    ) {
      let end = () => {};
      const later = new Promise<void>((resolve) => {
        end = resolve;
      });
      const work = vi.fn(answerRoute);
      const take = vi.fn(async () => {
        if (at === 'count') await later;
        return { isGranted: true, limit: 100, used: 1, resetAtMs: 0, units: 1, visits: [] };
      });
      const giveBack = vi.fn(() => later);
      const { app, lines } = await portalScene({
        portal: { publicDemo: true, visits: { take, giveBack } },
        parts: { answerRoute: work },
        deadlineMs: DEADLINE_MS,
      });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const replied = app.inject(TRIP);
      const reached = { count: take, work, credit: giveBack }[at];
      while (reached.mock.calls.length === 0) await settled();
      await vi.advanceTimersByTimeAsync(DEADLINE_MS);
      await settled();
      end();
      const reply = await replied;
      await settled();
      return { reply, log: lines.join(''), credits: giveBack.mock.calls.length };
    }

    test('a demo call is 503 and credited once, where its work breaks off before it is credited', async () => {
      const breakOff: Services['answerRoute'] = (_question, terms) =>
        new Promise((_, reject) => {
          terms?.signal?.addEventListener('abort', () => reject(new Error('broken off')));
        });
      const { reply, log, credits } = await askOverDeadline('work', breakOff);
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'deadline_passed']);
      expect([quotaOf(reply), credits]).toEqual(['100/100', 1]);
      expect(log).toContain('failed after its deadline');
      expect(log).not.toContain('already sent');
    });

    test('a demo call that is counted only after it was answered is credited all the same', async () => {
      const { reply, credits } = await askOverDeadline('count', async () => answer());
      expect([reply.statusCode, reply.json().code, credits]).toEqual([503, 'deadline_passed', 1]);
    });

    test('a demo call that failed before keeps its answer, and is credited once', async () => {
      const broken = async () => {
        throw new Fault('upstream_broken');
      };
      const { reply, log, credits } = await askOverDeadline('credit', broken);
      expect([reply.statusCode, reply.json().code]).toEqual([502, 'upstream_broken']);
      expect([quotaOf(reply), credits]).toEqual(['100/100', 1]);
      expect(log).not.toContain('already sent');
    });
  });

  test('a page of another site can not use up the demo of its visitors', async () => {
    const { app } = await portalScene(DEMO);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await app.inject({ url: TRIP, headers })).statusCode).toBe(403);
    expect(quotaOf(await app.inject(TRIP))).toBe('100/99');
  });

  test('nobody gets more by saying that he comes from elsewhere, unless a proxy says so', async () => {
    const from = (address: string) => ({ url: TRIP, headers: { 'x-forwarded-for': address } });
    const direct = await portalScene(DEMO);
    await direct.app.inject(from('192.0.2.1'));
    expect(quotaOf(await direct.app.inject(from('192.0.2.2')))).toBe('100/98');

    const proxied = await portalScene({ ...DEMO, parts: { proxies: 1 } });
    await proxied.app.inject(from('192.0.2.1'));
    expect(quotaOf(await proxied.app.inject(from('192.0.2.2')))).toBe('100/99');
    // The last one is the proxy's word; what stands before it is the visitor's.
    expect(quotaOf(await proxied.app.inject(from('192.0.2.9, 192.0.2.1')))).toBe('100/98');
  });

  test('no address stands in the log or can be read from the database', async () => {
    const { app, lines, store } = await portalScene(DEMO);
    await app.inject({ url: TRIP, remoteAddress: '192.0.2.77' });
    expect(lines.join('')).not.toMatch(/192\.0\.2\.77|59\.91/);
    const visit = { subject: 'demo-from-address 192.0.2.77', period: '2026-11-20', endsAtMs: 9e12 };
    expect(await store.visits.take(visit, 9, 1)).toBe(1);
  });
});

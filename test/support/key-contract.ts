/** The promises of every GET endpoint that needs a key. `test/http/app/key-contract.test.ts` has a row for each. */
import { describe, expect, test, vi } from 'vitest';
import { toDown } from '../../src/store/down.ts';
import { KEY, keyOf, UNKNOWN_KEY } from './accounts.ts';
import { keyed } from './app.ts';
import { meteredApp, quotaOf } from './metered-app.ts';

type SentHeaders = Record<string, string | string[]>;

const bearer = (text: string): SentHeaders => ({ authorization: `Bearer ${text}` });

/** Headers without a live key, by their error. */
export const NO_KEYS: readonly (readonly [what: string, headers: SentHeaders])[] = [
  ['no header', {}],
  ['an empty Authorization', { authorization: '' }],
  ['an empty X-API-Key', { 'x-api-key': '' }],
  ['Bearer alone', { authorization: 'Bearer' }],
  ['another scheme beside a live key', { authorization: 'Basic dTpw', 'x-api-key': KEY }],
  ['an empty Authorization beside a live key', { authorization: '', 'x-api-key': KEY }],
  ['an unknown key that wins over a live one', { ...bearer(UNKNOWN_KEY), 'x-api-key': KEY }],
  ['a live key twice', { authorization: [`Bearer ${KEY}`, `Bearer ${KEY}`] }],
  ['a live key twice in X-API-Key', { 'x-api-key': [KEY, KEY] }],
  ['two keys in a line', { 'x-api-key': `${KEY}, ${keyOf(8)}` }],
  ['junk', bearer('junk')],
  ['a key with a wrong checksum', bearer(`${KEY.slice(0, -1)}_`)],
  ['a key in capitals', bearer(KEY.toUpperCase())],
  ['an unknown key', bearer(UNKNOWN_KEY)],
  ['10 kB', bearer('x'.repeat(10_000))],
  ['10 kB of keys', { 'x-api-key': KEY.repeat(200) }],
  ['letters outside ASCII', bearer('nøkkel-é-\u00ff')],
];

/** 401 without a live key, the same for every error; 503 while keys can not be looked up. */
export function needsLiveKey(url: string): void {
  describe(`${url} without a live key`, () => {
    const { app, used } = meteredApp();

    test.each(NO_KEYS)(
      '%s is 401, with the same body and headers as no key',
      async (_, headers) => {
        const reply = await app.inject({ url, headers });
        const plain = await app.inject({ url });
        expect(reply.statusCode).toBe(401);
        expect({ ...reply.json(), requestId: '' }).toEqual({ ...plain.json(), requestId: '' });
        expect(constant(reply.headers)).toEqual(constant(plain.headers));
        expect(used()).toBe(0);
      },
    );

    test('the answer says how to send a key', async () => {
      const reply = await app.inject({ url });
      expect(reply.json()).toMatchObject({
        error: 'invalid_api_key',
        message:
          'Send a key that is in use, as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
        requestId: reply.headers['x-request-id'],
      });
      expect(reply.headers).toMatchObject({
        'www-authenticate': 'Bearer',
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-api-quota-limit': '0',
        'x-api-quota-remaining': '0',
      });
      expect(reply.headers).not.toHaveProperty('retry-after');
      expect(reply.headers).not.toHaveProperty('ratelimit');
    });

    test('a key that was rotated or revoked is refused like an unknown one, from then on', async () => {
      const scene = meteredApp();
      expect((await scene.app.inject(keyed(url))).statusCode).toBe(200);
      scene.accounts.revoke();
      const reply = await scene.app.inject(keyed(url));
      const unknown = await app.inject({ url, headers: bearer(UNKNOWN_KEY) });
      expect(reply.statusCode).toBe(401);
      expect({ ...reply.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
      expect(constant(reply.headers)).toEqual(constant(unknown.headers));
    });
  });

  test.each([
    ['Authorization: Bearer', bearer(KEY)],
    ['Authorization: bearer', { authorization: `bearer  ${KEY}` }],
    ['X-API-Key', { 'x-api-key': KEY }],
    ['both, of which Authorization wins', { ...bearer(KEY), 'x-api-key': UNKNOWN_KEY }],
  ])(`${url} takes a live key in %s`, async (_, headers) => {
    const reply = await meteredApp().app.inject({ url, headers });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['x-api-quota-limit']).toBe('500');
  });
}

/** 503 while nobody can look keys up. */
export function needsDatabase(url: string): void {
  test(`${url} is 503 while keys cannot be looked up, and says when to come back`, async () => {
    const { app, accounts, lines, used } = meteredApp();
    const down = toDown(new Error('host db.internal is down'));
    vi.spyOn(accounts.keys, 'findHolder').mockRejectedValue(down);
    const reply = await app.inject(keyed(url));
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({
      error: down.publicMessage,
      message: down.publicMessage,
      requestId: reply.headers['x-request-id'],
    });
    expect(reply.headers['retry-after']).toBe('5');
    expect(quotaOf(reply)).toBe('0/0');
    expect(used()).toBe(0);
    expect(lines.join('')).toContain('host db.internal is down');
  });
}

/** 403 while the subscription is not active. Nothing is counted. */
export function needsActiveSubscription(url: string): void {
  test.each([
    [
      'stopped',
      'The subscription of this account was stopped. Start it again, and the key works again.',
    ],
    [
      'payment_failed',
      'The last payment of this account failed. Settle it, and the key works again.',
    ],
  ] as const)(
    `${url} is 403 when the subscription is %s, and says what helps`,
    async (subscription, message) => {
      const { app, accounts, used } = meteredApp({ account: { subscription } });
      accounts.use('2026-11-20', 3);
      const reply = await app.inject(keyed(url));
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({
        error: 'subscription_inactive',
        message,
        requestId: reply.headers['x-request-id'],
      });
      expect(quotaOf(reply)).toBe('500/497');
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(used()).toBe(3);
    },
  );
}

/** Answered without using a call of the day, even when none is left. */
export function isNotCounted(url: string): void {
  test(`${url} takes no call of the day, and tells how many are left`, async () => {
    const { app, accounts, used } = meteredApp();
    accounts.use('2026-11-20', 499);
    for (const method of ['GET', 'HEAD'] as const)
      expect(quotaOf(await app.inject(keyed({ url, method })))).toBe('500/1');
    expect(used()).toBe(499);
  });

  test(`${url} is answered when the day is used up`, async () => {
    const { app, accounts } = meteredApp();
    accounts.use('2026-11-20', 500);
    const reply = await app.inject(keyed(url));
    expect(reply.statusCode).toBe(200);
    expect(quotaOf(reply)).toBe('500/0');
  });
}

/** Takes a call of the day before anything else is checked, and answers 429 when none is left. */
export function isCounted(url: string): void {
  const path = url.replace(/\?.*/, '');

  describe(`${path} is counted`, () => {
    test('a call takes one, and the answer tells what is left', async () => {
      const { app, used } = meteredApp();
      const reply = await app.inject(keyed(url));
      expect(reply.statusCode).toBe(200);
      expect(quotaOf(reply)).toBe('500/499');
      expect(reply.headers).toMatchObject({
        'ratelimit-policy': '"daily";q=500;w=86400',
        ratelimit: '"daily";r=499;t=43200',
      });
      expect(used()).toBe(1);
    });

    test('HEAD takes one like GET', async () => {
      const { app, used } = meteredApp();
      const reply = await app.inject(keyed({ method: 'HEAD', url }));
      expect(reply.statusCode).toBe(200);
      expect(quotaOf(reply)).toBe('500/499');
      expect(used()).toBe(1);
    });

    test('a question that cannot be read takes one, too', async () => {
      const { app, used } = meteredApp();
      const reply = await app.inject(keyed(path));
      expect(reply.statusCode).toBe(400);
      expect(quotaOf(reply)).toBe('500/499');
      expect(used()).toBe(1);
    });

    test('another method is refused without taking one', async () => {
      const { app, used } = meteredApp();
      const reply = await app.inject(keyed({ method: 'POST', url }));
      expect(reply.statusCode).toBe(405);
      expect(quotaOf(reply)).toBe('500/500');
      expect(used()).toBe(0);
    });

    test('the last call of the day is answered, the next one is 429 until midnight', async () => {
      const { app, accounts, used } = meteredApp();
      accounts.use('2026-11-20', 499);
      expect(quotaOf(await app.inject(keyed(url)))).toBe('500/0');
      const reply = await app.inject(keyed(url));
      expect(reply.statusCode).toBe(429);
      expect(reply.json()).toMatchObject({
        error: 'quota_exceeded',
        message: 'All 500 calls of today are used. A new day begins at midnight Norwegian time.',
        requestId: reply.headers['x-request-id'],
      });
      expect(quotaOf(reply)).toBe('500/0');
      expect(reply.headers).toMatchObject({
        'retry-after': '43200',
        ratelimit: '"daily";r=0;t=43200',
        'cache-control': 'no-store',
      });
      expect(used()).toBe(500);
    });

    test('the day is looked at before the question: 429 comes before 400', async () => {
      const { app, accounts } = meteredApp();
      accounts.use('2026-11-20', 500);
      expect((await app.inject(keyed(path))).statusCode).toBe(429);
    });

    test('while calls cannot be counted it is 503, and nothing is counted', async () => {
      const { app, accounts, used } = meteredApp();
      accounts.use('2026-11-20', 7);
      const down = toDown(new Error('gone'));
      vi.spyOn(accounts.quota, 'take').mockRejectedValue(down);
      const reply = await app.inject(keyed(url));
      expect(reply.statusCode).toBe(503);
      expect(reply.json().error).toBe(down.publicMessage);
      expect(reply.headers['retry-after']).toBe('5');
      expect(quotaOf(reply)).toBe('500/493');
      expect(used()).toBe(7);
    });
  });
}

/** The headers without those that differ between answers. */
function constant(headers: Readonly<Record<string, unknown>>) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return rest;
}

import { describe, expect, test } from 'vitest';
import { toDown } from '../../src/store/down.ts';
import { portalScene } from '../support/portal-scene.ts';

const HOUR_MS = 3_600_000;
const COOKIE = 'veipris_session';

describe('a session', () => {
  test('is a cookie that no script reads, and that other sites do not send', async () => {
    const { openBrowser } = await portalScene();
    const [cookie] = (await openBrowser().signIn()).cookies;
    expect(cookie).toMatchObject({ name: COOKIE, httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('secure');
  });

  test.each([
    ['PUBLIC_URL with https', { publicUrl: 'https://veipris.example.no' }, {}],
    ['a proxy that speaks https', {}, { 'x-forwarded-proto': 'https' }],
    ['two of which the outer one does', {}, { 'x-forwarded-proto': 'https, http' }],
  ])('behind %s its cookies are Secure and of this host alone', async (_, portal, headers) => {
    const { openBrowser } = await portalScene({ portal });
    const reply = await openBrowser().post('/portal/api/sign-in', { email: 'a@b.no' }, headers);
    const [cookie] = reply.cookies;
    expect(cookie).toMatchObject({ name: '__Host-veipris_browser', secure: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
  });

  test('gets a new name at sign-in, whatever the browser brought: it can not be fixed', async () => {
    const { openBrowser, app } = await portalScene();
    const planted = 'p'.repeat(43);
    const browser = openBrowser();
    browser.jar.set(COOKIE, planted);
    await browser.signIn();
    expect(browser.jar.get(COOKIE)).toMatch(/^[\w-]{43}$/);
    expect(browser.jar.get(COOKIE)).not.toBe(planted);
    const headers = { cookie: `${COOKIE}=${planted}` };
    expect((await app.inject({ url: '/portal/api/session', headers })).json()).toEqual({
      account: null,
    });
  });

  test('ends the one before it in the same browser', async () => {
    const { openBrowser, app } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const headers = { cookie: `${COOKIE}=${browser.jar.get(COOKIE)}` };
    await browser.signIn();
    expect((await app.inject({ url: '/portal/api/session', headers })).json().account).toBeNull();
    expect((await browser.session()).account).not.toBeNull();
  });

  test('ends when its owner signs out, also for whoever has copied its cookie', async () => {
    const { openBrowser, app } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const headers = { cookie: `${COOKIE}=${browser.jar.get(COOKIE)}` };
    expect((await browser.remove('/portal/api/session')).statusCode).toBe(204);
    expect(browser.jar.has(COOKIE)).toBe(false);
    expect((await app.inject({ url: '/portal/api/keys', headers })).statusCode).toBe(401);
  });

  test('all sessions of an account end together, and no other', async () => {
    const { openBrowser } = await portalScene();
    const [home, work, other] = [openBrowser(), openBrowser(), openBrowser()];
    await home.signIn('ola@example.no');
    await work.signIn('ola@example.no');
    await other.signIn('kari@example.no');
    expect((await home.remove('/portal/api/sessions')).statusCode).toBe(204);
    expect((await work.session()).account).toBeNull();
    expect((await other.session()).account?.email).toBe('kari@example.no');
  });

  test('ends after 8 hours without use, and use puts that off', async () => {
    const { openBrowser, time } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    for (let i = 0; i < 3; i++) {
      await time.pass(7 * HOUR_MS);
      expect((await browser.session()).account).not.toBeNull();
    }
    await time.pass(8 * HOUR_MS);
    expect((await browser.session()).account).toBeNull();
  });

  test('ends after 7 days however much it is used', async () => {
    const { openBrowser, time } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      await time.pass(6 * HOUR_MS);
      expect((await browser.session()).account).not.toBeNull();
    }
    await time.pass(6 * HOUR_MS);
    expect((await browser.session()).account).toBeNull();
  });

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '"; drop table session'])(
    'a cookie of %j is nobody',
    async (value) => {
      const { app } = await portalScene();
      const headers = { cookie: `${COOKIE}=${encodeURIComponent(value)}` };
      const reply = await app.inject({ url: '/portal/api/keys', headers });
      expect([reply.statusCode, reply.json().error]).toEqual([401, 'signed_out']);
      expect(reply.headers).not.toHaveProperty('www-authenticate');
    },
  );

  test('stands in the database as a hash', async () => {
    const { openBrowser, store } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const secret = browser.jar.get(COOKIE) ?? '';
    expect(await store.sessions.find(secret, '2026-11-20', 0)).toBeUndefined();
  });
});

describe('while the database is away', () => {
  const away = async () => {
    throw toDown(new Error('db.internal is down'));
  };

  test('what needs it is 503 and says when to come back; the pages are there', async () => {
    const { openBrowser, store } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    for (const part of [store.sessions, store.keys, store.visits, store.links] as object[])
      for (const name of Object.keys(part)) Object.assign(part, { [name]: away });
    const replies = [
      await browser.ask('/portal/api/session'),
      await browser.ask('/portal/api/keys'),
      await browser.askForLink('ola@example.no'),
      await browser.post('/portal/api/session', { token: 'x'.repeat(43) }),
    ];
    for (const reply of replies) {
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
      expect(reply.body).not.toContain('db.internal');
    }
    expect((await browser.ask('/portal/')).statusCode).toBe(200);
  });
});

describe('a body', () => {
  test.each([
    ['is no JSON', 'x', 400],
    ['is empty', '', 400],
    ['is larger than 4 kB', JSON.stringify({ email: 'a'.repeat(5000) }), 413],
    ['is a list', '[]', 400],
    ['is nothing', 'null', 400],
  ])('that %s is refused', async (_, payload, status) => {
    const { app } = await portalScene();
    const headers = { 'content-type': 'application/json' };
    const url = '/portal/api/sign-in';
    const reply = await app.inject({ method: 'POST', url, headers, payload });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ requestId: reply.headers['x-request-id'] });
  });
});

describe('a change', () => {
  const CHANGES = [
    ['POST', '/portal/api/keys'],
    ['POST', '/portal/api/keys/1/rotate'],
    ['DELETE', '/portal/api/keys/1'],
    ['DELETE', '/portal/api/session'],
    ['DELETE', '/portal/api/sessions'],
  ] as const;

  test.each(CHANGES)('%s %s needs the token of its session', async (method, url) => {
    const { openBrowser } = await portalScene();
    const [browser, other] = [openBrowser(), openBrowser()];
    await browser.signIn();
    const stranger = (await other.signIn('kari@example.no')).json().csrf;
    const body = method === 'POST' ? { payload: { name: 'x' } } : {};
    for (const token of [undefined, '', 'x', stranger, `${stranger}x`]) {
      const headers = token === undefined ? {} : { 'x-csrf-token': token };
      const reply = await browser.ask({ method, url, headers, ...body });
      expect([reply.statusCode, reply.json().error]).toEqual([403, 'csrf_refused']);
    }
    expect((await browser.session()).account).not.toBeNull();
  });

  test.each(CHANGES)('%s %s needs a session', async (method, url) => {
    const { app } = await portalScene();
    const body = method === 'POST' ? { payload: {} } : {};
    const reply = await app.inject({ method, url, ...body });
    expect([reply.statusCode, reply.json().error]).toEqual([401, 'signed_out']);
  });

  test.each(['/portal/api/sign-in', '/portal/api/session'])(
    'POST %s comes from a page of ours or from no page at all',
    async (url) => {
      const { openBrowser } = await portalScene();
      const status = async (headers: Record<string, string>) =>
        (await openBrowser().post(url, { email: 'a@b.no' }, headers)).statusCode;
      const fine = url.endsWith('sign-in') ? 202 : 400;
      expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(fine);
      expect(await status({ origin: 'http://localhost' })).toBe(fine);
      expect(await status({})).toBe(fine);
      expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
      expect(await status({ origin: 'http://evil.example' })).toBe(403);
      expect(await status({ origin: 'null' })).toBe(403);
    },
  );

  test('behind a proxy that says another Host a page of PUBLIC_URL is one of ours, and no other is', async () => {
    const publicUrl = 'https://veipris.example.no';
    const { openBrowser } = await portalScene({ portal: { publicUrl } });
    const status = async (origin: string) => {
      const headers = { origin, host: '127.0.0.1:8214' };
      return (await openBrowser().post('/portal/api/sign-in', { email: 'a@b.no' }, headers))
        .statusCode;
    };
    expect(await status(publicUrl)).toBe(202);
    expect(await status('http://veipris.example.no')).toBe(403);
    expect(await status('https://veipris.example.no.evil.example')).toBe(403);
  });

  test.each([
    ['text/plain', '{"email":"a@b.no"}'],
    ['application/x-www-form-urlencoded', 'email=a@b.no'],
    [undefined, undefined],
  ])('a body of %s is refused: a form of another page can send it', async (type, payload) => {
    const { app } = await portalScene();
    const headers = type === undefined ? {} : { 'content-type': type };
    const question = { method: 'POST', url: '/portal/api/sign-in', headers } as const;
    const reply = await app.inject(payload === undefined ? question : { ...question, payload });
    expect(reply.statusCode).toBe(415);
  });
});

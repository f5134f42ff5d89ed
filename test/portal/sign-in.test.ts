import { describe, expect, test } from 'vitest';
import { newestToken, portalScene } from '../support/portal-scene.ts';

const MINUTE_MS = 60_000;
const SIGN_IN = '/portal/api/sign-in';
const SESSION = '/portal/api/session';

describe('a sign-in link', () => {
  test('signs in the browser that asked for it, and makes the account at the first time', async () => {
    const { openBrowser, letters, store } = await portalScene();
    const browser = openBrowser();
    const asked = await browser.askForLink(' Ola@Example.no ');
    expect([asked.statusCode, asked.json()]).toEqual([202, { sent: 'mail' }]);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ to: 'ola@example.no' });
    expect(letters[0]?.text).toMatch(
      /^http:\/\/localhost\/portal\/sign-in\.html#token=[\w-]{43}$/m,
    );
    expect(await store.accounts.findByEmail('ola@example.no')).toBeUndefined();

    const reply = await browser.redeem();
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      account: { email: 'ola@example.no', plan: 'free', subscription: 'active', dailyLimit: 500 },
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await browser.session()).toEqual(reply.json());
  });

  test('works once', async () => {
    const { openBrowser } = await portalScene();
    const browser = openBrowser();
    await browser.signIn();
    const again = await browser.redeem();
    expect([again.statusCode, again.json().error]).toEqual([400, 'link_not_valid']);
  });

  test('works once also when it is used many times at once', async () => {
    const { openBrowser } = await portalScene();
    const browser = openBrowser();
    await browser.askForLink('ola@example.no');
    const replies = await Promise.all(Array.from({ length: 8 }, () => browser.redeem()));
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  test.each([
    [14, 200],
    [15, 400],
  ])('after %d minutes it is %d', async (minutes, status) => {
    const { openBrowser, time } = await portalScene();
    const browser = openBrowser();
    await browser.askForLink('ola@example.no');
    await time.pass(minutes * MINUTE_MS);
    expect((await browser.redeem()).statusCode).toBe(status);
  });

  test('is refused in another browser, and still works in its own', async () => {
    const { openBrowser, letters } = await portalScene();
    const [own, other] = [openBrowser(), openBrowser()];
    await own.askForLink('ola@example.no');
    const token = newestToken(letters);
    expect((await other.redeem(token)).json().error).toBe('link_not_valid');
    await other.askForLink('kari@example.no');
    expect((await other.redeem(token)).json().error).toBe('link_not_valid');
    expect((await own.redeem(token)).statusCode).toBe(200);
  });

  test('every one of several that a browser asked for works', async () => {
    const { openBrowser, letters } = await portalScene();
    const browser = openBrowser();
    await browser.askForLink('ola@example.no');
    const first = newestToken(letters);
    await browser.askForLink('ola@example.no');
    expect((await browser.redeem(first)).statusCode).toBe(200);
  });

  test.each([
    ['an empty text', { token: '' }],
    ['junk', { token: 'x'.repeat(43) }],
  ])('%s instead of a token is refused', async (_, body) => {
    const { openBrowser } = await portalScene();
    const browser = openBrowser();
    await browser.askForLink('ola@example.no');
    const reply = await browser.post(SESSION, body);
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'link_not_valid']);
  });

  test.each([{ email: '' }, { email: 'ola' }, { email: 'a@b.no, c@d.no' }])(
    '%j is no address: 400, and nothing is sent',
    async (body) => {
      const { openBrowser, letters } = await portalScene();
      const reply = await openBrowser().post(SIGN_IN, body);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().error).toBe('email must be an e-mail address.');
      expect(letters).toEqual([]);
    },
  );

  test('the answer is the same whether or not there is an account, and no account is looked up', async () => {
    const { openBrowser, store } = await portalScene();
    await store.accounts.getOrCreate({ email: 'known@example.no', plan: 'pilot' }, 'operator');
    const answers = await Promise.all(
      ['known@example.no', 'unknown@example.no'].map(async (email) => {
        const { statusCode, body, headers } = await openBrowser().askForLink(email);
        const { 'set-cookie': cookie, 'x-request-id': _id, date: _date, ...rest } = headers;
        return { statusCode, body, rest, cookie: String(cookie).replace(/=[\w-]{43}/, '') };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  test('a mail server that refuses the letter changes nothing in the answer, and is logged', async () => {
    const sendLetter = async () => {
      throw new Error('550 no such mailbox');
    };
    const { openBrowser, lines, time } = await portalScene({ portal: { sendLetter } });
    const reply = await openBrowser().askForLink('ola@example.no');
    await time.pass(0);
    expect(reply.statusCode).toBe(202);
    expect(lines.join('')).toContain('a sign-in link was not sent');
    expect(lines.join('')).not.toMatch(/ola@example|token=/);
  });
});

describe('where the link leads', () => {
  const linkFor = async (host: string, portal = {}) => {
    const { openBrowser, letters } = await portalScene({ portal });
    await openBrowser().post(SIGN_IN, { email: 'ola@example.no' }, { host });
    return /^(\S+)\/portal\/sign-in/m.exec(letters[0]?.text ?? '')?.[1];
  };

  test.each(['localhost:8080', '127.0.0.1:81', '[::1]:8080'])(
    '%s is this machine',
    async (host) => {
      expect(await linkFor(host)).toBe(`http://${host}`);
    },
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    'localhost:8080@evil.example',
    'localhost:x',
  ])('a browser that says %s is not believed', async (host) => {
    expect(await linkFor(host)).toBe('http://localhost');
  });

  test('PUBLIC_URL goes before all', async () => {
    const publicUrl = 'https://veipris.example.no';
    expect(await linkFor('localhost:8080', { publicUrl })).toBe(publicUrl);
  });
});

describe('the log', () => {
  test('holds no link and no address when there is a mail server', async () => {
    const { openBrowser, lines } = await portalScene();
    await openBrowser().signIn('ola@example.no');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).not.toMatch(/token|ola@example/);
  });

  test('holds the link when there is none, and the answer says so', async () => {
    const { openBrowser, lines } = await portalScene({ withoutMail: true });
    const browser = openBrowser();
    expect((await browser.askForLink('ola@example.no')).json()).toEqual({ sent: 'log' });
    const token = /#token=([\w-]{43})"/.exec(lines.join(''))?.[1];
    expect((await browser.redeem(token ?? '')).statusCode).toBe(200);
  });
});

describe('attempts are limited', () => {
  test('5 links an hour for an e-mail, whoever asks; then 429 until the next hour', async () => {
    const { openBrowser, time, letters } = await portalScene();
    for (let i = 0; i < 5; i++)
      expect((await openBrowser().askForLink('ola@example.no')).statusCode).toBe(202);
    const reply = await openBrowser().askForLink('OLA@example.no');
    expect(reply.statusCode).toBe(429);
    expect(reply.json().error).toBe('rate_limited');
    expect(reply.headers['retry-after']).toBe('3600');
    expect(letters).toHaveLength(5);
    expect((await openBrowser().askForLink('kari@example.no')).statusCode).toBe(202);
    await time.pass(60 * MINUTE_MS);
    expect((await openBrowser().askForLink('ola@example.no')).statusCode).toBe(202);
  });

  test('20 links an hour from an address, whomever they are for', async () => {
    const { openBrowser, app } = await portalScene();
    for (let i = 0; i < 20; i++)
      expect((await openBrowser().askForLink(`ola${i}@example.no`)).statusCode).toBe(202);
    expect((await openBrowser().askForLink('kari@example.no')).statusCode).toBe(429);
    const elsewhere = await app.inject({
      method: 'POST',
      url: SIGN_IN,
      remoteAddress: '192.0.2.7',
      payload: { email: 'kari@example.no' },
    });
    expect(elsewhere.statusCode).toBe(202);
  });

  test('60 attempts an hour to use a link', async () => {
    const { openBrowser } = await portalScene();
    const browser = openBrowser();
    for (let i = 0; i < 60; i++) await browser.redeem('x'.repeat(43));
    expect((await browser.redeem('x'.repeat(43))).statusCode).toBe(429);
  });
});

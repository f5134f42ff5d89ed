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
  const OWNER = 'ola@example.no';
  type Scene = Awaited<ReturnType<typeof portalScene>>;
  /** Asks from an address, as a browser that has never been here. */
  const askFrom = async ({ app }: Scene, remoteAddress: string, email: string) =>
    app.inject({ method: 'POST', url: SIGN_IN, remoteAddress, payload: { email } });
  const statusFrom = async (scene: Scene, address: string, email = OWNER) =>
    (await askFrom(scene, address, email)).statusCode;
  const lettersTo = ({ letters }: Scene, email = OWNER) =>
    letters.filter(({ to }) => to === email).length;

  test('5 links an hour for an e-mail from an address; then 429 until the next hour', async () => {
    const scene = await portalScene();
    for (let i = 0; i < 5; i++) expect(await statusFrom(scene, '192.0.2.1')).toBe(202);
    const reply = await askFrom(scene, '192.0.2.1', 'OLA@example.no');
    expect([reply.statusCode, reply.json().error]).toEqual([429, 'rate_limited']);
    expect(reply.headers['retry-after']).toBe('3600');
    expect(lettersTo(scene)).toBe(5);
    expect(await statusFrom(scene, '192.0.2.1', 'kari@example.no')).toBe(202);
    await scene.time.pass(60 * MINUTE_MS);
    expect(await statusFrom(scene, '192.0.2.1')).toBe(202);
  });

  test('a stranger at one address does not keep the owner out at another', async () => {
    const scene = await portalScene();
    for (let i = 0; i < 60; i++) await askFrom(scene, '192.0.2.1', OWNER);
    expect(await statusFrom(scene, '198.51.100.7')).toBe(202);
  });

  test('strangers at many addresses do not flood a mailbox: 15 letters an hour, 40 a day', async () => {
    const scene = await portalScene();
    let asked = 0;
    const flood = async (requests: number) => {
      for (let i = 0; i < requests; i++) {
        const address = `198.51.${Math.floor(asked / 250)}.${asked % 250}`;
        // The same mailbox under other names.
        const twin = ['ola@example.no', 'ola+x@example.no', 'o.l.a@example.no'][asked % 3];
        asked += 1;
        await askFrom(scene, address, twin ?? OWNER);
      }
    };
    await flood(60);
    expect(scene.letters).toHaveLength(15);
    for (let hour = 1; hour < 5; hour++) {
      await scene.time.pass(60 * MINUTE_MS);
      await flood(60);
    }
    expect(scene.letters).toHaveLength(40);
  });

  test('nor do they keep out the owner in a browser that has signed in before', async () => {
    const scene = await portalScene();
    const owner = scene.openBrowser();
    await owner.signIn(OWNER);
    await owner.remove(SESSION);
    await scene.time.pass(24 * 60 * MINUTE_MS);
    // Some at the address of the owner, where none that is not known has room left.
    for (let i = 0; i < 80; i++)
      await askFrom(scene, i % 2 === 0 ? '127.0.0.1' : `198.51.100.${i}`, OWNER);
    for (let i = 0; i < 80; i++) await scene.openBrowser().post(SESSION, { token: 'x'.repeat(43) });
    expect((await scene.openBrowser().askForLink(OWNER)).statusCode).toBe(429);
    const before = lettersTo(scene);
    expect((await owner.askForLink(OWNER)).statusCode).toBe(202);
    expect(lettersTo(scene)).toBe(before + 1);
    expect((await owner.redeem()).statusCode).toBe(200);
  });

  test('a known browser has 10 links an hour of its own, for its account alone', async () => {
    const scene = await portalScene();
    const owner = scene.openBrowser();
    await owner.signIn(OWNER);
    for (let i = 0; i < 10; i++) expect((await owner.askForLink(OWNER)).statusCode).toBe(202);
    expect((await owner.askForLink(OWNER)).statusCode).toBe(429);
    for (let i = 0; i < 5; i++)
      expect((await owner.askForLink('kari@example.no')).statusCode).toBe(202);
    expect((await owner.askForLink('kari@example.no')).statusCode).toBe(429);
  });

  test('a browser is known for 180 days after it signed in, by a cookie that no script can read', async () => {
    const scene = await portalScene();
    const owner = scene.openBrowser();
    const { headers } = await owner.signIn(OWNER);
    const cookies = [headers['set-cookie']].flat().map(String);
    const known = cookies.find((cookie) => cookie.startsWith('veipris_known='));
    expect(known).toMatch(
      /^veipris_known=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const usedUp = async () => {
      for (let i = 0; i < 20; i++) await askFrom(scene, '127.0.0.1', `x${i}@example.no`);
      return (await owner.askForLink(OWNER)).statusCode;
    };
    await scene.time.pass(179 * 24 * 60 * MINUTE_MS);
    expect(await usedUp()).toBe(202);
    await scene.time.pass(24 * 60 * MINUTE_MS);
    expect(await usedUp()).toBe(429);
  });

  test('a secret that somebody put into a browser is worth nothing once its owner signs in', async () => {
    const scene = await portalScene();
    const [owner, thief] = [scene.openBrowser(), scene.openBrowser()];
    await thief.signIn('thief@example.no');
    const planted = thief.jar.get('veipris_known') ?? '';
    owner.jar.set('veipris_known', planted);
    await owner.signIn(OWNER);
    expect(owner.jar.get('veipris_known')).not.toBe(planted);
    for (let i = 0; i < 20; i++) await askFrom(scene, '127.0.0.1', `x${i}@example.no`);
    expect((await thief.askForLink(OWNER)).statusCode).toBe(429);
    expect((await owner.askForLink(OWNER)).statusCode).toBe(202);
  });

  test('signing out everywhere forgets all browsers but the one that asks', async () => {
    const scene = await portalScene();
    const [here, stolen] = [scene.openBrowser(), scene.openBrowser()];
    for (const browser of [stolen, here]) await browser.signIn(OWNER);
    const copied = here.jar.get('veipris_known') ?? '';
    await here.remove('/portal/api/sessions');
    for (let i = 0; i < 20; i++) await askFrom(scene, '127.0.0.1', `x${i}@example.no`);
    expect((await stolen.askForLink(OWNER)).statusCode).toBe(429);
    stolen.jar.set('veipris_known', copied);
    expect((await stolen.askForLink(OWNER)).statusCode).toBe(429);
    expect((await here.askForLink(OWNER)).statusCode).toBe(202);
  });

  test('the limits are the same whether or not there is an account', async () => {
    const scene = await portalScene();
    await scene.store.accounts.getOrCreate({ email: OWNER, plan: 'pilot' }, 'operator');
    const answersOf = async (email: string, net: string) => {
      const answers: unknown[] = [];
      for (let i = 0; i < 40; i++) {
        const { statusCode, headers } = await askFrom(scene, `${net}.${i % 20}`, email);
        answers.push([statusCode, headers['retry-after'], Object.keys(headers).sort()]);
      }
      return answers;
    };
    expect(await answersOf(OWNER, '192.0.2')).toEqual(
      await answersOf('nobody@example.no', '198.51.100'),
    );
  });

  test('20 links an hour from an address, whomever they are for', async () => {
    const scene = await portalScene();
    for (let i = 0; i < 20; i++)
      expect(await statusFrom(scene, '192.0.2.1', `ola${i}@example.no`)).toBe(202);
    expect(await statusFrom(scene, '192.0.2.1', 'kari@example.no')).toBe(429);
    expect(await statusFrom(scene, '192.0.2.7', 'kari@example.no')).toBe(202);
  });

  test('60 wrong links an hour from an address; a right one works all the same', async () => {
    const { openBrowser } = await portalScene();
    const [browser, owner] = [openBrowser(), openBrowser()];
    for (let i = 0; i < 60; i++)
      expect((await browser.redeem('x'.repeat(43))).statusCode).toBe(400);
    expect((await browser.redeem('x'.repeat(43))).statusCode).toBe(429);
    expect((await owner.signIn(OWNER)).statusCode).toBe(200);
  });
});

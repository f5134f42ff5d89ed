import { expect, test } from 'vitest';
import { KEY_PATTERN } from '../../src/account/key-text.ts';
import { portalScene } from '../support/portal-scene.ts';

const KEYS = '/portal/api/keys';
const ROUTE = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** A signed-in browser, and what the API says to a key. */
async function keyScene() {
  const scene = await portalScene();
  const browser = scene.openBrowser();
  await browser.signIn();
  const call = async (key: string) => {
    let status: number | undefined;
    const headers = { authorization: `Bearer ${key}` };
    void scene.app.inject({ url: ROUTE, headers }).then((reply) => {
      status = reply.statusCode;
    });
    // A refusal waits for an even moment.
    while (status === undefined) await scene.time.pass(1);
    return status;
  };
  return { ...scene, browser, call };
}

test('a new key is told once, works at once, and is listed without its secret', async () => {
  const { browser, call } = await keyScene();
  const reply = await browser.post(KEYS, { name: '  Reiseregning ' });
  expect(reply.statusCode).toBe(201);
  expect(reply.headers['cache-control']).toBe('no-store');
  const { key, ...rest } = reply.json();
  expect(key).toMatch(new RegExp(`^${KEY_PATTERN}$`));
  expect(rest).toEqual({
    id: expect.any(String),
    name: 'Reiseregning',
    prefix: key.slice(0, 19),
    createdAt: '2026-11-20T11:00:00.000Z',
    lastUsedAt: null,
    rotatedAt: null,
    revokedAt: null,
    state: 'live',
  });
  expect((await browser.ask(KEYS)).json()).toEqual({ keys: [rest] });
  expect(await call(key)).toBe(200);
});

test('a rotated key gives another one of the same name, and is refused from then on', async () => {
  const { browser, call } = await keyScene();
  const old = (await browser.post(KEYS, { name: 'A' })).json();
  const reply = await browser.post(`${KEYS}/${old.id}/rotate`, {});
  expect(reply.statusCode).toBe(200);
  const next = reply.json();
  expect(next).toMatchObject({ name: 'A', state: 'live' });
  expect(next.key).not.toBe(old.key);
  expect([await call(old.key), await call(next.key)]).toEqual([401, 200]);
  const states = (await browser.ask(KEYS)).json().keys.map((key: { state: string }) => key.state);
  expect(states).toEqual(['live', 'rotated']);
});

test('a revoked key is refused from then on, and stays in the list', async () => {
  const { browser, call } = await keyScene();
  const { id, key } = (await browser.post(KEYS, { name: '' })).json();
  expect((await browser.remove(`${KEYS}/${id}`)).statusCode).toBe(204);
  expect(await call(key)).toBe(401);
  expect((await browser.ask(KEYS)).json().keys).toMatchObject([
    { id, state: 'revoked', revokedAt: expect.any(String) },
  ]);
});

test('what is no live key of the account is not there: of another, rotated, revoked, never made', async () => {
  const { browser, openBrowser, call } = await keyScene();
  const stranger = openBrowser();
  await stranger.signIn('kari@example.no');
  const foreign = (await stranger.post(KEYS, { name: 'hers' })).json();
  const rotated = (await browser.post(KEYS, { name: 'r' })).json();
  await browser.post(`${KEYS}/${rotated.id}/rotate`, {});
  const revoked = (await browser.post(KEYS, { name: 'v' })).json();
  await browser.remove(`${KEYS}/${revoked.id}`);
  for (const id of [foreign.id, rotated.id, revoked.id, '1', '%00', '\0', "' or 1=1"]) {
    const at = `${KEYS}/${encodeURIComponent(id)}`;
    expect((await browser.post(`${at}/rotate`, {})).json().error).toBe('not_found');
    expect((await browser.remove(at)).json().error).toBe('not_found');
  }
  expect(await call(foreign.key)).toBe(200);
  expect(JSON.stringify((await browser.ask(KEYS)).json())).not.toContain(foreign.id);
});

test.each([
  ['none', {}],
  ['a number', { name: 7 }],
  ['61 characters', { name: 'å'.repeat(61) }],
  ['two lines', { name: 'a\nb' }],
  ['two lines in Unicode', { name: 'a\u2028b' }],
  ['letters that are read backwards', { name: 'a\u202Eb' }],
  ['half a letter', { name: 'a\uD800b' }],
])('a name of %s is refused, and no key is made', async (_, body) => {
  const { browser } = await keyScene();
  const reply = await browser.post(KEYS, body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error).toMatch(/^name (must be|is missing)/);
  expect((await browser.ask(KEYS)).json().keys).toEqual([]);
});

test.each(['kjøre 🚗 bok', '👨‍👩‍👧 familie', 'å'.repeat(60)])(
  'a key may be called %s',
  async (name) => {
    const { browser } = await keyScene();
    expect((await browser.post(KEYS, { name })).json()).toMatchObject({ name });
  },
);

test('an account has at most 20 keys in use; one that is revoked makes room', async () => {
  const { browser } = await keyScene();
  for (let i = 0; i < 19; i++) await browser.post(KEYS, { name: `${i}` });
  const last = await browser.post(KEYS, { name: '20' });
  expect(last.statusCode).toBe(201);
  expect((await browser.post(KEYS, { name: '21' })).statusCode).toBe(400);
  await browser.remove(`${KEYS}/${last.json().id}`);
  expect((await browser.post(KEYS, { name: '21' })).statusCode).toBe(201);
});

test("the account's log tells what its owner did, and no secret", async () => {
  const { browser } = await keyScene();
  const { id, key } = (await browser.post(KEYS, { name: 'A' })).json();
  const next = (await browser.post(`${KEYS}/${id}/rotate`, {})).json();
  await browser.remove(`${KEYS}/${next.id}`);
  const reply = await browser.ask('/portal/api/audit');
  const entries: { action: string; actor: string }[] = reply.json().entries;
  expect(entries.map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.rotate',
    'key.create',
    'session.start',
    'account.create',
  ]);
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['owner']));
  expect(reply.body).not.toContain(key);
  expect(reply.body).not.toContain(next.key);
});

import { createHash } from 'node:crypto';
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
    test: false,
    createdAt: '2026-11-20T11:00:00.000Z',
    lastUsedAt: null,
    rotatedAt: null,
    revokedAt: null,
    endsAt: null,
    state: 'live',
  });
  expect((await browser.ask(KEYS)).json()).toEqual({ keys: [rest], nextCursor: null });
  expect(await call(key)).toBe(200);
});

test('a key for tests is one, and so is what it is rotated to', async () => {
  const { browser } = await keyScene();
  const made = (await browser.post(KEYS, { name: 'suite', test: true })).json();
  const next = (await browser.post(`${KEYS}/${made.id}/rotate`, {})).json();
  for (const one of [made, next]) {
    expect(one.test).toBe(true);
    expect(one.key).toMatch(/^veipris_test_/);
  }
});

test('a rotated key gives another one of the same name, and is refused from then on', async () => {
  const { browser, call } = await keyScene();
  const old = (await browser.post(KEYS, { name: 'A' })).json();
  const reply = await browser.post(`${KEYS}/${old.id}/rotate`, {});
  expect(reply.statusCode).toBe(200);
  const next = reply.json();
  expect(next).toMatchObject({ name: 'A', state: 'live' });
  const { id } = old;
  expect(next.replaces).toMatchObject({ id, state: 'rotated', rotatedAt: next.createdAt });
  expect(next.key).not.toBe(old.key);
  expect([await call(old.key), await call(next.key)]).toEqual([401, 200]);
  const states = (await browser.ask(KEYS)).json().keys.map((key: { state: string }) => key.state);
  expect(states).toEqual(['live', 'rotated']);
});

test('an overlap of 24 hours lets the old key in for so long, and not longer', async () => {
  const { browser, call, time } = await keyScene();
  const old = (await browser.post(KEYS, { name: 'A' })).json();
  const next = (await browser.post(`${KEYS}/${old.id}/rotate`, { overlapHours: 24 })).json();
  const listed = async (use: string) =>
    (await browser.ask(`${KEYS}?state=${use}`))
      .json()
      .keys.map((key: { state: string }) => key.state);
  expect([await call(old.key), await call(next.key)]).toEqual([200, 200]);
  const lastsMs = Date.parse(next.replaces.endsAt) - Date.parse(next.createdAt);
  expect(lastsMs).toBe(24 * 3_600_000);
  expect(await listed('live')).toEqual(['live', 'replaced']);
  await time.pass(24 * 3_600_000);
  await browser.signIn();
  expect([await call(old.key), await call(next.key)]).toEqual([401, 200]);
  expect([await listed('live'), await listed('ended')]).toEqual([['live'], ['rotated']]);
});

test('a key of 30 days says when it ends, and is refused from then on', async () => {
  const { browser, call, time } = await keyScene();
  const { key, endsAt } = (await browser.post(KEYS, { name: '', days: 30 })).json();
  expect(endsAt).toBe('2026-12-20T11:00:00.000Z');
  expect(await call(key)).toBe(200);
  await time.pass(30 * 86_400_000);
  expect(await call(key)).toBe(401);
});

test.each([
  ['', { name: '', days: 0 }, 'days must be a whole number from 1 to 3650.'],
  ['', { name: '', days: 1.5 }, 'days must be a whole number from 1 to 3650.'],
  ['', { name: '', days: 3651 }, 'days must be a whole number from 1 to 3650.'],
  ['rotate', { overlapHours: 73 }, 'overlapHours must be a whole number from 0 to 72.'],
  ['rotate', { overlapHours: -1 }, 'overlapHours must be a whole number from 0 to 72.'],
])('%s %j is refused: %s', async (what, body, error) => {
  const { browser } = await keyScene();
  const { id } = (await browser.post(KEYS, { name: 'A' })).json();
  const reply = await browser.post(what === '' ? KEYS : `${KEYS}/${id}/${what}`, body);
  expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
});

test('the last calls of a key tell endpoint, status and time, and nothing of what was asked', async () => {
  const { app, browser, openBrowser, time } = await keyScene();
  const { id, key } = (await browser.post(KEYS, { name: '' })).json();
  const headers = { authorization: `Bearer ${key}` };
  for (const url of [ROUTE, '/api/route?from=x', '/api/vehicle?plate=QQ10003', '/data/nothing'])
    await app.inject({ url, headers });
  await time.pass(1000);
  const reply = await browser.ask(`${KEYS}/${id}/calls`);
  const calls = reply.json().calls as readonly Record<string, unknown>[];
  expect(calls.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
    '/api/vehicle 200',
    '/api/route 400',
    '/api/route 200',
  ]);
  expect(Object.keys(calls[0] ?? {})).toEqual(['at', 'method', 'endpoint', 'status', 'durationMs']);
  expect(reply.body).not.toMatch(/59\.91|QQ10003|veipris_/);
  const usage = (await browser.ask('/portal/api/usage/keys')).json();
  expect(usage.keys).toMatchObject([{ id, calls: 3, byStatus: { '2xx': 2, '4xx': 1 } }]);
  const stranger = openBrowser();
  await stranger.signIn('kari@example.no');
  expect((await stranger.ask(`${KEYS}/${id}/calls`)).statusCode).toBe(404);
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

test('20 in use are 20 also when 30 are asked for at once', async () => {
  const { browser } = await keyScene();
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, i) => browser.post(KEYS, { name: `${i}` })),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
});

test('30 changes an hour; then 429 until the next hour, for that account alone', async () => {
  const { browser, openBrowser, time } = await keyScene();
  let { id } = (await browser.post(KEYS, { name: 'A' })).json();
  for (let i = 1; i < 30; i++) id = (await browser.post(`${KEYS}/${id}/rotate`, {})).json().id;
  const before = (await browser.ask(KEYS)).body;
  for (const refused of [
    await browser.post(`${KEYS}/${id}/rotate`, {}),
    await browser.post(KEYS, { name: 'B' }),
  ]) {
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('3600');
  }
  expect((await browser.ask(KEYS)).body).toBe(before);
  const other = openBrowser();
  await other.signIn('kari@example.no');
  expect((await other.post(KEYS, { name: 'hers' })).statusCode).toBe(201);
  await time.pass(3_600_000);
  expect((await browser.post(`${KEYS}/${id}/rotate`, {})).statusCode).toBe(200);
});

test('120 changes a day', async () => {
  const { browser, time } = await keyScene();
  let { id } = (await browser.post(KEYS, { name: 'A' })).json();
  const rotate = () => browser.post(`${KEYS}/${id}/rotate`, {});
  for (let i = 1; i < 120; i++) {
    if (i % 30 === 0) await time.pass(3_600_000);
    id = (await rotate()).json().id;
  }
  await time.pass(3_600_000);
  const refused = await rotate();
  expect(refused.statusCode).toBe(429);
  // 16:00 in Norway.
  expect(refused.headers['retry-after']).toBe(String(8 * 3600));
});

test('a leaked key can be revoked, whoever has used the changes up', async () => {
  const { browser, call } = await keyScene();
  const { id, key } = (await browser.post(KEYS, { name: 'leaked' })).json();
  let other = (await browser.post(KEYS, { name: 'other' })).json().id;
  for (let i = 2; i < 30; i++)
    other = (await browser.post(`${KEYS}/${other}/rotate`, {})).json().id;
  expect((await browser.post(KEYS, { name: 'one more' })).statusCode).toBe(429);
  expect((await browser.remove(`${KEYS}/${id}`)).statusCode).toBe(204);
  expect(await call(key)).toBe(401);
});

test('what an account has is told in pages, however much it is', async () => {
  const { browser, store } = await keyScene();
  const account = await store.accounts.findByEmail('ola@example.no');
  for (let i = 0; i < 250; i++) {
    const hash = createHash('sha256').update(`${i}`).digest('hex');
    const key = { accountId: account?.id ?? '', hash, prefix: `veipris_live_${i}`, name: 'x' };
    const { id } = await store.keys.add(key, 'owner');
    if (i % 50 !== 0) await store.keys.revoke(id, 'owner');
  }
  const readAll = async (path: string, rowsOf: 'keys' | 'entries') => {
    const rows: { id: string; state?: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply = await browser.ask(`${path}${cursor && `&cursor=${cursor}`}`);
      expect(reply.body.length).toBeLessThan(50_000);
      const body = reply.json();
      rows.push(...body[rowsOf]);
      cursor = body.nextCursor;
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    return rows;
  };
  expect((await browser.ask(KEYS)).json().keys).toHaveLength(50);
  expect((await browser.ask('/portal/api/audit')).json().entries).toHaveLength(50);
  expect(await readAll(`${KEYS}?limit=100`, 'keys')).toHaveLength(250);
  expect(await readAll(`${KEYS}?limit=2&state=live`, 'keys')).toHaveLength(5);
  const ended = await readAll(`${KEYS}?limit=49&state=ended`, 'keys');
  expect(ended).toHaveLength(245);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['revoked']));
  // With the sign-in and the account itself.
  expect(await readAll('/portal/api/audit?limit=99', 'entries')).toHaveLength(250 + 245 + 2);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=1e1',
  'limit=',
  'limit=-1',
  'limit=5&limit=5',
  'cursor=',
  'cursor=%00',
  "cursor=' or 1=1",
  'cursor=a&cursor=b',
  'cursor=abc',
  'cursor=00000000-0000-7000-8000-00000000000x',
])('%s is no page: 400, of any list', async (query) => {
  const { browser } = await keyScene();
  for (const list of ['keys', 'audit', 'usage', 'jobs'])
    expect((await browser.ask(`/portal/api/${list}?${query}`)).statusCode, list).toBe(400);
});

test('keys of another state than live and ended are none', async () => {
  const { browser } = await keyScene();
  expect((await browser.ask(`${KEYS}?state=revoked`)).statusCode).toBe(400);
});

test('the cursor of another account tells nothing of it', async () => {
  const { browser, openBrowser } = await keyScene();
  const stranger = openBrowser();
  await stranger.signIn('kari@example.no');
  const { id } = (await stranger.post(KEYS, { name: 'hers' })).json();
  expect((await browser.ask(`${KEYS}?cursor=${id}`)).json().keys).toEqual([]);
});

test("the account's log tells what its owner did, and no secret", async () => {
  const { browser } = await keyScene();
  const { id, key } = (await browser.post(KEYS, { name: 'A' })).json();
  const rotated = await browser.post(`${KEYS}/${id}/rotate`, {});
  const next = rotated.json();
  const revoked = await browser.remove(`${KEYS}/${next.id}`);
  const reply = await browser.ask('/portal/api/audit');
  const entries: { action: string; actor: string; detail: { requestId?: string } }[] =
    reply.json().entries;
  const ids = entries.map(({ detail }) => detail.requestId);
  const idOf = ({ headers }: typeof rotated) => headers['x-request-id'];
  expect(ids.slice(0, 2), 'each with the id of its answer').toEqual([idOf(revoked), idOf(rotated)]);
  expect(ids.every((one) => /^[\w.-]{1,64}$/.test(one ?? ''))).toBe(true);
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

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { portalScene } from '../support/portal-scene.ts';

const SIGN_IN = '/portal/api/sign-in';
const WHO = JSON.stringify({ email: 'ola@example.no' });

/** What is said of a body, and how many letters it had sent. */
async function send(payload: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const { app, letters } = await portalScene();
  const reply = await app.inject({
    method: 'POST',
    url: SIGN_IN,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  const { error, message } = reply.json();
  expect(error).toBe(message);
  expect(letters).toEqual([]);
  return { status: reply.statusCode, message, headers: reply.headers };
}

test.each(['{"email":', '', 'hello', '{"email":"a@b.no"}}', "{'email':'a@b.no'}"])(
  'of the body %j it is said that it is not JSON, and not that its address can not be read',
  async (payload) => {
    expect(await send(payload)).toMatchObject({
      status: 400,
      message: 'The body is not valid JSON.',
    });
  },
);

test.each([
  ['gzip', gzipSync(WHO)],
  ['gzip', WHO],
  ['br', WHO],
  ['identity, gzip', WHO],
])('a body packed as %s is refused unread, and told how it is taken', async (coding, payload) => {
  const reply = await send(payload, { 'content-encoding': coding });
  expect(reply).toMatchObject({
    status: 415,
    message: expect.stringMatching(
      /^The body must be .* packed in no other way than Accept-Encoding says/,
    ),
  });
  expect(reply.headers['accept-encoding']).toBe('identity');
});

test('a body of another type, and one that is too large, is refused in a sentence', async () => {
  const typed = await send('email=a', { 'content-type': 'text/plain' });
  expect(typed).toMatchObject({ status: 415, message: expect.stringMatching(/^The body must be/) });
  const large = await send(JSON.stringify({ email: 'a'.repeat(5000) }));
  expect(large).toMatchObject({ status: 413, message: 'The body is too large.' });
});

test('a body whose coding is none is read', async () => {
  const { app } = await portalScene();
  for (const coding of ['identity', 'IDENTITY', '']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const reply = await app.inject({ method: 'POST', url: SIGN_IN, headers, payload: WHO });
    expect(reply.statusCode, coding).toBe(202);
  }
});

test('an unknown address is told to be one, whatever is sent there', async () => {
  const { app } = await portalScene();
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const url = '/portal/api/nothing';
  const reply = await app.inject({ method: 'POST', url, headers, payload: '{' });
  expect(reply.json().error).toBe('not_found');
});

/** Values that programs trip over which take any member for a text. `test/fuzz/every-body.test.ts` sends many more. */
const CONFUSED = [
  '{"toString":null,"valueOf":null}',
  '["ola@example.no"]',
  'null',
  `${'['.repeat(1500)}${']'.repeat(1500)}`,
  `{"a":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`,
].map((value) => [value.slice(0, 40), value] as const);

test.each(CONFUSED)('a member that is %s is no text: 400, in every body', async (_name, value) => {
  const { openBrowser, letters } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  for (const [url, member] of [
    [SIGN_IN, 'email'],
    ['/portal/api/session', 'token'],
    ['/portal/api/keys', 'name'],
  ] as const) {
    const reply = await browser.send('POST', url, `{"${member}":${value}}`);
    const said = value.length > 1000 ? TOO_DEEP : `${member} must be a text.`;
    expect([reply.statusCode, reply.json().error]).toEqual([400, said]);
  }
  expect(letters).toHaveLength(1);
  expect((await browser.ask('/portal/api/keys')).json().keys).toEqual([]);
});

test.each([
  ...CONFUSED,
  ...[
    '{"__proto__":{"email":"ola@example.no"}}',
    '{"constructor":{"prototype":{"email":1}}}',
    '{"name":"a","email":"ola@example.no","token":"x","other":1}',
  ].map((value) => [value, value] as const),
])('a body that is %s is refused in a sentence, on every endpoint', async (_name, body) => {
  const { openBrowser, letters } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  for (const url of [
    SIGN_IN,
    '/portal/api/session',
    '/portal/api/keys',
    '/portal/api/keys/1/rotate',
  ]) {
    const reply = await browser.send('POST', url, body);
    expect(reply.statusCode, url).toBe(400);
    expect(reply.json().error).toMatch(SENTENCE);
  }
  for (const url of ['/portal/api/keys/1', '/portal/api/session', '/portal/api/sessions']) {
    // To say that there is no body is not to send one.
    if (body === 'null') continue;
    expect((await browser.send('DELETE', url, body)).statusCode, url).toBe(400);
  }
  expect(letters).toHaveLength(1);
  expect((await browser.session()).account).not.toBeNull();
});

const TOO_DEEP = 'The body must have lists and objects at most 100 deep in each other.';
const SENTENCE =
  /^(The body (is not valid JSON|must be an object|must have lists.*|has a member named __proto__.*)|[a-z]+ is missing|\S+ is no known member of the body)\.$/;

test('no body of any endpoint may have more than 4 kB', async () => {
  const { openBrowser } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const body = JSON.stringify({ name: 'x'.repeat(4096) });
  for (const [method, url] of [
    ['POST', SIGN_IN],
    ['POST', '/portal/api/session'],
    ['POST', '/portal/api/keys'],
    ['POST', '/portal/api/keys/1/rotate'],
    ['DELETE', '/portal/api/keys/1'],
    ['DELETE', '/portal/api/session'],
    ['DELETE', '/portal/api/sessions'],
  ] as const)
    expect((await browser.send(method, url, body)).statusCode, url).toBe(413);
});

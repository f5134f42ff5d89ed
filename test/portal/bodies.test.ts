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
    message: 'The body must be JSON, sent as application/json and not packed.',
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

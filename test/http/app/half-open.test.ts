import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { meteredApp } from '../../support/metered-app.ts';

/** A call that is worked on, of a caller who has closed its sending side. */
async function halfOpenCall(version = '1.1') {
  let finish = (_answer: RouteAnswer) => {};
  let signal: AbortSignal | undefined;
  const answerRoute = (
    _question: unknown,
    { signal: given }: { signal?: AbortSignal | undefined } = {},
  ) =>
    new Promise<RouteAnswer>((resolve, reject) => {
      finish = resolve;
      signal = given;
      given?.addEventListener('abort', () => reject(given.reason));
    });
  const scene = meteredApp({ parts: { answerRoute } });
  const ended = new Promise((resolve) =>
    scene.app.server.once('connection', (socket) => socket.once('end', resolve)),
  );
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (part) => {
    received += part;
  });
  const path = '/api/route?from=59.91,10.75&to=60.39,5.32';
  socket.end(`GET ${path} HTTP/${version}\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  await expect.poll(() => signal).toBeDefined();
  await ended;
  return {
    ...scene,
    socket,
    finish: () => finish(answer()),
    isAborted: () => signal?.aborted,
    received: () => received,
  };
}

test('who has closed its sending side alone is answered, however long that takes, and counted once', async () => {
  const { app, socket, finish, received, isAborted, used, lines } = await halfOpenCall();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await expect.poll(received).toMatch(/^(?:HTTP\/1.1 102 Processing\r\n\r\n){3}/);
  expect(isAborted()).toBe(false);
  finish();
  await closed;
  expect(received()).toMatch(/^(?:HTTP\/1.1 102 Processing\r\n\r\n)+HTTP\/1.1 200 OK\r\n/);
  expect(JSON.parse(received().split('\r\n\r\n').at(-1) ?? '')).toHaveProperty('_billing');
  await app.close();
  expect(used()).toBe(1);
  expect(lines.join('')).not.toContain('hungUp');
});

test('so is one of HTTP/1.0, which is told nothing before its answer', async () => {
  const { app, socket, finish, received } = await halfOpenCall('1.0');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  finish();
  await closed;
  expect(received()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await app.close();
});

test('who then leaves is known to be gone, and the work for it ends', async () => {
  const { app, socket, isAborted, lines } = await halfOpenCall();
  socket.destroy();
  await expect.poll(isAborted).toBe(true);
  await expect.poll(() => lines.join('')).toContain('"hungUp":true');
  await app.close();
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { boundOpenBytes } from '../../../src/http/connection/bounds.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { FAKES, keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';
const PACKED = gzipSync(
  '[{"lat":59.9,"lon":10.7,"at":"2026-11-20T08:00:00Z"},{"lat":59.91,"lon":10.7,"at":"2026-11-20T08:09:00Z"}]',
);

test('an account has 64 MB of bodies at a time: what is more is 429 before it is read, and not counted', async () => {
  const { app, used } = meteredApp();
  const post = () =>
    app.inject(
      keyed({
        method: 'POST',
        url: '/api/trace',
        payload: PACKED,
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      }),
    );
  const replies = await Promise.all(Array.from({ length: 30 }, post));
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  // Each may unfold into 10 MB.
  expect(refused.length).toBe(24);
  expect(refused[0]?.json()).toMatchObject({ code: 'rate_limited' });
  expect(await used()).toBe(6);
  expect((await post()).statusCode).toBe(200);
});

/** Announces a body of 9 MB from an address, and sends none of it. */
function announce(port: number, address: string) {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  socket.write(
    `POST /body HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: text/plain\r\nContent-Length: 9000000\r\n\r\n`,
  );
  return socket;
}

test('all together have 256 MB: the next body is told that there is too much to do', async () => {
  const app = fastify({ forceCloseConnections: true, trustProxy: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(503).send(error instanceof Fault ? error.code : 'defect'),
  );
  boundOpenBytes(app as never);
  let taken = 0;
  app.addHook('onRequest', async () => void taken++);
  const terms = { config: { access: 'counted' }, bodyLimit: 10e6 } as const;
  app.post('/body', terms, async () => 'read');
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const sockets = Array.from({ length: 28 }, (_, i) => announce(port, `10.0.0.${i % 5}`));
  await expect.poll(() => taken).toBe(28);

  const [told] = await once(announce(port, '10.0.0.9'), 'data');
  expect(String(told)).toMatch(/^HTTP\/1\.1 503 [\s\S]*overloaded$/);
  expect(taken).toBe(28);

  sockets[0]?.destroy();
  await expect
    .poll(() => {
      announce(port, '10.0.0.9');
      return taken;
    })
    .toBe(29);
  await app.close();
});

test('answers that are not read have 256 MB: the next caller is told that there is too much to do', async () => {
  const app = fastify({ forceCloseConnections: true, trustProxy: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(503).send(error instanceof Fault ? error.code : 'defect'),
  );
  boundOpenBytes(app as never);
  const large = 'x'.repeat(60_000_000);
  let asked = 0;
  const terms = { config: { access: 'counted' } } as const;
  app.get('/large', terms, async () => {
    asked++;
    return large;
  });
  app.get('/small', terms, async () => 'small');
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const sockets = [1, 2, 3, 4, 5].map((last) => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    socket.pause();
    socket.write(`GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.1.${last}\r\n\r\n`);
    return socket;
  });
  const askAnother = async () =>
    (await app.inject({ url: '/small', remoteAddress: '10.0.0.1' })).body;
  await expect.poll(askAnother).toBe('overloaded');
  expect(asked).toBe(5);
  for (const socket of sockets) socket.destroy();
  await expect.poll(askAnother).toBe('small');
  await app.close();
});

test('an account whose requests end in any order has no more than its 64 MB', async () => {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(503).send(error instanceof Fault ? error.code : 'defect'),
  );
  boundOpenBytes(app as never);
  const ends = new Map<string, () => void>();
  const terms = { config: { access: 'counted' }, bodyLimit: 60e6 } as const;
  const until = (name: string) => new Promise<string>((end) => ends.set(name, () => end(name)));
  app.get<{ Querystring: { name: string } }>('/open', terms, (request) =>
    until(request.query.name),
  );
  app.post<{ Querystring: { name: string } }>('/open', terms, (request) =>
    until(request.query.name),
  );
  const isOpen = (name: string) => expect.poll(() => ends.has(name)).toBe(true);
  const get = (name: string) => app.inject(`/open?name=${name}`);
  const post = (name: string) =>
    app.inject({
      method: 'POST',
      url: `/open?name=${name}`,
      payload: '1'.padStart(40_000_000),
      headers: { 'content-type': 'application/json' },
    });
  const [first, second] = [get('first'), get('second')];
  await Promise.all([isOpen('first'), isOpen('second')]);
  ends.get('first')?.();
  await first;
  const third = post('third');
  await isOpen('third');
  ends.get('second')?.();
  await second;
  expect((await post('fourth')).body).toBe('rate_limited');
  ends.get('third')?.();
  expect((await third).body).toBe('third');
});

test.each([
  ['one text', 1],
  ['pieces', 40],
])('a matrix that is not read, of %s, counts with all that it holds', async (_, pieces) => {
  let isLarge = true;
  const reason = 'x'.repeat(40_000_000 / pieces);
  const pair = { origin: 0, destination: 0, durationMin: null, distance: null };
  const { app, used } = meteredApp({
    account: { plan: 'enterprise' },
    parts: {
      answerMatrix: async (...asked) => ({
        ...(await FAKES.answerMatrix(...asked)),
        pairs: (async function* () {
          for (let i = 0; i < (isLarge ? pieces : 1); i++)
            yield [isLarge ? { ...pair, reason } : pair];
        })(),
      }),
    },
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const question = '{"origins":["59.91,10.75"],"destinations":["60.39,5.32"]}';
  const sockets = [1, 2].map(() => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write(
      `POST /api/matrix HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${question.length}\r\n\r\n${question}`,
    );
    return socket;
  });
  const askAgain = async () => (await app.inject(keyed(TRIP))).statusCode;
  await expect.poll(used).toBe(2);
  isLarge = false;
  await expect.poll(askAgain).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(askAgain).toBe(200);
  await app.close();
});

test('an account that does not read its answers gets no more of them, and others do', async () => {
  const LARGE = 'x'.repeat(40_000_000);
  const large = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });
  let isLarge = true;
  const { app, used } = meteredApp({
    parts: { answerRoute: async () => (isLarge ? large : answer()) },
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const sockets = [1, 2].map(() => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
    return socket;
  });
  const askAgain = async () => (await app.inject(keyed(TRIP))).statusCode;
  await expect.poll(used).toBe(2);
  isLarge = false;
  await expect.poll(askAgain).toBe(429);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(askAgain).toBe(200);
  await app.close();
});

test('an answer whose caller had left before it was there counts for nothing', async () => {
  const LARGE = 'x'.repeat(40_000_000);
  const large = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });
  const begun: { readonly finish: (one: RouteAnswer) => void; isLeft: boolean }[] = [];
  const { app, lines } = meteredApp({
    parts: {
      answerRoute: (_question, { signal } = {}) =>
        new Promise((finish) => {
          const call = { finish, isLeft: false };
          begun.push(call);
          signal?.addEventListener('abort', () => {
            call.isLeft = true;
          });
        }),
    },
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  // More together than all unread answers may have.
  const sockets = Array.from({ length: 7 }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => begun.length).toBe(7);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => begun.every(({ isLeft }) => isLeft)).toBe(true);
  for (const { finish } of begun) finish(large);
  await expect.poll(() => lines.filter((line) => line.includes('"answered"')).length).toBe(7);
  const next = app.inject(keyed(TRIP));
  await expect.poll(() => begun.length).toBe(8);
  begun[7]?.finish(answer());
  expect((await next).statusCode).toBe(200);
  await app.close();
});

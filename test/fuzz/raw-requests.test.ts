/** Bytes that try to be two requests, half a request, or a request for somebody else. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrivalMsOf } from '../../src/http/connection/bodies.ts';
import { appOf } from '../support/app.ts';
import { holdReply } from './hold.ts';
import { readReply, sendBytes } from './send-bytes.ts';

const app = appOf();
let port = 0;

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

const HEAD = 'GET /health/live HTTP/1.1\r\nHost: a\r\n';
const POST = 'POST /portal/api/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
/** What a smuggled request would ask: it must never be answered. */
const SMUGGLED = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** Source: RFC 9110, section 5.6.7, June 2022. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const SHAPES: readonly (readonly [what: string, bytes: string, status: number])[] = [
  [
    'a length beside chunks',
    `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
  ],
  [
    'chunks beside a length',
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
  ],
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${SMUGGLED}`, 400],
  ['two equal lengths', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`, 400],
  ['a length in hexadecimal', `${POST}Content-Length: 0x2\r\n\r\n{}`, 400],
  ['a length below 0', `${POST}Content-Length: -1\r\n\r\n`, 400],
  ['a length beyond all numbers', `${POST}Content-Length: ${'9'.repeat(40)}\r\n\r\n`, 400],
  ['chunks of another name', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`, 400],
  [
    'chunks that are not the last coding',
    `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a chunk of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
  [
    'a chunk size with a blank before its line end',
    `${POST}Transfer-Encoding: chunked\r\n\r\n0 \r\n\r\n`,
    400,
  ],
  ['a blank before the colon', `${HEAD}Content-Length : 5\r\n\r\n`, 400],
  ['a folded line', `${HEAD}X-A: b\r\n c: d\r\n\r\n`, 400],
  ['a bare line feed between headers', `${HEAD}X-A: b\nX-B: c\r\n\r\n`, 400],
  ['a bare carriage return in a header', `${HEAD}X-A: b\rX-B: c\r\n\r\n`, 400],
  ['a null byte in a header', `${HEAD}X-A: b\0c\r\n\r\n`, 400],
  ['a header without a name', `${HEAD}: b\r\n\r\n`, 400],
  ['a version that there is not', 'GET /health/live HTTP/9.9\r\nHost: a\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['20 000 headers', `${HEAD}${'a:b\r\n'.repeat(20_000)}\r\n`, 431],
  ['an address of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
];

test.each(SHAPES)(
  '%s gets one refusal, and then the connection ends',
  async (_what, bytes, status) => {
    const reply = readReply(await sendBytes(port, bytes));
    expect(reply.status).toBe(status);
    expect(reply.headers.connection).toBe('close');
    expect(reply.headers.date).toMatch(HTTP_DATE);
    expect(reply.rest).toBe('');
    holdReply(reply, { method: 'GET', target: '/nowhere' }, 0);
  },
);

test('what is refused after HEAD has no body either', async () => {
  const reply = readReply(await sendBytes(port, 'HEAD / HTTP/1.1\r\nno header\r\n\r\n'), 'HEAD');
  expect(reply.status).toBe(400);
  expect(reply.rest).toBe('');
});

test('a request to pass on is closed without an answer', async () => {
  expect(await sendBytes(port, 'CONNECT example.no:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
});

test('an address of another server is answered as one of ours, and nobody is asked for it', async () => {
  const bytes =
    'GET http://127.0.0.1:1/health/live HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\n\r\n';
  expect(readReply(await sendBytes(port, bytes)).status).toBeLessThan(500);
});

test('requests in a row on one connection are answered in a row, each by itself', async () => {
  const close = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const all = await sendBytes(port, `${HEAD}\r\n${HEAD}\r\n${close}`);
  expect(all.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('a head must arrive within 10 s, also from a caller who sends nothing at all, and the largest body, of a job, within the time that 1 GB takes', () => {
  expect(app.server.headersTimeout).toBe(10_000);
  expect(app.server.requestTimeout).toBe(10_000 + 5_000_000);
});

test.each([
  ['page', 4096, 10],
  ['journey', 1024 * 1024, 15],
  ['recorded drive', 10_000_000, 60],
])('the body of a %s may take to arrive by its size: %i bytes, %i s', (_, bytes, seconds) => {
  expect(Math.floor(arrivalMsOf(bytes) / 1000)).toBe(seconds);
});

test.each([
  ['the head', 'GET /health/live HTTP/1.1\r\nX-Slow: '],
  ['the body', `${POST}Content-Length: 100\r\n\r\n{"email":`],
  ['anything', ''],
])('who never ends %s is answered 408, and cut off', async (_what, bytes) => {
  const impatient = appOf();
  // The same watch, at the end of its patience.
  impatient.server.headersTimeout = 1;
  impatient.server.requestTimeout = 1;
  const at = Number(new URL(await impatient.listen({ port: 0, host: '127.0.0.1' })).port);
  const reply = readReply(await sendBytes(at, bytes));
  await impatient.close();
  expect(reply.status).toBe(408);
  holdReply(reply, { method: 'GET', target: '/nowhere' }, 0);
});

test('callers who vanish in the middle leave nothing behind', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const socket = connect(port, '127.0.0.1');
      await written(socket, POST.slice(0, i + 1));
      return socket;
    }),
  );
  for (const socket of sockets) socket.resetAndDestroy();
  const isEmpty = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));
  await expect.poll(isEmpty).toBe(0);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
});

const written = (socket: Socket, bytes: string) =>
  new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
  });

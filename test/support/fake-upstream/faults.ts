import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FakeAnswer, send } from './answer.ts';

/** The faults of an answer. `reset on connect` happens before there is an answer. */
export type FaultName = keyof typeof FAULTS | 'reset on connect';

/** More than any upstream of ours may send. */
const BOMB_BYTES = 32 * 1024 * 1024;
/** Long enough to be late for limits of some hundred milliseconds. */
const DELAY_MS = 1000;
const DRIP_MS = 10;

const HTML = '<!DOCTYPE html><html><body><h1>Service Unavailable</h1></body></html>';

type Break = (reply: ServerResponse, normal: FakeAnswer) => unknown;

/** Each fault breaks the answer that would have been given. */
export const FAULTS = {
  delay: (reply, normal) => {
    const timer = setTimeout(() => send(reply, normal), DELAY_MS);
    reply.once('close', () => clearTimeout(timer));
  },
  'hang before headers': () => undefined,
  'hang mid-body': (reply, normal) => half(reply, normal),
  'reset mid-body': (reply, normal) => {
    half(reply, normal);
    // The first half has to be on its way before the connection is cut.
    setImmediate(() => reply.socket?.resetAndDestroy());
  },
  'status 429': (reply) => send(reply, refusal(429, { 'retry-after': '17' })),
  'status 500': (reply) => send(reply, refusal(500)),
  'status 503 with Retry-After': (reply) => send(reply, refusal(503, { 'retry-after': '17' })),
  'HTML instead of JSON': (reply) =>
    send(reply, { headers: { 'content-type': 'text/html' }, body: HTML }),
  'truncated JSON': (reply, normal) => send(reply, { ...normal, body: halfOf(normal) }),
  'gzip bomb': (reply, normal) =>
    send(reply, {
      ...normal,
      headers: { ...normal.headers, 'content-encoding': 'gzip' },
      body: bomb(),
    }),
  'broken gzip': (reply, normal) =>
    send(reply, { ...normal, headers: { ...normal.headers, 'content-encoding': 'gzip' } }),
  'wrong content type': (reply, normal) =>
    send(reply, { ...normal, headers: { 'content-type': 'image/png' } }),
  'slow drip': (reply, normal) => {
    const bytes = bytesOf(normal);
    let next = 0;
    reply.writeHead(normal.status ?? 200, { ...normal.headers });
    // The last byte never comes.
    const timer = setInterval(() => {
      if (next < bytes.length - 1) reply.write(bytes.subarray(next, ++next));
    }, DRIP_MS);
    reply.once('close', () => clearInterval(timer));
  },
  'content-length too large': (reply, normal) => {
    const bytes = bytesOf(normal);
    reply.writeHead(200, { ...normal.headers, 'content-length': bytes.length + 100 });
    reply.write(bytes);
    setImmediate(() => reply.socket?.end());
  },
  'content-length too small': (reply, normal) => {
    const bytes = bytesOf(normal);
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length >> 1}\r\n\r\n`;
    reply.socket?.end(Buffer.concat([Buffer.from(head), bytes]));
  },
  'empty body': (reply, normal) => send(reply, { ...normal, body: '' }),
  'no HTTP': (reply) => reply.socket?.end('220 mail.example ESMTP\r\n'),
  redirect: (reply) => send(reply, { status: 302, headers: { location: '/elsewhere' } }),
  'bytes that are no text': (reply, normal) =>
    send(reply, { ...normal, body: Uint8Array.of(0x22, 0xc3, 0x28, 0x22) }),
} as const satisfies Record<string, Break>;

const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: HTML,
});

/** Promises the whole body and sends half of it. */
function half(reply: ServerResponse, normal: FakeAnswer) {
  const length = bytesOf(normal).length;
  reply.writeHead(normal.status ?? 200, { ...normal.headers, 'content-length': length });
  reply.write(halfOf(normal));
}

const bytesOf = ({ body = '' }: FakeAnswer) => Buffer.from(body);
const halfOf = (answer: FakeAnswer) => bytesOf(answer).subarray(0, bytesOf(answer).length >> 1);

let made: Buffer | undefined;

function bomb(): Buffer {
  made ??= gzipSync(Buffer.alloc(BOMB_BYTES, ' '));
  return made;
}

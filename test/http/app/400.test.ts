import { once } from 'node:events';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import { appOf, FAKES, keyed, withFacts } from '../../support/app.ts';
import { holdToContract } from '../../support/contract.ts';

const app = appOf();
let port = 0;

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

test('an address with a broken escape is 400, and tells a caller what the day has left', async () => {
  const reply = await app.inject('/api/%zz');
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    error: expect.stringMatching(
      /^The address cannot be read, .* percent-encoded, such as %C3%B8 for ø\.$/,
    ),
    message: expect.stringMatching(
      /^The address cannot be read, .* percent-encoded, such as %C3%B8 for ø\.$/,
    ),
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['x-api-quota-limit']).toBe('0');
  const known = await app.inject(keyed('/api/%zz'));
  expect(known.headers['x-api-quota-limit']).toBe('100000');
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a null byte in the address', 'GET /api/route?from=\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n', 400],
  ['a huge query', `GET /api/route?from=${'1'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['huge headers', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'1'.repeat(70_000)}\r\n\r\n`, 431],
])('%s is refused in JSON, with the headers of every answer', async (_name, bytes, status) => {
  const answer = await send(bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-api-quota-limit')).toBe('0');
  expect(headers.get('x-api-quota-remaining')).toBe('0');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const at = { method: 'GET', url: '/nowhere', status, headers: Object.fromEntries(headers) };
  holdToContract({ ...at, body });
  expect(JSON.parse(body)).toMatchObject({
    error: expect.stringMatching(/^not_found$|\.$/),
    message: expect.stringMatching(/\.$/),
    requestId: headers.get('x-request-id'),
  });
});

test('what is no request has its line in the log and its place in the metrics', async () => {
  const lines: string[] = [];
  const logging = buildApp(FAKES, { log: pino({}, { write: (line) => void lines.push(line) }) });
  const at = Number(new URL(await logging.listen({ port: 0, host: '127.0.0.1' })).port);
  await send('GET / HTTP/1.1\r\nno header\r\n\r\n', at);
  const { body } = await logging.inject('/metrics');
  await logging.close();
  const written = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'answered');
  expect(written).toMatchObject({ status: 400, quota: 'none', reason: 'HPE_INVALID_HEADER_TOKEN' });
  expect(lines.join('')).not.toContain('no header');
  expect(body).toContain('request_duration_seconds_count{endpoint="none",status="400"} 1');
});

test.each([
  ['are no request', '', 'no request\r\n\r\n'],
  ['are no part of a body', 'Transfer-Encoding: chunked\r\n', 'no chunk\r\n'],
])('bytes that %s never get an answer into the middle of another one', async (_, more, bytes) => {
  const json = JSON.stringify({ stations: ['x'.repeat(30_000_000)] });
  const large = appOf({
    ...withFacts({ tollStations: { json, date: '2026-09-10' } }),
    publicData: true,
  });
  const at = Number(new URL(await large.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = connect(at, '127.0.0.1');
  socket.write(`GET /data/toll-stations.json HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
  await once(socket, 'readable');
  socket.write(bytes);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  await large.close();
  const [, first, ...others] = received.split('HTTP/1.1 ');
  expect(first?.endsWith(json)).toBe(more === '');
  expect(others).toEqual([]);
});

test('what begins like a question for the head alone is refused without a body', async () => {
  const answer = await send('HEAD / HTTP/1.1\r\nno header\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\ncontent-length: [1-9].*\r\n\r\n$/s);
});

async function send(bytes: string, at = port): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
    socket.end();
  });
  socket.write(bytes);
  await new Promise((done) => socket.once('close', done));
  return answer;
}

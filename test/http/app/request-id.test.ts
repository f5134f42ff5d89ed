import { expect, onTestFinished, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { readReply, sendBytes } from '../../fuzz/send-bytes.ts';
import { KEY } from '../../support/accounts.ts';
import { appOf, keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';
const OWN = /^[0-9a-f-]{36}$/;

test.each(['trip-4711', 'a', '0af7651916cd43dd8448eb211c80319c', 'A.b_c-1', 'x'.repeat(64)])(
  'the id %s of a caller stands in header, body and log',
  async (id) => {
    const { app, lines } = meteredApp();
    const reply = await app.inject(keyed({ url: '/nowhere', headers: { 'x-request-id': id } }));
    expect(reply.headers['x-request-id']).toBe(id);
    expect(reply.json().requestId).toBe(id);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'answered', reqId: id });
  },
);

test.each([
  ['nothing', ''],
  ['too long', 'x'.repeat(65)],
  ['blanks', 'my trip'],
  ['a line of a log', '","level":60'],
  ['markup', '<b>'],
  ['letters outside ASCII', 'tur-å'],
  ['two of them', ['one', 'two']],
  ['a key', KEY],
])('an id of %s is replaced by one of ours', async (_what, id) => {
  const { app, lines } = meteredApp();
  const headers = { 'x-request-id': id };
  const reply = await app.inject(keyed({ url: '/nowhere', headers }));
  expect(reply.headers['x-request-id']).toMatch(OWN);
  expect(reply.json().requestId).toBe(reply.headers['x-request-id']);
  expect(lines.join('')).not.toContain(KEY);
});

test('calls under the same id are counted and credited each by itself', async () => {
  const answerRoute = async () => {
    throw new Fault('upstream_down');
  };
  const { app, used } = meteredApp({ parts: { answerRoute } });
  const headers = { 'x-request-id': 'again' };
  for (let call = 0; call < 3; call++) {
    const reply = await app.inject(keyed({ url: TRIP, headers }));
    expect(reply.headers['x-request-id']).toBe('again');
    expect(quotaOf(reply)).toBe('500/500');
  }
  expect(used()).toBe(0);
});

test('calls at once under the same id do not keep or credit each other', async () => {
  const fail: ((fault: Fault) => void)[] = [];
  const answerRoute = () => new Promise<never>((_, reject) => void fail.push(reject));
  const { app, used } = meteredApp({ parts: { answerRoute } });
  const headers = { 'x-request-id': 'again' };
  const replies = [1, 2].map(() => app.inject(keyed({ url: TRIP, headers })));
  while (fail.length < 2) await new Promise(setImmediate);
  fail[0]?.(new Fault('route_not_possible'));
  expect((await replies[0])?.statusCode).toBe(404);
  fail[1]?.(new Fault('upstream_down'));
  expect((await replies[1])?.statusCode).toBe(503);
  expect(used()).toBe(1);
});

test('bytes that are no request are answered under an id of ours', async () => {
  const app = appOf();
  onTestFinished(() => app.close());
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const bytes = 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n';
  const { headers, body } = readReply(await sendBytes(port, bytes));
  expect(headers['x-request-id']).toMatch(OWN);
  expect(JSON.parse(body).requestId).toBe(headers['x-request-id']);
});

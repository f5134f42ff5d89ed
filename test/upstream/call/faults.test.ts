import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { table } from '../../support/table.ts';
import { openFake, rejectionOf } from './open-fake.ts';

const RECORD = json({ kjennemerke: 'QQ 12345' });
const PATH = '/?kjennemerke=QQ12345&from=59.91,10.75';

/** A try that must be given up is given up soon; one that must end by itself has all the time. */
const QUICK = { attemptMs: 500 };

test.each(
  table<'fault' | 'code' | 'kind' | 'tries' | 'because'>(`
    fault                        | code            | kind        | tries | because
    hang before headers          | upstream_down   | time-out    | 3     | nothing comes
    hang mid-body                | upstream_down   | time-out    | 3     | the rest does not come
    slow drip                    | upstream_down   | time-out    | 3     | dripping buys no time
    delay                        | upstream_down   | time-out    | 3     | it is late
    reset mid-body               | upstream_down   | unreachable | 3     | the connection broke
    reset on connect             | upstream_down   | unreachable | 0     | no request gets through
    content-length too large     | upstream_down   | unreachable | 3     | it ended before its end
    gzip bomb                    | upstream_broken | broken      | 1     | it unfolds beyond the limit
    broken gzip                  | upstream_broken | broken      | 1     | it cannot be unfolded
    no HTTP                      | upstream_broken | broken      | 1     | it is another protocol
    redirect                     | upstream_broken | broken      | 1     | nobody follows it
    bytes that are no text       | upstream_broken | broken      | 1     | there is no text in it
  `),
)('$fault is $code after $tries tries, because $because', async ({ fault, code, kind, tries }) => {
  const limits = kind === 'time-out' ? QUICK : {};
  const { fake, upstream } = await openFake({ limits }, () => RECORD);
  fake.fail(fault as FaultName);
  const error = await rejectionOf(upstream.get({ path: PATH }));
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ code });
  expect(upstream.state().lastFailure?.kind).toBe(kind);
  expect(fake.requests.length).toBe(Number(tries));
});

test.each(
  table<'fault' | 'status' | 'tries' | 'because'>(`
    fault                        | status | tries | because
    status 429                   | 429    | 1     | asking again makes it worse
    status 500                   | 500    | 3     | it may be over in a moment
    status 503 with Retry-After  | 503    | 1     | it says when to come back
    HTML instead of JSON         | 200    | 1     | only those who asked know what they wanted
    truncated JSON               | 200    | 1     | the same
    wrong content type           | 200    | 1     | the same
    empty body                   | 200    | 1     | the same
    content-length too small     | 200    | 1     | the same
  `),
)('$fault is a reply after $tries tries: $because', async ({ fault, status, tries }) => {
  const { fake, upstream } = await openFake({}, () => RECORD);
  fake.fail(fault as FaultName);
  const reply = await upstream.get({ path: PATH });
  expect(reply.status).toBe(Number(status));
  expect(fake.requests.length).toBe(Number(tries));
  if (status !== '500' && status !== '200') expect(reply.headers['retry-after']).toBe('17');
});

test('nobody is there', async () => {
  const { fake, upstream } = await openFake();
  await fake.stop();
  const error = await rejectionOf(upstream.get({ path: PATH }));
  expect(error).toMatchObject({
    code: 'upstream_down',
    publicMessage: 'The oracle cannot be reached; try again later.',
    message: 'oracle: unreachable, ECONNREFUSED',
  });
});

test('there is no such name', async () => {
  const { upstream } = await openFake({ baseUrl: 'http://oracle.invalid' });
  const error = await rejectionOf(upstream.get({ path: PATH }));
  expect(error).toMatchObject({ code: 'upstream_down' });
});

test('a header that cannot be sent is not a defect of the caller', async () => {
  const { fake, upstream } = await openFake({ headers: { authorization: 'Apikey a\nb' } });
  const error = await rejectionOf(upstream.get({ path: PATH }));
  expect(error).toMatchObject({ code: 'upstream_broken' });
  expect(inspect(error)).not.toContain('Apikey');
  expect(fake.requests).toEqual([]);
});

test.each<FaultName>(['reset mid-body', 'reset on connect', 'gzip bomb', 'no HTTP', 'redirect'])(
  '%s: the error shows neither what was asked nor what was answered',
  async (fault) => {
    const { fake, upstream } = await openFake({}, () => RECORD);
    fake.fail(fault);
    const error = await rejectionOf(upstream.get({ path: PATH }));
    const shown = inspect(error, { depth: 10, showHidden: true });
    expect(shown).toContain('oracle: ');
    expect(shown).not.toMatch(/QQ ?12345|59\.91|10\.75|kjennemerke|127\.0\.0\.1|ESMTP|elsewhere/);
  },
);

test.each([
  ['plain', {}, (size: number) => 'x'.repeat(size)],
  ['with a length', { 'content-length': '1001' }, (size: number) => 'x'.repeat(size)],
])('a body may be as large as the limit and no larger: %s', async (_name, headers, body) => {
  const size = 'content-length' in headers ? 1001 : 1000;
  const { fake, upstream } = await openFake({ limits: { bodyBytes: 1000 } });
  fake.answer(() => ({ body: body(1000) }));
  expect((await upstream.get({ path: '/' })).body.length).toBe(1000);
  fake.answer(() => ({ headers, body: body(Math.max(size, 1001)) }));
  await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ code: 'upstream_broken' });
});

test('an encoding that we did not ask for is broken', async () => {
  const headers = { 'content-encoding': 'zstd' };
  const { upstream } = await openFake({}, () => ({ headers, body: 'x' }));
  await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ code: 'upstream_broken' });
});

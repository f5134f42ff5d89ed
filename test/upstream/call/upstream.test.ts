import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { openFake, rejectionOf } from './open-fake.ts';

test('a reply comes with its status, its headers in lower case and its text', async () => {
  const { upstream } = await openFake({}, () => ({
    status: 404,
    headers: { 'X-Reason': 'none', 'content-type': 'text/plain' },
    body: 'Blåbærsyltetøy',
  }));
  expect(await upstream.get({ path: '/jam' })).toEqual({
    status: 404,
    headers: expect.objectContaining({ 'x-reason': 'none', 'content-type': 'text/plain' }),
    body: 'Blåbærsyltetøy',
  });
});

test('a call is a GET of base address and path, with the headers of the service and our name', async () => {
  const { fake, upstream } = await openFake({
    headers: { 'x-client': 'us', accept: 'text/plain' },
  });
  await upstream.get({ path: '/a/b?c=%C3%86&d=1,2' });
  expect(fake.requests).toEqual([
    expect.objectContaining({ method: 'GET', path: '/a/b?c=%C3%86&d=1,2' }),
  ]);
  expect(fake.requests[0]?.headers).toMatchObject({
    'x-client': 'us',
    accept: 'text/plain',
    'user-agent': expect.stringMatching(/^veipris\/\d+\.\d+\.\d+$/),
  });
});

test.each([
  ['/ws/lookup', '?plate=1', '/ws/lookup?plate=1'],
  ['/ws', '/best?from=1', '/ws/best?from=1'],
  ['', '?plate=1', '/?plate=1'],
])('the base path %j and the path %j make %j', async (base, path, asked) => {
  const { fake } = await openFake();
  const { upstream } = await openFake({ baseUrl: `${fake.url}${base}` });
  await upstream.get({ path });
  expect(fake.requests[0]?.path).toBe(asked);
  await fake.stop();
});

describe('a compressed body is unfolded', () => {
  const text = JSON.stringify({ name: 'Ålesund' });

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('%s', async (encoding, body) => {
    const headers = { 'content-encoding': encoding };
    const { upstream } = await openFake({}, () => ({ headers, body }));
    expect((await upstream.get({ path: '/' })).body).toBe(text);
  });

  test('whatever its status', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const { upstream } = await openFake({}, () => ({ status: 422, headers, body: gzipSync(text) }));
    expect((await upstream.get({ path: '/' })).body).toBe(text);
  });
});

test('connections are kept for the next call', async () => {
  const { fake, upstream } = await openFake({}, (request) => json(request.headers.connection));
  await upstream.get({ path: '/' });
  expect(JSON.parse((await upstream.get({ path: '/' })).body)).toBe('keep-alive');
  expect(fake.requests.length).toBe(2);
});

test('a closed upstream lets go of the calls in flight', async () => {
  const { fake, upstream } = await openFake();
  fake.fail('hang before headers');
  const call = upstream.get({ path: '/' });
  await fake.received(1);
  const [request] = fake.requests;
  await upstream.close();
  await expect(call).rejects.toMatchObject({ code: 'upstream_down' });
  await request?.hungUp;
});

test('a service that has never failed us has no last failure', async () => {
  const { upstream } = await openFake();
  await upstream.get({ path: '/' });
  expect(upstream.state()).toEqual({ breaker: 'closed', inFlight: 0 });
});

type Opened = Awaited<ReturnType<typeof openFake>>;

/** What was heard of the calls to a service, oldest first. */
async function heardOf(
  settings: Parameters<typeof openFake>[0],
  call: (opened: Opened) => Promise<unknown>,
) {
  const opened = await openFake(settings, () => json('fine'));
  const heard: { readonly outcome: string; readonly durationMs: number }[] = [];
  opened.upstream.listen((ended) => heard.push(ended));
  await call(opened).catch(() => undefined);
  return heard;
}

const get = ({ upstream }: Opened) => upstream.get({ path: '/' });

test.each([
  ['reply', undefined],
  ['status', 'status 500'],
  ['unreachable', 'reset mid-body'],
  ['broken', 'broken gzip'],
] as const)(
  'a call that ends in "%s" is heard of once, with its whole time',
  async (outcome, fault) => {
    const heard = await heardOf({ limits: { retries: 1 } }, async (opened) => {
      if (fault !== undefined) opened.fake.fail(fault);
      await get(opened);
    });
    expect(heard).toEqual([{ outcome, durationMs: expect.any(Number) }]);
    expect(heard[0]?.durationMs).toBeGreaterThan(0);
  },
);

test('a call that runs out of time, and one that is not sent, are heard of as such', async () => {
  const limits = { failuresToOpen: 1, retries: 0, attemptMs: 50, openMs: 600_000 };
  const heard = await heardOf({ limits }, async (opened) => {
    opened.fake.fail('hang before headers');
    await rejectionOf(get(opened));
    await rejectionOf(get(opened));
  });
  expect(heard.map(({ outcome }) => outcome)).toEqual(['time-out', 'refused']);
});

test('a call whose caller has left counts for nobody', async () => {
  const heard = await heardOf({}, async ({ fake, upstream }) => {
    fake.fail('hang before headers');
    const caller = new AbortController();
    const call = upstream.get({ path: '/', signal: caller.signal });
    await fake.received(1);
    caller.abort();
    await call;
  });
  expect(heard.map(({ outcome }) => outcome)).toEqual(['abandoned']);
});

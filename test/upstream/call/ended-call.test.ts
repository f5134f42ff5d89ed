import { expect, test } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { openFake, rejectionOf } from './open-fake.ts';

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

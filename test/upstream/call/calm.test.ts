import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { json } from '../../support/fake-upstream/answer.ts';
import { openFake, rejectionOf } from './open-fake.ts';

/** A clock that the test moves instead of waiting. */
function openClock() {
  let ms = 0;
  return {
    nowMs: () => ms,
    set(toMs: number) {
      ms = toMs;
    },
  };
}

/** The clock on the wall, which is not that one. */
function holdWallClock(): (atMs: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  return (atMs) => void vi.setSystemTime(atMs);
}

describe('another try', () => {
  test('makes up for a fault that passes', async () => {
    const { fake, upstream } = await openFake({}, () => json('fine'));
    fake.fail('reset mid-body', 2);
    expect((await upstream.get({ path: '/' })).body).toBe('"fine"');
    expect(fake.requests.length).toBe(3);
  });

  test('follows when the adapter calls a reply transient, and only then', async () => {
    const isTransient = ({ body }: { body: string }) => body === '"busy"';
    const { fake, upstream } = await openFake({ isTransient }, () => json('busy'));
    await upstream.get({ path: '/' });
    expect(fake.requests.length).toBe(3);
    fake.answer(() => json('unknown', 500));
    expect((await upstream.get({ path: '/' })).status).toBe(500);
    expect(fake.requests.length).toBe(4);
  });

  test('is not started when too little time is left', async () => {
    const { fake, upstream } = await openFake({ limits: { retryRoomMs: 60_000 } });
    fake.fail('status 500');
    await upstream.get({ path: '/', deadlineMs: 50_000 });
    expect(fake.requests.length).toBe(1);
    await upstream.get({ path: '/', deadlineMs: 5_000_000 });
    expect(fake.requests.length).toBe(4);
  });
});

describe('the deadline of a call', () => {
  test('ends it whatever a single try may take', async () => {
    const { fake, upstream } = await openFake();
    fake.fail('slow drip');
    await expect(upstream.get({ path: '/', deadlineMs: 50 })).rejects.toMatchObject({
      code: 'upstream_down',
      message: 'oracle: out of time',
    });
  });

  test('counts against the service', async () => {
    const { fake, upstream } = await openFake({ limits: { failuresToOpen: 1 } });
    fake.fail('hang before headers');
    await rejectionOf(upstream.get({ path: '/', deadlineMs: 50 }));
    await expect.poll(() => upstream.state().breaker).toBe('open');
  });
});

describe('a caller who hangs up', () => {
  test('ends the call at once with his reason, and the service sees it', async () => {
    const { fake, upstream } = await openFake({ limits: { failuresToOpen: 1 } });
    fake.fail('hang mid-body');
    const caller = new AbortController();
    const call = upstream.get({ path: '/', signal: caller.signal });
    await fake.received(1);
    caller.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    await fake.requests[0]?.hungUp;
    expect(fake.requests.length).toBe(1);
    expect(upstream.state()).toMatchObject({ breaker: 'closed' });
    expect(upstream.state()).not.toHaveProperty('lastFailure');
  });

  test('before the call makes no call', async () => {
    const { fake, upstream } = await openFake();
    await expect(upstream.get({ path: '/', signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    );
    expect(fake.requests).toEqual([]);
  });

  test('leaves his place in the queue', async () => {
    const { fake, upstream } = await openFake({ limits: { inFlight: 1, queued: 1 } });
    fake.fail('hang before headers', 1);
    const first = new AbortController();
    const second = new AbortController();
    const running = upstream.get({ path: '/1', signal: first.signal });
    const waiting = upstream.get({ path: '/2', signal: second.signal });
    await fake.received(1);
    second.abort();
    await expect(waiting).rejects.toThrow('aborted');
    first.abort();
    await expect(running).rejects.toThrow('aborted');
    await expect.poll(() => upstream.state().inFlight).toBe(0);
    await upstream.get({ path: '/3' });
    expect(fake.requests.map(({ path }) => path)).toEqual(['/1', '/3']);
  });
});

test('more calls than there are places for are refused, and say so', async () => {
  const { fake, upstream } = await openFake({ limits: { inFlight: 1, queued: 1 } });
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.answer(async () => {
    await gate;
    return json('fine');
  });
  const calls = [upstream.get({ path: '/1' }), upstream.get({ path: '/2' })];
  await fake.received(1);
  expect(upstream.state().inFlight).toBe(2);
  await expect(upstream.get({ path: '/3' })).rejects.toMatchObject({
    code: 'upstream_down',
    publicMessage: 'The oracle is busy; try again later.',
    retryAfterS: 1,
  });
  release();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  expect(upstream.state().inFlight).toBe(0);
});

describe('the circuit', () => {
  const limits = { failuresToOpen: 3, retries: 0, openMs: 2500 };

  /** A service that has failed so often that it is not asked any more. */
  async function openBroken(parts: Partial<typeof limits & { attemptMs: number }> = {}) {
    const clock = openClock();
    const { nowMs } = clock;
    const settings = { limits: { ...limits, ...parts }, nowMs };
    const opened = await openFake(settings, () => json('fine'));
    opened.fake.fail('status 500', 3);
    for (let i = 0; i < 3; i++) await opened.upstream.get({ path: '/' });
    return { ...opened, clock };
  }

  test('opens after failures in a row: nobody is asked, and the caller hears when', async () => {
    const { fake, upstream, clock } = await openBroken();
    expect(upstream.state()).toMatchObject({ breaker: 'open', lastFailure: { kind: 'status' } });
    await expect(upstream.get({ path: '/' })).rejects.toMatchObject({
      code: 'upstream_down',
      retryAfterS: 3,
    });
    clock.set(2499);
    await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ retryAfterS: 1 });
    expect(fake.requests.length).toBe(3);
  });

  test.each([-3_600_000, 3_600_000])(
    'goes by no clock on the wall: one that is set by %i ms neither prolongs the pause nor ends it',
    async (stepMs) => {
      const setWallClock = holdWallClock();
      const { fake, upstream, clock } = await openBroken();
      setWallClock(stepMs);
      clock.set(2499);
      await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ retryAfterS: 1 });
      expect(fake.requests.length).toBe(3);
      clock.set(2500);
      expect((await upstream.get({ path: '/' })).status).toBe(200);
    },
  );

  test('closes when a call after the pause succeeds', async () => {
    const { upstream, clock } = await openBroken();
    clock.set(2500);
    expect((await upstream.get({ path: '/' })).status).toBe(200);
    expect(upstream.state().breaker).toBe('closed');
  });

  test('opens again when that call fails', async () => {
    const { fake, upstream, clock } = await openBroken();
    fake.fail('status 500', 1);
    clock.set(2500);
    await upstream.get({ path: '/' });
    await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ retryAfterS: 3 });
    expect(fake.requests.length).toBe(4);
  });

  test('closes through a call that began while the service still hung', async () => {
    const { fake, upstream } = await openFake({
      limits: { ...limits, probeMs: 20, attemptMs: 60_000, openMs: 0 },
    });
    fake.fail('status 500', 3);
    for (let i = 0; i < 3; i++) await upstream.get({ path: '/' });
    fake.fail('hang before headers', 1);
    expect((await upstream.get({ path: '/' })).status).toBe(200);
    expect(upstream.state().breaker).toBe('closed');
    await fake.requests[3]?.hungUp;
  });

  test('stays open when the caller of that call hangs up before anything is heard', async () => {
    const { fake, upstream, clock } = await openBroken();
    fake.fail('hang before headers', 1);
    clock.set(2500);
    const { lastFailure } = upstream.state();
    const caller = new AbortController();
    const probe = upstream.get({ path: '/', signal: caller.signal });
    await fake.received(4);
    caller.abort(new Error('gone'));
    await expect(probe).rejects.toThrow('gone');
    await expect.poll(() => upstream.state().breaker).toBe('open');
    expect(upstream.state().lastFailure).toEqual(lastFailure);
    clock.set(5000);
    expect((await upstream.get({ path: '/' })).status).toBe(200);
  });

  test('lets the others wait for that call, and then through', async () => {
    const { fake, upstream, clock } = await openBroken();
    clock.set(2500);
    const calls = [1, 2, 3].map(() => upstream.get({ path: '/' }));
    expect(upstream.state().breaker).toBe('half-open');
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(fake.requests.length).toBe(6);
  });

  test('stays closed as long as failures are not in a row', async () => {
    const { fake, upstream } = await openFake({ limits });
    for (let i = 0; i < 5; i++) {
      fake.fail('status 500', 2);
      for (let call = 0; call < 3; call++) await upstream.get({ path: '/' });
    }
    expect(upstream.state().breaker).toBe('closed');
    expect(fake.requests.length).toBe(15);
  });

  test('does not open for answers that only nobody wants', async () => {
    const { fake, upstream } = await openFake({ limits });
    for (const fault of ['status 429', 'redirect', 'HTML instead of JSON'] as const) {
      fake.fail(fault);
      for (let call = 0; call < 4; call++) await upstream.get({ path: '/' }).catch(() => undefined);
    }
    expect(upstream.state().breaker).toBe('closed');
    expect(fake.requests.length).toBe(12);
  });

  test('a service that was killed is back when it is', async () => {
    const { fake, upstream } = await openFake({ limits: { ...limits, openMs: 0 } });
    await upstream.get({ path: '/' });
    await fake.stop();
    for (let i = 0; i < 4; i++)
      await expect(upstream.get({ path: '/' })).rejects.toMatchObject({ code: 'upstream_down' });
    await fake.start();
    expect((await upstream.get({ path: '/' })).status).toBe(200);
  });
});

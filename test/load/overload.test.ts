/** The door before the engine under more calls than can be answered, in time that the test makes. */
import { expect, test } from 'vitest';
import { type Outcome, SUSTAINED_PER_S, startMachine } from './machine.ts';

test.each([1.1, 1.5, 2, 4])(
  'at %d times what can be answered half, 95 and 99 of a hundred accepted calls take hardly longer than with room to spare',
  async (share) => {
    const { load } = startMachine();
    const steady = await load(0.7, 10_000);
    expect(refused(steady)).toEqual([]);
    await load(share, 8000);
    const over = await load(share, 10_000);
    for (const part of [0.5, 0.95, 0.99])
      expect(within(part, over)).toBeLessThanOrEqual(1.5 * within(part, steady));
  },
);

test('from the first moment of an overload half of the accepted calls take no three times as long', async () => {
  const { load } = startMachine();
  const steady = await load(0.7, 10_000);
  const over = await load(2, 8000);
  expect(within(0.5, over)).toBeLessThanOrEqual(3 * within(0.5, steady));
});

test('while calls are refused none of what the machine can do is idle', async () => {
  const { load } = startMachine();
  await load(2, 8000);
  const over = await load(2, 10_000);
  const answered = over.length - refused(over).length;
  expect(refused(over).length).toBeGreaterThan(0);
  expect(answered / 10).toBeGreaterThan(0.9 * SUSTAINED_PER_S);
});

test('in a long overload nobody is refused later than after half a second', async () => {
  const { load } = startMachine();
  await load(2, 15_000);
  const over = await load(2, 10_000);
  const waits = refused(over).map(({ cameMs, endMs }) => endMs - cameMs);
  expect(Math.max(...waits)).toBeLessThanOrEqual(500);
});

test.each([5000, 30_000])(
  'after %d ms of overload none is refused any more within 5 s, and all take as long as before',
  async (forMs) => {
    const { load, nowMs } = startMachine();
    const steady = await load(0.7, 5000);
    await load(2, forMs);
    const startMs = nowMs();
    const after = await load(0.7, 10_000);
    const last = Math.max(startMs, ...refused(after).map(({ cameMs }) => cameMs));
    expect(last - startMs).toBeLessThan(5000);
    const later = after.filter(({ cameMs }) => cameMs > startMs + 5000);
    expect(within(0.95, later)).toBeLessThan(2 * within(0.95, steady));
  },
);

test('a machine that answers less while it refuses opens again for what it answered before', async () => {
  // Two at a time leave it idle for half of the time, and answer less than comes afterwards.
  const { load, nowMs } = startMachine({ idleMs: 6 });
  const open = await load(0.7, 5000);
  expect(refused(open)).toEqual([]);
  await load(4, 15_000);
  const startMs = nowMs();
  const after = await load(0.7, 10_000);
  const last = Math.max(startMs, ...refused(after).map(({ cameMs }) => cameMs));
  expect(last - startMs).toBeLessThan(5000);
});

test('of a burst of 1 000 calls beside others nobody is refused, and nobody waits for 13 s', async () => {
  const { load, burst } = startMachine();
  await load(0.7, 2000);
  const calls = burst(1000);
  const beside = await load(0.7, 15_000);
  expect(refused([...(await Promise.all(calls)), ...beside])).toEqual([]);
});

test('half of those who call beside a burst are answered as if there were none', async () => {
  const { load, burst } = startMachine();
  const steady = await load(0.5, 5000);
  burst(1000);
  const beside = await load(0.5, 4000);
  expect(within(0.5, beside)).toBeLessThanOrEqual(3 * within(0.5, steady));
});

test('when all calls stop in the middle of an overload those that wait are answered', async () => {
  const { load, burst } = startMachine();
  await load(2, 4500);
  const last = burst(20);
  await load(0.001, 10_000);
  expect(await Promise.all(last)).toHaveLength(20);
});

test.each([16, 64])(
  '%d callers that ask again when they are answered are never refused',
  async (callers) => {
    const { loop } = startMachine();
    const asked = await loop(callers, 10_000);
    expect(asked.length).toBeGreaterThan(0.95 * SUSTAINED_PER_S * 10 - callers);
    expect(refused(asked)).toEqual([]);
  },
);

/** So large a part of the answered calls took no longer. Milliseconds. */
function within(part: number, outcomes: readonly Outcome[]): number {
  const took = outcomes.flatMap(({ tookMs }) => tookMs ?? []).sort((a, b) => a - b);
  return took[Math.floor(part * (took.length - 1))] ?? Number.POSITIVE_INFINITY;
}

const refused = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ tookMs }) => tookMs === undefined);

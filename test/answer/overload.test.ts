/** The promises of the admission queue, on a simulated machine in time that the test makes. */
import { expect, test } from 'vitest';
import { openOverload } from '../../src/answer/overload.ts';
import {
  burst,
  closedLoop,
  type Outcome,
  onceASecond,
  openLoop,
  SUSTAINED_PER_S,
  startMachine,
} from './machine.ts';

test.each([1.5, 2, 4])(
  'at %d times the sustainable rate half of the accepted calls take at most 3 times as long as at 70 %, 95 of 100 at most 5 times',
  async (share) => {
    const machine = startMachine();
    const steady = await machine.play(10_000, openLoop(0.7));
    expect(refused(steady)).toEqual([]);
    const over = await machine.play(15_000, openLoop(share));
    expectHardlySlower(over, steady);
    expect(answered(over).length / 15).toBeGreaterThan(0.95 * SUSTAINED_PER_S);
  },
);

test('at twice the rate from 50 accounts it is the same once the overload is known', async () => {
  const machine = startMachine();
  const steady = await machine.play(10_000, openLoop(0.7));
  const accounts = Array.from({ length: 50 }, (_, i) => openLoop(2 / 50, `account ${i}`));
  await machine.play(6000, ...accounts);
  expectHardlySlower(await machine.play(15_000, ...accounts), steady);
});

test('refused calls are told to come back within ten seconds of each other, as many in each', async () => {
  const machine = startMachine();
  await machine.play(6000, openLoop(2));
  const told = refused(await machine.play(10_000, openLoop(2))).map((one) => one.retryAfterS ?? 0);
  const counts = Array.from({ length: 10 }, (_, i) => told.filter((s) => s === i + 1).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(told.length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
});

test.each([
  [2, 5000],
  [2, 30_000],
  [4, 10_000],
])(
  '5 s after %d times the rate for %d ms none is refused, and all take as long as before',
  async (share, forMs) => {
    const machine = startMachine();
    const steady = await machine.play(5000, openLoop(0.7));
    await machine.play(forMs, openLoop(share));
    await machine.play(5000, openLoop(0.7));
    const after = await machine.play(10_000, openLoop(0.7));
    expect(refused(after)).toEqual([]);
    expect(within(0.95, after)).toBeLessThan(2 * within(0.95, steady));
  },
);

test.each([
  ['64 connections that ask again when they are answered', closedLoop(64, 'busy')],
  ['twice the sustainable rate', openLoop(2, 'busy')],
  ['a burst of 1 000 calls', burst(1000, 'busy')],
])(
  'an account that asks once a second is never refused beside one with %s, and hardly slower than alone',
  async (_name, busy) => {
    const machine = startMachine();
    const own = ({ account }: Outcome) => account === 'calm';
    const alone = await machine.play(60_000, onceASecond('calm'));
    const beside = (await machine.play(60_000, onceASecond('calm'), busy)).filter(own);
    expect(refused(beside)).toEqual([]);
    expectHardlySlower(beside, alone);
    expect(within(1, beside) - within(1, alone)).toBeLessThanOrEqual(100);
  },
);

test('a burst of 1 000 calls beside others of its account is answered whole, each call within 13 s', async () => {
  const machine = startMachine();
  await machine.play(2000, openLoop(0.7));
  const calls = await machine.play(15_000, openLoop(0.7), burst(1000));
  expect(refused(calls)).toEqual([]);
  expect(within(1, calls)).toBeLessThan(13_000);
});

test('64 connections that ask again when they are answered are never refused', async () => {
  const asked = await startMachine().play(10_000, closedLoop(64));
  expect(refused(asked)).toEqual([]);
  expect(asked.length).toBeGreaterThan(0.95 * SUSTAINED_PER_S * 10 - 64);
});

test('calls that wait when all others stop in the middle of an overload are answered or refused', async () => {
  const machine = startMachine();
  await machine.play(4500, openLoop(2));
  await machine.play(1000);
  expect(machine.standing()).toEqual({ running: 0, waiting: 0 });
});

function expectHardlySlower(calls: readonly Outcome[], usual: readonly Outcome[]): void {
  expect(within(0.5, calls)).toBeLessThanOrEqual(3 * within(0.5, usual));
  expect(within(0.95, calls)).toBeLessThanOrEqual(5 * within(0.95, usual));
}

/** So large a part of the answered calls took no longer. Milliseconds. */
function within(part: number, outcomes: readonly Outcome[]): number {
  const took = outcomes.flatMap(({ tookMs }) => tookMs ?? []).sort((a, b) => a - b);
  return took[Math.floor(part * (took.length - 1))] ?? Number.POSITIVE_INFINITY;
}

const refused = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ tookMs }) => tookMs === undefined);
const answered = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ tookMs }) => tookMs !== undefined);

test.each([
  // waiting calls, a second apart
  ['becomes shorter', [900, 860, 850, 800, 790, 700, 650, 640, 600, 500, 400], undefined],
  ['comes in twice', [500, 400, 800, 700, 600, 500, 400, 300, 200, 100, 0], undefined],
  ['comes and goes', [400, 420, 410, 430, 400, 420, 390, 410, 425, 400, 430], 8],
  ['grows', [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100], 3],
  ['is short', [20, 30, 60, 64, 50, 60, 20, 30, 60, 64, 50], undefined],
])('a queue that %s is overload from which second on', (_name, lengths, fromS) => {
  let nowMs = 1000;
  const overload = openOverload({ nowMs: () => nowMs, calmMs: () => 100 });
  const isOn = lengths.map((waiting) => {
    overload.look(waiting, 0);
    nowMs += 1000;
    overload.noteWait();
    return overload.isOn(waiting);
  });
  expect(isOn.indexOf(true)).toBe(fromS ?? -1);
});

/** Work that lasts gives way between its steps. Time is what the steps of the works take. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NO_QUEUE, openAdmissionQueue } from '../../src/answer/admission-queue.ts';
import type { Pause } from '../../src/base/steps.ts';

const STEP_MS = 3;

/** A queue before one call at a time; works of so many steps write their name for each of them. */
function openScene() {
  const time = { nowMs: 0 };
  const steps: string[] = [];
  const queue = openAdmissionQueue({ limit: 1, nowMs: () => time.nowMs, nextTurn: () => turn() });
  const workOf = (name: string, count: number) => async (pause: Pause) => {
    for (let i = 0; i < count; i++) {
      steps.push(name);
      time.nowMs += STEP_MS;
      await pause();
    }
    return name;
  };
  /** The account is the first letter. */
  const ask = (name: string, count: number, signal?: AbortSignal) =>
    queue.run(name.slice(0, 1), workOf(name, count), signal);
  const reach = async (count: number) => {
    while (steps.length < count) await turn();
  };
  return { queue, steps, ask, reach, time };
}

test('a short call of another account waits for a step of the long one that is worked on, not for its end', async () => {
  const { steps, ask, reach } = openScene();
  const long = ask('a', 500);
  await reach(100);
  await ask('b', 4);
  expect(steps.lastIndexOf('b')).toBeLessThan(110);
  expect(steps.slice(steps.indexOf('b')).slice(0, 4)).toEqual(['b', 'b', 'b', 'b']);
  await long;
  expect(steps.filter((name) => name === 'a')).toHaveLength(500);
});

test('an answer goes out before the work of others goes on', async () => {
  const { steps, ask, reach } = openScene();
  const long = ask('a', 200);
  await reach(50);
  await ask('b', 2);
  // What writes and sends an answer has so many promises.
  for (let i = 0; i < 50; i++) await undefined;
  expect(steps.at(-1)).toBe('b');
  await long;
});

test('two accounts with long calls have the same share while both last', async () => {
  const { steps, ask, reach } = openScene();
  const first = ask('a', 400);
  await reach(50);
  const second = ask('b', 400);
  await Promise.all([first, second]);
  const both = steps.slice(100, 300);
  expect(both.filter((name) => name === 'a').length).toBeGreaterThan(80);
  expect(both.filter((name) => name === 'b').length).toBeGreaterThan(80);
});

test('a call does not pass another of its own account that was begun before', async () => {
  const { steps, ask, reach } = openScene();
  const long = ask('a1', 100);
  await reach(10);
  await Promise.all([long, ask('a2', 2), ask('b', 40)]);
  expect(steps.indexOf('a2')).toBeGreaterThan(steps.lastIndexOf('a1'));
});

test('no more than eight works are begun at a time: the call of a ninth account begins when one has ended', async () => {
  const { steps, ask, queue } = openScene();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
  const all = names.map((name) => ask(name, 200));
  while (new Set(steps).size < 8) await turn();
  for (let i = 0; i < 50; i++) await turn();
  expect(queue.standing().waiting).toBe(3);
  while (new Set(steps).size === 8) await turn();
  const ended = names.filter((name) => steps.filter((one) => one === name).length === 200);
  expect(ended.length).toBeGreaterThanOrEqual(1);
  expect(await Promise.all(all)).toEqual(names);
});

test('work ends at its next step when its caller has left, also where it had given way, and where there is no queue', async () => {
  const { steps, ask, reach, queue } = openScene();
  const caller = new AbortController();
  const left = expect(ask('a', 500, caller.signal)).rejects.toThrow('gone');
  await reach(50);
  const other = ask('b', 20);
  caller.abort(new Error('gone'));
  await Promise.all([left, other]);
  expect(steps.filter((name) => name === 'a').length).toBeLessThan(60);
  expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
  const alone = new AbortController();
  setImmediate(() => alone.abort(new Error('gone')));
  const endless = async (pause: Pause) => {
    for (;;) await pause();
  };
  await expect(NO_QUEUE.run('', endless, alone.signal)).rejects.toThrow('gone');
});

test.each(['in a pause', 'as it comes in'])(
  'work whose caller leaves %s, where others with less wait, ends before they do',
  async (moment) => {
    const gone = new Error('gone');
    const caller = new AbortController();
    const time = { nowMs: 0, atTurn: () => {} };
    const nextTurn = async () => time.atTurn();
    const queue = openAdmissionQueue({ limit: 1, nowMs: () => time.nowMs, nextTurn });
    let end = () => {};
    const others = new Promise<void>((resolve) => {
      end = resolve;
    });
    const leave = () => {
      time.atTurn = () => {};
      void queue.run('b', () => others);
      caller.abort(gone);
    };
    const lastLong = async (pause: Pause) => {
      time.nowMs += 200;
      if (moment === 'in a pause') time.atTurn = leave;
      await pause();
    };
    if (moment === 'as it comes in') {
      await queue.run('a', lastLong);
      await turn();
      time.atTurn = leave;
    }
    let outcome: unknown;
    const left = queue.run('a', lastLong, caller.signal).catch((error: unknown) => {
      outcome = error;
    });
    for (let i = 0; i < 5; i++) await turn();
    expect(outcome).toBe(gone);
    expect(queue.standing()).toEqual({ running: 1, waiting: 0 });
    end();
    await left;
    await turn();
    expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
  },
);

test('an account that others with less go before is held no longer than the deadline: a call that waits is refused after 13 s, one that gave way ends with its own', async () => {
  const { queue, time, ask, reach, steps } = openScene();
  const deadline = new AbortController();
  const given = ask('a', 500, deadline.signal).catch((error: unknown) => error);
  await reach(50);
  const cameMs = time.nowMs;
  const waiting = ask('a', 1).catch((error: unknown) => error);
  let isOver = false;
  let others = 0;
  /** Each account has less than 100 ms of work, so that all go before the first. */
  const comeAnew = async () => {
    while (!isOver)
      await queue.run(`other ${others++}`, async (pause) => {
        for (let i = 0; i < 30; i++) {
          time.nowMs += STEP_MS;
          await pause();
        }
      });
  };
  const coming = [comeAnew(), comeAnew()];
  expect(await waiting).toMatchObject({ code: 'overloaded', retryAfterS: expect.any(Number) });
  expect(time.nowMs - cameMs).toBeGreaterThan(12_900);
  expect(time.nowMs - cameMs).toBeLessThan(13_100);
  const stepsBefore = steps.length;
  const [atMs, reason] = [time.nowMs, new Error('the deadline')];
  deadline.abort(reason);
  expect(await given).toBe(reason);
  expect(time.nowMs - atMs).toBeLessThan(10);
  expect(steps).toHaveLength(stepsBefore);
  isOver = true;
  await Promise.all(coming);
  await turn();
  expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
});

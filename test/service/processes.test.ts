import pino from 'pino';
import { expect, test } from 'vitest';
import { keepRunning } from '../../src/service/processes.ts';
import { settled } from '../support/time.ts';

/** Two processes that do what the test says, in the order of their starts. */
function watching() {
  const stopping = new AbortController();
  const made: { no: number; ready: () => void; end: (how: number | string) => void }[] = [];
  const said: string[] = [];
  const pausesMs: number[] = [];
  const over = keepRunning({
    count: 2,
    run: (no, onReady) =>
      new Promise((end) => void made.push({ no, ready: () => onReady(`by ${no}`), end })),
    log: pino({ level: 'silent' }),
    rest: async (pauseMs) => void pausesMs.push(pauseMs),
    signal: stopping.signal,
    onReady: (text) => said.push(text),
    onNone(how) {
      throw new Error(`none: ${how}`);
    },
  });
  return { over, made, said, pausesMs, stop: () => stopping.abort() };
}

/** Both of them ready. */
async function serving() {
  const scene = watching();
  scene.made[0]?.ready();
  await settled();
  scene.made[1]?.ready();
  return scene;
}

test('the first starts alone, the other when it is ready, and both are told of once', async () => {
  const { made, said } = watching();
  await settled();
  expect(made.map(({ no }) => no)).toEqual([1]);
  made[0]?.ready();
  await settled();
  expect(made.map(({ no }) => no)).toEqual([1, 2]);
  expect(said).toEqual([]);
  made[1]?.ready();
  made[0]?.end('SIGSEGV');
  await settled();
  expect(made.map(({ no }) => no)).toEqual([1, 2, 1]);
  made[2]?.ready();
  expect(said).toEqual(['by 2']);
});

test('a first one that can not start ends it', async () => {
  const { over, made } = watching();
  made[0]?.end(1);
  await expect(over).rejects.toThrow('none: 1');
});

test('one that can not start is tried again after pauses that grow, and at once after it could', async () => {
  const { made, pausesMs } = await serving();
  made[1]?.end(1);
  for (let tries = 0; tries < 8; tries++) {
    await settled();
    made.at(-1)?.end(1);
  }
  await settled();
  const sum = (from: number) => pausesMs.slice(from, from + 4).reduce((all, one) => all + one, 0);
  expect(pausesMs).toHaveLength(8);
  expect(sum(4)).toBeGreaterThan(4 * sum(0));
  made.at(-1)?.ready();
  made.at(-1)?.end(1);
  await settled();
  expect(made).toHaveLength(12);
  expect(pausesMs).toHaveLength(8);
});

test('when none can answer and none can start, it is over', async () => {
  const { over, made } = await serving();
  made[0]?.end(1);
  made[1]?.end(1);
  await settled();
  made[2]?.end(1);
  made[3]?.end('SIGKILL');
  await expect(over).rejects.toThrow('none: SIGKILL');
});

test.each([
  [0, true],
  ['SIGTERM', true],
  [1, false],
  ['SIGKILL', false],
])(
  'told to stop, it is over with the last; an end with %s is in order: %s',
  async (how, isWell) => {
    const { over, made, stop } = await serving();
    stop();
    made[0]?.end(how);
    made[1]?.end(0);
    expect(await over).toBe(isWell);
    expect(made).toHaveLength(2);
  },
);

import { expect, test } from 'vitest';
import { jobQueueOf, openAdmissionQueue } from '../../src/answer/admission-queue.ts';

/** A queue for one call at a time, and works that end when a test says so. */
function openScene() {
  let nowMs = 0;
  const queue = openAdmissionQueue({
    limit: 1,
    nowMs: () => nowMs,
    nextTurn: async () => undefined,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return {
    begun,
    queue,
    ask(account: string, name: string) {
      void queue.run(account, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
      return settle();
    },
    async end(name: string, tookMs = 1) {
      nowMs += tookMs;
      ends.get(name)?.();
      await settle();
    },
  };
}

test('a row of a job begins when no call waits, however long it has waited itself', async () => {
  const { ask, end, begun } = openScene();
  await ask(jobQueueOf('fleet'), 'row 1');
  await ask(jobQueueOf('fleet'), 'row 2');
  await ask('kari', 'call 1');
  await ask('ola', 'call 2');
  await end('row 1');
  await end('call 1');
  await end('call 2');
  await end('row 2');
  expect(begun).toEqual(['row 1', 'call 1', 'call 2', 'row 2']);
});

test('a call of the account that has a job goes before its rows as well', async () => {
  const { ask, end, begun } = openScene();
  await ask(jobQueueOf('fleet'), 'row 1');
  await ask(jobQueueOf('fleet'), 'row 2');
  await ask('fleet', 'call');
  await end('row 1');
  expect(begun).toEqual(['row 1', 'call']);
});

test('jobs of two accounts take turns', async () => {
  const { ask, end, begun } = openScene();
  for (const name of ['a1', 'a2', 'a3']) await ask(jobQueueOf('a'), name);
  for (const name of ['b1', 'b2', 'b3']) await ask(jobQueueOf('b'), name);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
});

test('rows that wait make no call refused, and are no queue of calls', async () => {
  const { ask, queue } = openScene();
  for (let i = 0; i < 5000; i++) void queue.run(jobQueueOf('fleet'), () => new Promise(() => {}));
  await ask('kari', 'call');
  expect(queue.retryAfterS('kari')).toBeUndefined();
  // It went before all of them.
  expect(queue.standing()).toEqual({ running: 1, waiting: 0 });
});

import { expect, test } from 'vitest';
import { openTurnQueue } from '../../src/load/turn-queue.ts';

/** A clock that goes on by so much whenever it is read, as a real one does. */
function clockRunning(stepMs: () => number) {
  let nowMs = 0;
  return () => {
    nowMs += stepMs();
    return nowMs;
  };
}

test('nobody who was left behind is forgotten: all are refused, however the clock runs meanwhile', async () => {
  let stepMs = 0;
  const queue = openTurnQueue(
    clockRunning(() => stepMs),
    () => undefined,
  );
  const refused: number[] = [];
  const ended = Array.from({ length: 20 }, (_, i) =>
    queue.wait({ inOverrun: 30, leftBehind: 60 }, undefined).catch(() => refused.push(i)),
  );
  queue.leaveBehind();
  // They came at the same moment, and their time is over in the middle of a look.
  stepMs = 1;
  while (queue.lengths().leftBehind > 0) queue.refuseLate('inOverrun', () => new Error('late'));
  await Promise.all(ended);
  expect(refused.toSorted((a, b) => a - b)).toEqual(Array.from(ended.keys()));
});

test('who hangs up leaves the queue, and nobody else does', async () => {
  const queue = openTurnQueue(
    clockRunning(() => 1),
    () => undefined,
  );
  const leaving = new AbortController();
  const left = queue.wait({ inOverrun: 30, leftBehind: 60 }, leaving.signal);
  const stays = queue.wait({ inOverrun: 30, leftBehind: 60 }, undefined);
  queue.leaveBehind();
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(queue.lengths()).toEqual({ waiting: 0, leftBehind: 1 });
  expect(queue.letLeftBehindGo()).toBe(true);
  await stays;
  expect(queue.lengths()).toEqual({ waiting: 0, leftBehind: 0 });
});

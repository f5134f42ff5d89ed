import { expect, test } from 'vitest';
import { openDoor } from '../../src/load/admit-calls.ts';
import { settled } from '../support/time.ts';

/** A door for one call at a time, a clock that the test sets, and work that it ends. */
function scene() {
  const time = { nowMs: 0 };
  const door = openDoor(1, () => time.nowMs);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal) =>
    door.run(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve(name));
        }),
      signal,
    );
  const end = async (name: string, tookMs = 0) => {
    time.nowMs += tookMs;
    ends.get(name)?.();
    await settled();
  };
  return { door, time, begun, ask, end };
}

test('calls are worked on in the order in which they came, and no more at a time than may', async () => {
  const { begun, ask, end, door } = scene();
  const answers = [ask('a'), ask('b'), ask('c')];
  await settled();
  expect(begun).toEqual(['a']);
  expect(door.standing()).toEqual({ running: 1, waiting: 2 });
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await end('c');
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  expect(door.standing()).toEqual({ running: 0, waiting: 0 });
});

test('a caller that hangs up while it waits gives up its place and is never worked on', async () => {
  const { begun, ask, end, door } = scene();
  const gone = new AbortController();
  const first = ask('a');
  const left = expect(ask('b', gone.signal)).rejects.toThrow('gone');
  const last = ask('c');
  gone.abort(new Error('gone'));
  await left;
  await end('a');
  await end('c');
  expect([await first, await last, begun]).toEqual(['a', 'c', ['a', 'c']]);
  expect(door.standing()).toEqual({ running: 0, waiting: 0 });
});

test('work that fails makes room for the next', async () => {
  const { door } = scene();
  await expect(door.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(door.standing()).toEqual({ running: 0, waiting: 0 });
});

test('calls that keep coming are refused after four spans, and let in when fewer have come', async () => {
  const { door, time, ask, end } = scene();
  const answers = [ask('a'), ask('b')];
  for (const name of ['c', 'd', 'e']) {
    time.nowMs += 1000;
    answers.push(ask(name));
  }
  time.nowMs = 4000;
  await expect(ask('f')).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 });
  expect(door.retryAfterS()).toBe(1);
  for (const name of ['a', 'e', 'd', 'c']) await end(name);
  time.nowMs = 6000;
  expect(door.retryAfterS()).toBeUndefined();
  answers.push(ask('g'));
  await end('b');
  await end('g');
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
});

test('who was left behind by calls that keep coming is refused, too, eight seconds after it came', async () => {
  const { door, time, ask, end, begun } = scene();
  const first = ask('a');
  const refusal = { code: 'overloaded', retryAfterS: 1 };
  const left = ['b', 'c', 'd', 'e'].map((name) => expect(ask(name)).rejects.toMatchObject(refusal));
  for (; time.nowMs < 4000; time.nowMs += 1000)
    left.push(expect(ask('later')).rejects.toMatchObject(refusal));
  for (; time.nowMs <= 8000; time.nowMs += 500) door.retryAfterS();
  await settled();
  expect(door.standing()).toEqual({ running: 1, waiting: 8 });
  for (; time.nowMs <= 11_500; time.nowMs += 500) door.retryAfterS();
  await Promise.all(left);
  await end('a');
  expect([await first, begun, door.standing()]).toEqual(['a', ['a'], { running: 0, waiting: 0 }]);
});

test('what the latest calls took says when another may be let in', async () => {
  const { door, time, ask, end } = scene();
  const first = ask('a');
  await end('a', 5000);
  const answers = [first, ask('b')];
  for (const name of ['c', 'd', 'e', 'f']) {
    time.nowMs += 1000;
    answers.push(ask(name));
  }
  time.nowMs += 1000;
  expect(door.retryAfterS()).toBe(5);
  for (const name of ['b', 'f', 'e', 'd', 'c']) await end(name);
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

import { expect, test } from 'vitest';
import { jobQueueOf, openAdmissionQueue } from '../../src/answer/admission-queue.ts';
import { settled } from '../support/time.ts';

/** A queue before one call at a time, a clock that the test sets, and work that it ends. */
function scene() {
  const time = { nowMs: 0, turns: 0 };
  const nextTurn = async () => {
    time.turns += 1;
  };
  const queue = openAdmissionQueue({ limit: 1, nowMs: () => time.nowMs, nextTurn });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** The account is the first letter, unless one is given. */
  const ask = (name: string, signal?: AbortSignal, account = name.slice(0, 1)) =>
    queue.run(
      account,
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
  const askRow = (account: string, name: string) => ask(name, undefined, jobQueueOf(account));
  return { queue, time, begun, ask, askRow, end };
}

test('calls of an account are worked on in the order in which they came, and no more at a time than may', async () => {
  const { begun, ask, end, queue } = scene();
  const answers = [ask('a1'), ask('a2'), ask('a3')];
  await settled();
  expect(begun).toEqual(['a1']);
  expect(queue.standing()).toEqual({ running: 1, waiting: 2 });
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3']);
  expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
});

test('accounts are served in turn, however many calls of one wait', async () => {
  const { begun, ask, end } = scene();
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const answers = names.map((name) => ask(name));
  await settled();
  for (let i = 0; i < names.length; i++) await end(begun[i] ?? '');
  await Promise.all(answers);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('accounts have the same share of the work: one of short calls is served ten times for each long one of another', async () => {
  const { begun, ask, end, time } = scene();
  const long = Array.from({ length: 64 }, (_, i) => `a${i}`);
  const short = Array.from({ length: 20 }, (_, i) => `b${i}`);
  const answers = [...long, ...short].map((name) => ask(name));
  await settled();
  for (let i = 0; i < 24; i++) {
    const name = begun[i] ?? '';
    time.nowMs += name.startsWith('a') ? 100 : 10;
    await end(name);
  }
  const placeOf = (name: string) => begun.indexOf(name);
  expect(placeOf('b9')).toBeLessThan(placeOf('a3'));
  expect(placeOf('b19')).toBeLessThan(placeOf('a4'));
  for (let i = 24; i < 84; i++) await end(begun[i] ?? '');
  await Promise.all(answers);
});

test('what an account did not use is not made up for: it does not keep others away later', async () => {
  const { begun, ask, end, time } = scene();
  for (let i = 0; i < 10; i++) {
    const alone = ask(`a${i}`);
    await settled();
    time.nowMs += 100;
    await end(`a${i}`);
    await alone;
  }
  const answers = ['b0', 'b1', 'b2', 'b3', 'a10', 'a11'].map((name) => ask(name));
  await settled();
  for (let i = 10; i < 16; i++) {
    time.nowMs += 100;
    await end(begun[i] ?? '');
  }
  await Promise.all(answers);
  expect(begun.indexOf('a10')).toBeLessThan(begun.indexOf('b3'));
});

test('a caller that hangs up while it waits leaves the queue and is never worked on', async () => {
  const { begun, ask, end, queue } = scene();
  const gone = new AbortController();
  const first = ask('a1');
  const left = expect(ask('a2', gone.signal)).rejects.toThrow('gone');
  const last = ask('a3');
  gone.abort(new Error('gone'));
  await left;
  await settled();
  await end('a1');
  await end('a3');
  expect([await first, await last, begun]).toEqual(['a1', 'a3', ['a1', 'a3']]);
  expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
});

test('work that fails makes room for the next', async () => {
  const { queue } = scene();
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(queue.standing()).toEqual({ running: 0, waiting: 0 });
});

test('2 000 calls wait, the next is refused before its work, and one of another account waits all the same', async () => {
  const { ask, queue } = scene();
  const answers = Array.from({ length: 2001 }, (_, i) => ask(`a${i}`).catch(() => undefined));
  await settled();
  expect(queue.standing()).toEqual({ running: 1, waiting: 2000 });
  await expect(ask('a')).rejects.toMatchObject({ code: 'overloaded' });
  expect(queue.retryAfterS('a')).toBeGreaterThanOrEqual(1);
  expect(queue.retryAfterS('b')).toBeUndefined();
  void ask('b1');
  expect(queue.standing().waiting).toBe(2001);
  expect(answers).toHaveLength(2001);
});

test('a call that has waited for 13 s is refused, as it would fail at 15 s in the middle of its work', async () => {
  const { ask, end, time } = scene();
  const first = ask('a1');
  const late = expect(ask('a2')).rejects.toMatchObject({ code: 'overloaded' });
  time.nowMs = 13_001;
  await settled();
  await end('a1');
  await late;
  expect(await first).toBe('a1');
});

test('late calls are refused when another one comes, though none ends, and told a turn of the thread apart', async () => {
  const { ask, time } = scene();
  const first = ask('a1');
  const late = Array.from({ length: 20 }, (_, i) => ask(`a${i + 2}`).catch(() => 'late'));
  await settled();
  time.nowMs = 13_001;
  const before = time.turns;
  void ask('a22');
  expect(await Promise.all(late)).toEqual(late.map(() => 'late'));
  expect(time.turns - before).toBe(20);
  expect(first).toBeInstanceOf(Promise);
});

test('a call whose caller has left before it comes does not wait, and one whose caller leaves as it comes in is not begun', async () => {
  const gone = new AbortController();
  const { ask, queue } = scene();
  void ask('a1');
  await expect(ask('a2', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(queue.standing()).toEqual({ running: 1, waiting: 0 });
  const nextTurn = async () => gone.abort(new Error('gone'));
  const other = openAdmissionQueue({ limit: 1, nowMs: () => 0, nextTurn });
  let isBegun = false;
  const begin = async () => {
    isBegun = true;
  };
  await expect(other.run('a', begin, gone.signal)).rejects.toThrow('gone');
  expect(isBegun).toBe(false);
});

test('work begins when the calls that have arrived are in the queue, and at last after as long as a call takes', async () => {
  const { queue, time } = scene();
  const turnsBefore = async (arrivals: number) => {
    const before = time.turns;
    let left = arrivals;
    const nextTurn = async () => {
      time.turns += 1;
      time.nowMs += 1;
      if (left-- > 0) own.retryAfterS('b');
    };
    const own = openAdmissionQueue({ limit: 1, nowMs: () => time.nowMs, nextTurn });
    await own.run('a', async () => {
      time.nowMs += 10;
    });
    left = arrivals;
    await own.run('a', async () => undefined);
    return time.turns - before;
  };
  expect(await turnsBefore(0)).toBe(2);
  // The first call is the first of all: nobody knows yet how long one takes.
  expect(await turnsBefore(5)).toBe(1 + 6);
  expect(await turnsBefore(1000)).toBe(1 + 10);
  expect(queue.standing().running).toBe(0);
});

test('a row of a job begins when no call waits, however long it has waited itself, nor one of its own account', async () => {
  const { ask, askRow, end, begun } = scene();
  void askRow('fleet', 'row 1');
  await settled();
  void askRow('fleet', 'row 2');
  for (const account of ['kari', 'fleet']) void ask(`call of ${account}`, undefined, account);
  await settled();
  for (const name of ['row 1', 'call of kari', 'call of fleet', 'row 2']) await end(name, 1);
  expect(begun).toEqual(['row 1', 'call of kari', 'call of fleet', 'row 2']);
});

test('jobs of two accounts take turns', async () => {
  const { askRow, end, begun } = scene();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) void askRow(name.slice(0, 1), name);
  await settled();
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) await end(name, 1);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
});

test('rows that wait make no call refused, and are no queue of calls', async () => {
  const { ask, askRow, queue } = scene();
  for (let i = 0; i < 5000; i++) void askRow('fleet', `row ${i}`);
  void ask('call');
  await settled();
  expect(queue.retryAfterS('kari')).toBeUndefined();
  // It went before all of them.
  expect(queue.standing()).toEqual({ running: 1, waiting: 0 });
});

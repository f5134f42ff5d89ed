import { expect, test } from 'vitest';
import {
  memoize,
  memoizeKeys,
  memoizeLast,
  once,
  openLazyMember,
  openSingleFlight,
} from '../../src/base/memoize.ts';
import { settled } from '../support/time.ts';

test('the work is done once for each object, and not for one whose result is known', () => {
  const worked: object[] = [];
  const count = memoize((list: readonly number[]) => {
    worked.push(list);
    return list.length;
  });
  const [one, other, known] = [[1], [1], [1]];
  count.note(known, 7);
  expect([count(one), count(one), count(other), count(known)]).toEqual([1, 1, 1, 7]);
  expect(worked).toEqual([one, other]);
});

test('work for a pair is done once for each of the last pairs, and again for one that was let go', () => {
  const worked: object[] = [];
  const add = memoizeLast((one: { readonly n: number }, other: number) => {
    worked.push(one);
    return one.n + other;
  });
  const first = { n: 1 };
  expect([add(first, 1), add(first, 1), add(first, 2), add({ n: 1 }, 1)]).toEqual([2, 2, 3, 2]);
  expect(worked).toHaveLength(3);
  for (let n = 0; n < 32; n++) add({ n }, 0);
  expect(add(first, 1)).toBe(2);
  expect(worked.filter((one) => one === first)).toHaveLength(3);
});

test('a lazy member is worked out once, stands among the others, and is copied with them', () => {
  const worked: number[] = [];
  const withDouble = openLazyMember('double', ({ n }: { readonly n: number }) => {
    worked.push(n);
    return 2 * n;
  });
  const [one, other] = [withDouble({ n: 1 }), withDouble({ n: 2 })];
  expect(worked).toEqual([]);
  expect([one.double, one.double, { ...other }]).toEqual([2, 2, { n: 2, double: 4 }]);
  expect(JSON.stringify(other)).toBe('{"n":2,"double":4}');
  expect(worked).toEqual([1, 2]);
});

test('work for a key is done once for each of the last keys, and again for one that was let go', () => {
  const worked: number[] = [];
  const double = memoizeKeys((key: number) => {
    worked.push(key);
    return 2 * key;
  });
  expect([double(1), double(1)]).toEqual([2, 2]);
  for (let key = 2; key <= 51; key++) double(key);
  expect(double(1)).toBe(2);
  expect(worked.filter((key) => key === 1)).toEqual([1, 1]);
});

test('work is done once for all callers, and again after it failed', async () => {
  let calls = 0;
  const count = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  const first = await Promise.allSettled([count(), count()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([count(), count()])).toEqual([2, 2]);
  expect(await count()).toBe(2);
});

/** Questions that the test answers by hand. */
function scene() {
  const asked: {
    readonly question: string;
    readonly signal: AbortSignal;
    readonly resolve: (answer: string) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const share = openSingleFlight<string>();
  const ask = (question: string, signal?: AbortSignal) =>
    share(
      question,
      (stop) =>
        new Promise((resolve, reject) => asked.push({ question, signal: stop, resolve, reject })),
      signal,
    );
  return { ask, asked };
}

test('those who ask the same at the same time share one answer', async () => {
  const { ask, asked } = scene();
  const answers = Promise.all([ask('a'), ask('a'), ask('b')]);
  expect(asked.map(({ question }) => question)).toEqual(['a', 'b']);
  asked[0]?.resolve('1');
  asked[1]?.resolve('2');
  expect(await answers).toEqual(['1', '1', '2']);
});

test('a question that is answered is asked anew', async () => {
  const { ask, asked } = scene();
  const first = ask('a');
  asked[0]?.resolve('1');
  await first;
  void ask('a');
  expect(asked).toHaveLength(2);
});

test('a failure reaches everyone who waits, and the next one asks anew', async () => {
  const { ask, asked } = scene();
  const answers = Promise.allSettled([ask('a'), ask('a', new AbortController().signal)]);
  asked[0]?.reject(new Error('down'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void ask('a');
  expect(asked).toHaveLength(2);
});

test('one who leaves hears the reason at once and stops nothing for the others', async () => {
  const { ask, asked } = scene();
  const leaver = new AbortController();
  const left = ask('a', leaver.signal);
  const stayed = ask('a');
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.resolve('1');
  expect(await stayed).toBe('1');
});

test('when the last one leaves the question is stopped, and the next one asks anew', async () => {
  const { ask, asked } = scene();
  const leavers = [new AbortController(), new AbortController()];
  const left = Promise.allSettled(leavers.map(({ signal }) => ask('a', signal)));
  leavers[0]?.abort();
  await settled();
  expect(asked[0]?.signal.aborted).toBe(false);
  leavers[1]?.abort();
  await left;
  expect(asked[0]?.signal.aborted).toBe(true);
  const next = ask('a');
  // The stopped one ends late, and does not take the place of the new one with it.
  asked[0]?.reject(new Error('stopped'));
  await settled();
  void ask('a');
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('2');
  expect(await next).toBe('2');
});

test('one who has left already does not ask', async () => {
  const { ask, asked } = scene();
  await expect(ask('a', AbortSignal.abort())).rejects.toThrow('aborted');
  expect(asked).toEqual([]);
});

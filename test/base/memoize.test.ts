import { expect, test } from 'vitest';
import { memoize, memoizeKeys, memoizeLast, once, openLazyMember } from '../../src/base/memoize.ts';

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

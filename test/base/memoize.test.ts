import { expect, test } from 'vitest';
import { memoize, memoizeKeys, once } from '../../src/base/memoize.ts';

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

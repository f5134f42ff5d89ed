import { expect, test } from 'vitest';
import { memoize } from '../../src/base/memoize.ts';

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

import { expect, test } from 'vitest';
import { openHeap } from '../../src/routing/heap.ts';

test('A heap gives the least key first, and of equal keys the one that came first', () => {
  const heap = openHeap<number>();
  const queued: { readonly key: number; readonly item: number }[] = [];
  const given: number[] = [];
  const expected: number[] = [];
  for (let item = 0; item < 3000; item++) {
    const key = (item * 7919) % 97;
    heap.push(key, item);
    queued.push({ key, item });
    if (item % 3 !== 0) continue;
    queued.sort((a, b) => a.key - b.key || a.item - b.item);
    expect(heap.leastKey()).toBe(queued[0]?.key);
    expected.push(queued.shift()?.item as number);
    given.push(heap.pop() as number);
  }
  expect(given).toEqual(expected);
  heap.clear();
  expect(heap.pop()).toBeUndefined();
  expect(heap.leastKey()).toBe(Number.POSITIVE_INFINITY);
});

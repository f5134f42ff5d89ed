import { expect, test } from 'vitest';
import { openHeap, openNumberHeap } from '../../src/routing/heap.ts';

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

test('A heap of numbers gives, of equal keys, the lower number first, and nothing once it is empty', () => {
  const heap = openNumberHeap();
  expect([heap.pop(), heap.leastKey()]).toEqual([-1, Number.POSITIVE_INFINITY]);
  const numbers = Array.from({ length: 500 }, (_, i) => (i * 7919) % 500);
  for (const number of numbers) heap.push(number % 7, number);
  const given = numbers.map(() => heap.pop());
  expect(given).toEqual(numbers.toSorted((a, b) => (a % 7) - (b % 7) || a - b));
  heap.push(-1, 4);
  heap.clear();
  heap.push(2, 3);
  expect([heap.leastKey(), heap.pop(), heap.pop()]).toEqual([2, 3, -1]);
});

/** Queues that give the item with the lowest key first. */
import { growTo } from './hierarchy.ts';

interface Heap<Item, None> {
  push(key: number, item: Item): void;
  pop(): Item | None;
  /** The key of the item that `pop` gives next; `Infinity`: the queue is empty. */
  leastKey(): number;
  clear(): void;
}

/** A queue of numbers. Of equal keys it gives the lower number first; -1: it is empty. */
export type NumberHeap = Heap<number, -1>;

/** A queue of items. Of equal keys it gives the item that came first. */
export type LabelHeap<Item> = Heap<Item, undefined>;

/** Children of each place: the keys of four stand together, and the tree is half as high as a binary one. */
const WIDTH = 4;

/** Source: D. B. Johnson, Priority Queues with Update and Finding Minimum Spanning Trees (1975). */
export function openNumberHeap(): NumberHeap {
  let keys = new Float64Array(64);
  let numbers = new Int32Array(64);
  let size = 0;
  const isBefore = (key: number, number: number, at: number): boolean =>
    key < (keys[at] as number) || (key === keys[at] && number < (numbers[at] as number));
  const move = (from: number, to: number): void => {
    keys[to] = keys[from] as number;
    numbers[to] = numbers[from] as number;
  };
  const put = (at: number, key: number, number: number): void => {
    keys[at] = key;
    numbers[at] = number;
  };
  const grow = (): void => {
    numbers = growTo(numbers, 2 * size);
    const grown = new Float64Array(2 * size);
    grown.set(keys);
    keys = grown;
  };
  /** The place of the least child, where `first` is the place of the first child. */
  const leastFrom = (first: number): number => {
    const end = Math.min(first + WIDTH, size);
    let least = first;
    for (let at = first + 1; at < end; at++)
      if (isBefore(keys[at] as number, numbers[at] as number, least)) least = at;
    return least;
  };
  return {
    leastKey: () => (size > 0 ? (keys[0] as number) : Number.POSITIVE_INFINITY),
    clear() {
      size = 0;
    },
    push(key, number) {
      if (size === numbers.length) grow();
      let at = size++;
      while (at > 0) {
        const above = (at - 1) >> 2;
        if (!isBefore(key, number, above)) break;
        move(above, at);
        at = above;
      }
      put(at, key, number);
    },
    pop() {
      if (size === 0) return -1;
      const top = numbers[0] as number;
      const last = --size;
      const [key, number] = [keys[last] as number, numbers[last] as number];
      let at = 0;
      for (let below = 1; below < size; below = WIDTH * at + 1) {
        const least = leastFrom(below);
        if (isBefore(key, number, least)) break;
        move(least, at);
        at = least;
      }
      put(at, key, number);
      return top;
    },
  };
}

export function openHeap<Item>(): LabelHeap<Item> {
  /** Holds the positions of items in their order of arrival. */
  const heap = openNumberHeap();
  let items: (Item | undefined)[] = [];
  return {
    leastKey: heap.leastKey,
    clear() {
      heap.clear();
      items = [];
    },
    push(key, item) {
      heap.push(key, items.length);
      items.push(item);
    },
    pop() {
      const order = heap.pop();
      if (order < 0) return undefined;
      const item = items[order];
      items[order] = undefined;
      return item;
    },
  };
}

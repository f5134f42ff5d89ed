/** Queues that give what has the lowest key first. */
import { growTo } from './hierarchy.ts';

interface Heap<Item, None> {
  push(key: number, item: Item): void;
  pop(): Item | None;
  /** The key of what `pop` gives next; `Infinity`: it is empty. */
  leastKey(): number;
  clear(): void;
}

/** Of numbers, of equal keys the lower number first; -1: it is empty. */
export type NumberHeap = Heap<number, -1>;

/** Of items, of equal keys the one that came first. */
export type LabelHeap<Item> = Heap<Item, undefined>;

/** Below each there are four: their keys stand together, and the tree is half as high as one of two. */
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
  /** The first of those below a place, the first of which is at another one. */
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
  /** Of the order in which they came. */
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

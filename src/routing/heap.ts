/** A queue that gives the item of the lowest key first; of equal keys the one that came first. */
export interface LabelHeap<Item> {
  push(key: number, item: Item): void;
  /** Undefined: it is empty. */
  pop(): Item | undefined;
  /** The key of what `pop` gives next; `Infinity`: it is empty. */
  leastKey(): number;
  clear(): void;
}

export function openHeap<Item>(): LabelHeap<Item> {
  const keys: number[] = [];
  const orders: number[] = [];
  const items: Item[] = [];
  let pushed = 0;
  const isBefore = (a: number, b: number): boolean =>
    (keys[a] as number) < (keys[b] as number) ||
    (keys[a] === keys[b] && (orders[a] as number) < (orders[b] as number));
  const swap = (a: number, b: number) => {
    const [key, order, item] = [keys[a] as number, orders[a] as number, items[a] as Item];
    keys[a] = keys[b] as number;
    orders[a] = orders[b] as number;
    items[a] = items[b] as Item;
    keys[b] = key;
    orders[b] = order;
    items[b] = item;
  };
  return {
    leastKey: () => keys[0] ?? Number.POSITIVE_INFINITY,
    clear() {
      pushed = keys.length = orders.length = items.length = 0;
    },
    push(key, item) {
      let at = keys.length;
      keys.push(key);
      orders.push(pushed++);
      items.push(item);
      for (let above = (at - 1) >> 1; at > 0 && isBefore(at, above); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    pop() {
      if (items.length === 0) return undefined;
      swap(0, items.length - 1);
      keys.pop();
      orders.pop();
      const item = items.pop();
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= items.length) return item;
        const lower = left + 1 < items.length && isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(lower, at)) return item;
        swap(at, lower);
        at = lower;
      }
    },
  };
}

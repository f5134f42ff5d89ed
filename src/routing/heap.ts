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
  const isAfter = (at: number, key: number, order: number): boolean =>
    (keys[at] as number) > key || (keys[at] === key && (orders[at] as number) > order);
  const put = (at: number, key: number, order: number, item: Item) => {
    keys[at] = key;
    orders[at] = order;
    items[at] = item;
  };
  const move = (from: number, to: number) =>
    put(to, keys[from] as number, orders[from] as number, items[from] as Item);
  /** Where an item belongs below the top: those before it have moved up. */
  const sink = (key: number, order: number): number => {
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < keys.length && isAfter(child, keys[right] as number, orders[right] as number))
        child = right;
      if (isAfter(child, key, order)) return at;
      move(child, at);
      at = child;
    }
    return at;
  };
  return {
    leastKey: () => keys[0] ?? Number.POSITIVE_INFINITY,
    clear() {
      pushed = keys.length = orders.length = items.length = 0;
    },
    push(key, item) {
      const order = pushed++;
      let at = keys.length;
      for (let above = (at - 1) >> 1; at > 0 && isAfter(above, key, order); above = (at - 1) >> 1) {
        move(above, at);
        at = above;
      }
      put(at, key, order, item);
    },
    pop() {
      const [top] = items;
      const [key, order, item] = [keys.pop(), orders.pop(), items.pop()];
      if (key !== undefined && order !== undefined && keys.length > 0)
        put(sink(key, order), key, order, item as Item);
      return top;
    },
  };
}

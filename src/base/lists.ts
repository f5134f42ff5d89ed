/** Items by a common key. Groups and items are in the order in which they came. */
export function groupBy<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items in groups. Joined items are in the same group. The items of a group are in the order given. */
export function groupJoined<Item>(
  items: readonly Item[],
  areJoined: (earlier: Item, later: Item) => boolean,
): Item[][] {
  /** For each item, the last item of its group. */
  const lastOf: number[] = [];
  for (const [i, later] of items.entries()) {
    lastOf.push(i);
    for (let k = 0; k < i; k++)
      if (lastOf[k] !== i && areJoined(items[k] as Item, later))
        replaceAll(lastOf, lastOf[k] as number, i);
  }
  return lastOf.flatMap((last, i) =>
    last === i ? [items.filter((_, other) => lastOf[other] === i)] : [],
  );
}

function replaceAll(numbers: number[], one: number, by: number): void {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] === one) numbers[i] = by;
}

/** Every choice of some of the items, none and all of them included, each in the order given. */
export const listChoices = <Item>(items: readonly Item[]): readonly Item[][] =>
  Array.from({ length: 2 ** items.length }, (_, mask) =>
    items.filter((_item, i) => Math.floor(mask / 2 ** i) % 2 === 1),
  );

/**
 * The first number from 0 for which `holds` is true; `end`: there is none. `holds` must be true for all numbers after
 * the first.
 */
export function firstThat(end: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

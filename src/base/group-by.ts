/** Items by what they have in common, groups and items in the order in which they came. */
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

/** Items in groups of which none is joined with an item of another one; those of a group in the order given. */
export function groupJoined<Item>(
  items: readonly Item[],
  areJoined: (earlier: Item, later: Item) => boolean,
): Item[][] {
  let groups: (readonly number[])[] = [];
  for (const [i, later] of items.entries()) {
    const isWith = (group: readonly number[]) =>
      group.some((k) => areJoined(items[k] as Item, later));
    const joined = groups.filter(isWith);
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), i]];
  }
  return groups.map((group) => group.toSorted((a, b) => a - b).map((i) => items[i] as Item));
}

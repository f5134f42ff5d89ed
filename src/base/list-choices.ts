/** Every choice of some of the items, none and all of them included, each in the order given. */
export const listChoices = <Item>(items: readonly Item[]): readonly Item[][] =>
  Array.from({ length: 2 ** items.length }, (_, mask) =>
    items.filter((_item, i) => Math.floor(mask / 2 ** i) % 2 === 1),
  );

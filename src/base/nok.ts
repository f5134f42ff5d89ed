/** An amount of money in whole øre, so that sums are exact. */
export type Ore = number;

/** Øre to kroner, for the wire. */
export const toNok = (ore: Ore): number => ore / 100;

/** Kroner, with at most two decimals, to whole øre. */
export const fromNok = (nok: number): Ore => Math.round(nok * 100);

/** The amounts of all items together. */
export const sumOre = <Item>(items: readonly Item[], oreOf: (item: Item) => Ore): Ore =>
  items.reduce((sum, item) => sum + oreOf(item), 0);

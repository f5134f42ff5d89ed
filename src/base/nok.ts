/** An amount of money in whole øre, so that sums are exact. */
export type Ore = number;

/** Øre to kroner, for the wire. */
export const toNok = (ore: Ore): number => ore / 100;

/** Kroner, with at most two decimals, to whole øre. */
export const fromNok = (nok: number): Ore => Math.round(nok * 100);

/** The amounts of all items together. */
export const sumOre = <Item>(items: readonly Item[], oreOf: (item: Item) => Ore): Ore =>
  items.reduce((sum, item) => sum + oreOf(item), 0);

/**
 * A percentage of an amount, half up. The percentage may have two decimals. The sum is done in whole numbers, because
 * 50 and 70 % of a fare often end exactly on half a krone.
 *
 * Source: fares of Svelvik-Verket and Moss-Horten, 2024: 63 -> 32, 577 -> 289, 1289 -> 645; agreement prices of
 * Moss-Horten, 2017 and 2020: 204 -> 142.80.
 */
export function takePercent(ore: Ore, percent: number, roundedTo: 'nok' | 'ore' = 'ore'): Ore {
  const unitOre = roundedTo === 'nok' ? 100 : 1;
  const parts = 10_000 * unitOre;
  return Math.floor((ore * Math.round(percent * 100) + parts / 2) / parts) * unitOre;
}

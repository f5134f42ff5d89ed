import type { Ore } from '../base/nok.ts';

/**
 * A share of a fare in whole kroner, half up. The share has at most four decimals; it is taken
 * in whole numbers, because 0.5 and 0.7 of a fare often end exactly on half a krone.
 *
 * Source: fares of Svelvik-Verket and Moss-Horten, 2024: 63 -> 32, 577 -> 289, 1289 -> 645.
 */
export const shareInKroner = (ore: Ore, share: number): Ore =>
  Math.floor((ore * Math.round(share * 10_000) + 500_000) / 1_000_000) * 100;

/**
 * A share of a fare in whole øre, half up. The share has at most four decimals.
 *
 * Source: agreement prices of Moss-Horten, 2017 and 2020: 204 -> 142.80.
 */
export const shareInOre = (ore: Ore, share: number): Ore =>
  Math.floor((ore * Math.round(share * 10_000) + 5_000) / 10_000);

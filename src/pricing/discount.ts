import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { findInForce } from './dated.ts';
import type { TagDiscount } from './tariff.ts';

/** For whom a tag discount is asked. */
interface TagCase {
  readonly day: Day;
  readonly size: VehicleSize;
}

/** Per cent of the full price that remain with a tag; 100 before the first dated discount. */
export function percentWithTag(discounts: readonly TagDiscount[], { day, size }: TagCase): number {
  const discount = findInForce(discounts, day);
  if (discount === undefined) return 100;
  return 100 - (size === 'small' ? discount.smallPercent : discount.largePercent);
}

/**
 * The price with a tag: the full price less the discount of the day, in whole øre, half an øre
 * rounded up. Before the first dated discount none is known, and the full price is returned.
 *
 * Source: autopass.no, "Nytt takst- og rabattsystem": 20 % in tariff group 1, none in group 2.
 */
export const discountForTag = (
  fullOre: Ore,
  discounts: readonly TagDiscount[],
  tagCase: TagCase,
): Ore => takePercent(fullOre, percentWithTag(discounts, tagCase));

/** Per cent of an amount in whole øre, half an øre rounded up. */
export const takePercent = (ore: Ore, percent: number): Ore =>
  Math.floor((ore * percent + 50) / 100);

import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { findInForce } from './dated.ts';
import type { TagDiscount } from './tariff.ts';

/**
 * The price with a tag: the full price less the discount of the day, in whole øre, half an øre
 * rounded up. Before the first dated discount none is known, and the full price is returned.
 *
 * Source: autopass.no, "Nytt takst- og rabattsystem": 20 % in tariff group 1, none in group 2.
 */
export function discountForTag(
  fullOre: Ore,
  discounts: readonly TagDiscount[],
  { day, size }: { readonly day: Day; readonly size: VehicleSize },
): Ore {
  const discount = findInForce(discounts, day);
  if (discount === undefined) return fullOre;
  const percent = size === 'small' ? discount.smallPercent : discount.largePercent;
  return Math.floor((fullOre * (100 - percent) + 50) / 100);
}

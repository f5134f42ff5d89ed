import type { Day } from '../../base/day.ts';
import type { VehicleSize } from '../../base/vehicle.ts';
import { findInForce } from '../dated.ts';
import { leavePercent, type PricedAmount } from '../priced-amount.ts';
import type { TagDiscount } from './law.ts';

/**
 * The price with a tag. Before the first dated discount it is the full price, and `isTagKnown` is false.
 *
 * Source: autopass.no, "Nytt takst- og rabattsystem": 20 % in tariff group 1, none in group 2.
 */
export function withTag(
  full: PricedAmount,
  discounts: readonly TagDiscount[],
  { day, size }: { readonly day: Day; readonly size: VehicleSize },
): PricedAmount {
  const certainty = isTagKnown(discounts, day) ? full.certainty : 'carried';
  const discount = findInForce(discounts, day);
  if (discount === undefined || discount.percent[size] === 0) return { ...full, certainty };
  const percentLeft = 100 - discount.percent[size];
  const step = { kind: 'tag-discount', percentLeft, source: discount.source } as const;
  return leavePercent({ ...full, certainty }, step);
}

/** Does a source tell what a tag took off on a day? */
export function isTagKnown(discounts: readonly TagDiscount[], day: Day): boolean {
  const discount = findInForce(discounts, day);
  return discount !== undefined && discount.known !== false;
}

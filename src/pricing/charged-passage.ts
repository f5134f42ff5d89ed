import type { Charge, Way } from './charge.ts';
import { amountOf, type FourAmounts } from './four-ways.ts';
import type { TollStation } from './tariff.ts';
import type { TollLine } from './toll-line.ts';
import type { VehicleCharge } from './vehicle-toll.ts';

/**
 * A passage that costs something in at least one of the four ways to pay. Where the price of one
 * size is not known, the two amounts of that size are 0 and a warning says so.
 */
export interface ChargedPassage extends FourAmounts {
  readonly station: TollStation;
  readonly atMs: number;
  /** The rush tariff was applied for the size of the bill. */
  readonly rush: boolean;
  readonly reason: ChargeReason;
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleCharge;
}

/**
 * Why the passage costs what it does, in the bill's way to pay. `regular` and `rush`
 * name the tariff; `dearest-of-hour` pays for the passages of its window; `list-price` is that of
 * a planner, for a station that we do not know; `untagged-only` is free
 * with a tag, and `other-size-only` free for the size of the bill: both stand in `free`, too.
 * `other-size-only` is also the reason where the price for the size of the bill is not known: the
 * passage then stands in `unpriced`, too.
 */
export type ChargeReason =
  | 'regular'
  | 'rush'
  | 'dearest-of-hour'
  | 'list-price'
  | 'untagged-only'
  | 'other-size-only';

/** `undefined` when the passage costs nothing in all four ways to pay, nor to the very vehicle. */
export function toCharged(
  { price, charges, vehicle }: TollLine,
  way: Way,
): ChargedPassage | undefined {
  const smallOre = charges.smallOre.ore;
  const smallNoDiscountOre = charges.smallNoDiscountOre.ore;
  const largeOre = charges.largeOre.ore;
  const largeNoDiscountOre = charges.largeNoDiscountOre.ore;
  const allOre = smallOre + smallNoDiscountOre + largeOre + largeNoDiscountOre;
  if (allOre + (vehicle?.charge.ore ?? 0) === 0) return undefined;

  const { size } = way;
  const own = charges[amountOf(way)];
  const other = charges[amountOf({ size, tagged: !way.tagged })];
  const isOwn = own.ore > 0 || other.ore > 0;
  const rush = isOwn && price[size]?.rush === 'yes';
  return {
    station: price.station,
    atMs: price.atMs,
    smallOre,
    smallNoDiscountOre,
    largeOre,
    largeNoDiscountOre,
    rush,
    reason: toReason(own, { isOwn, rush, isListed: price.station.listed !== undefined }),
    ...(vehicle && { vehicle }),
  };
}

function toReason(
  own: Charge,
  { isOwn, rush, isListed }: Record<'isOwn' | 'rush' | 'isListed', boolean>,
): ChargeReason {
  if (!isOwn) return 'other-size-only';
  if (own.ore === 0) return 'untagged-only';
  if (isListed) return 'list-price';
  if (own.isDearestOfHour) return 'dearest-of-hour';
  return rush ? 'rush' : 'regular';
}

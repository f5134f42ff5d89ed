import type { VehicleSize } from '../base/vehicle.ts';
import { AMOUNTS_OF } from './four-ways.ts';
import type { FreeRule } from './free-rule.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollStation } from './tariff.ts';
import type { TollLine } from './toll-line.ts';

/** A passage that is free for the size of the bill with a tag, and the rule that made it so. */
export interface FreePassage {
  readonly station: TollStation;
  readonly atMs: number;
  readonly rule: FreeRule;
  /** Id of the station whose passage paid for this one; absent where no other passage did. */
  readonly paidAt?: string;
}

/** `undefined` when the size pays with a tag, or nobody knows what it pays. */
export function toFree(
  { price, charges }: TollLine,
  size: VehicleSize,
  prices: readonly PassagePrice[],
): FreePassage | undefined {
  const { free } = charges[AMOUNTS_OF[size].tagged];
  if (free === undefined || price[size] === undefined) return undefined;
  const { station, atMs } = price;
  const { rule, payer } = free;
  const paidAt = payer === undefined ? undefined : prices[payer]?.station.id;
  return paidAt === undefined ? { station, atMs, rule } : { station, atMs, rule, paidAt };
}

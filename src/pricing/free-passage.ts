import type { Way } from './charge.ts';
import { amountOf } from './four-ways.ts';
import type { FreeRule } from './free-rule.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollStation } from './tariff.ts';
import type { TollLine } from './toll-line.ts';

/** A passage that is free in the bill's way to pay, and the rule that made it so. */
export interface FreePassage {
  readonly station: TollStation;
  readonly atMs: number;
  readonly rule: FreeRule;
  /** Id of the station whose passage paid for this one; absent where no other passage did. */
  readonly paidAt?: string;
}

/** `undefined` when something is paid in the bill's way to pay, or nobody knows what. */
export function toFree(
  { price, charges }: TollLine,
  way: Way,
  prices: readonly PassagePrice[],
): FreePassage | undefined {
  const { free } = charges[amountOf(way)];
  if (free === undefined || price[way.size] === undefined) return undefined;
  const { station, atMs } = price;
  const { rule, payer } = free;
  const paidAt = payer === undefined ? undefined : prices[payer]?.station.id;
  return paidAt === undefined ? { station, atMs, rule } : { station, atMs, rule, paidAt };
}

/** The four ways to pay: small and large, with a tag and without. */
import type { Ore } from '../base/nok.ts';
import { type Charge, chargeEach, chargeTrip, type Way } from './charge.ts';
import { applyCaps } from './monthly-cap.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollTerms } from './toll-terms.ts';

/** One amount for each way to pay: tariff group 1 and 2, with and without tag. */
export interface FourAmounts {
  readonly smallOre: Ore;
  readonly smallNoDiscountOre: Ore;
  readonly largeOre: Ore;
  readonly largeNoDiscountOre: Ore;
}

/** The charges of one passage in the four ways to pay. */
export type FourCharges = Readonly<Record<keyof FourAmounts, Charge>>;

const AMOUNTS_OF = {
  small: { tagged: 'smallOre', untagged: 'smallNoDiscountOre' },
  large: { tagged: 'largeOre', untagged: 'largeNoDiscountOre' },
} as const;

/** Which of the four amounts a way to pay is. */
export const amountOf = ({ size, tagged }: Way): keyof FourAmounts =>
  AMOUNTS_OF[size][tagged ? 'tagged' : 'untagged'];

/** The charges of each passage, in the order given; each way to pay is worked out for itself. */
export function chargeFourWays(
  prices: readonly PassagePrice[],
  terms: Pick<TollTerms, 'rulesBetweenPassages' | 'capUse'>,
): FourCharges[] {
  const byRules = terms.rulesBetweenPassages ? chargeTrip : chargeEach;
  const charge = (all: readonly PassagePrice[], way: Way) =>
    applyCaps(all, byRules(all, way), way, terms.capUse);
  const small = charge(prices, { size: 'small', tagged: true });
  const smallNoDiscount = charge(prices, { size: 'small', tagged: false });
  const large = charge(prices, { size: 'large', tagged: true });
  const largeNoDiscount = charge(prices, { size: 'large', tagged: false });
  // Each column has one charge per price, in the same order.
  return prices.map((_, i) => ({
    smallOre: small[i] as Charge,
    smallNoDiscountOre: smallNoDiscount[i] as Charge,
    largeOre: large[i] as Charge,
    largeNoDiscountOre: largeNoDiscount[i] as Charge,
  }));
}

/** The sums, each way to pay for itself. */
export function sumUp(passages: readonly FourAmounts[]): FourAmounts {
  const sum = { smallOre: 0, smallNoDiscountOre: 0, largeOre: 0, largeNoDiscountOre: 0 };
  for (const passage of passages) {
    sum.smallOre += passage.smallOre;
    sum.smallNoDiscountOre += passage.smallNoDiscountOre;
    sum.largeOre += passage.largeOre;
    sum.largeNoDiscountOre += passage.largeNoDiscountOre;
  }
  return sum;
}

import { type Charge, chargeEach, chargeTrip } from './charge.ts';
import { applyCaps, type CapUse } from './monthly-cap.ts';
import type { PassagePrice, SizePrice } from './price-passage.ts';
import { priceVehicle, type VehiclePrice } from './price-vehicle.ts';
import type { TollVehicle } from './toll-vehicle.ts';

/** What one vehicle is charged for one passage, and what the amount began as. */
export interface VehicleCharge extends VehiclePrice {
  readonly passage: PassagePrice;
  readonly vehicle: TollVehicle;
  /** With the rules between passages, where they are applied. */
  readonly charge: Charge;
  /** The amount, or whether there is one, is not known for the vehicle and the day. */
  readonly estimated: boolean;
}

/** See `TollTerms`. */
interface ChargeTerms {
  readonly rulesBetweenPassages: boolean;
  readonly capUse?: CapUse;
}

/**
 * What one vehicle is charged for each passage, in the order given. The rules between passages are
 * those of its size and way to pay; where prices differ it is its own prices that they compare.
 */
export function chargeVehicle(
  passages: readonly PassagePrice[],
  vehicle: TollVehicle,
  { rulesBetweenPassages, capUse }: ChargeTerms,
): VehicleCharge[] {
  const { size, tagged } = vehicle;
  const prices = passages.map((passage) => priceVehicle(passage, vehicle));
  const own = passages.map((passage, i) => ({
    ...passage,
    [size]: replaceAmount(passage[size], prices[i]),
  }));
  const way = { size, tagged };
  const charges = applyCaps(
    own,
    (rulesBetweenPassages ? chargeTrip : chargeEach)(own, way),
    way,
    capUse,
  );
  return passages.map((passage, i) => {
    const price = prices[i] as VehiclePrice;
    return {
      ...price,
      passage,
      vehicle,
      charge: charges[i] as Charge,
      estimated: price.amount === undefined || price.doubt !== undefined,
    };
  });
}

/** The way to pay reads one of the two: they are the same here. */
const replaceAmount = (price?: SizePrice, own?: VehiclePrice): SizePrice | undefined =>
  price && own?.amount && { ...price, fullOre: own.amount.ore, taggedOre: own.amount.ore };

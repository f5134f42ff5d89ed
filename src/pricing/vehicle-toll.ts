import type { Ore } from '../base/nok.ts';
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

/** The least and the most that a toll can be. */
export interface TollRange {
  readonly minOre: Ore;
  readonly maxOre: Ore;
}

/**
 * What one vehicle is charged for each passage, in the order given. The rules between passages are
 * those of its size and way to pay; where prices differ it is its own prices that they compare.
 */
export function chargeVehicle(
  passages: readonly PassagePrice[],
  vehicle: TollVehicle,
  terms: ChargeTerms,
): VehicleCharge[] {
  const prices = passages.map((passage) => priceVehicle(passage, vehicle));
  const own = prices.map(({ amount }, i) => ({
    passage: passages[i] as PassagePrice,
    ore: amount?.ore,
  }));
  const charges = charge(own, vehicle, terms);
  return prices.map((price, i) => ({
    ...price,
    passage: passages[i] as PassagePrice,
    vehicle,
    charge: charges[i] as Charge,
    estimated: price.amount === undefined || price.doubt !== undefined,
  }));
}

/**
 * Between which amounts the toll of a vehicle lies, where a share of zero emission, or an exemption,
 * is not published for a passage: what that costs lies between nothing and what is charged.
 *
 * With the rule that the first passage pays, one that costs a little opens an hour and one that costs
 * nothing does not: both are tried beside the amounts charged.
 *
 * @returns `undefined` where everything is published, or stands in as a whole.
 */
export function boundVehicleToll(
  charges: readonly VehicleCharge[],
  terms: ChargeTerms,
): TollRange | undefined {
  const [first] = charges.filter(mayBeFree);
  if (first === undefined) return undefined;
  const rest = [0, 1].map((openOre) => {
    const own = charges.map((one) => ({
      passage: one.passage,
      ore: mayBeFree(one) ? openOre : one.amount?.ore,
    }));
    const tried = charge(own, first.vehicle, terms);
    return sumOf(tried.filter((_, i) => !mayBeFree(charges[i] as VehicleCharge)));
  });
  const sums = [sumOf(charges.map((one) => one.charge)), ...rest];
  return { minOre: Math.min(...sums), maxOre: Math.max(...sums) };
}

const mayBeFree = ({ doubt }: VehicleCharge): boolean =>
  doubt?.kind === 'share-not-known' || doubt?.kind === 'exemption-not-known';

const sumOf = (charges: readonly Charge[]): Ore => charges.reduce((sum, { ore }) => sum + ore, 0);

interface OwnPrice {
  readonly passage: PassagePrice;
  /** Absent: nobody knows it. */
  readonly ore: Ore | undefined;
}

/** By the rules between passages, where they are applied, and the caps. */
function charge(
  prices: readonly OwnPrice[],
  { size, tagged }: TollVehicle,
  { rulesBetweenPassages, capUse }: ChargeTerms,
): readonly Charge[] {
  const own = prices.map(({ passage, ore }) => ({
    ...passage,
    [size]: replaceAmount(passage[size], ore),
  }));
  const way = { size, tagged };
  return applyCaps(own, (rulesBetweenPassages ? chargeTrip : chargeEach)(own, way), way, capUse);
}

/** The way to pay reads one of the two: they are the same here. */
const replaceAmount = (price?: SizePrice, ore?: Ore): SizePrice | undefined =>
  price && ore !== undefined ? { ...price, fullOre: ore, taggedOre: ore } : undefined;

import type { Ore } from '../../base/nok.ts';
import { type Charge, chargePassages } from './charge.ts';
import type { PassagePrice } from './price-passage.ts';
import { priceVehicle, type VehiclePrice } from './price-vehicle.ts';
import type { ChargeTerms, TollRange, TollVehicle } from './terms.ts';

/** What one vehicle is charged for one passage, and what the amount began as. */
export interface VehicleCharge extends VehiclePrice {
  readonly passage: PassagePrice;
  readonly vehicle: TollVehicle;
  /** With the rules between passages, where they are applied. */
  readonly charge: Charge;
  /** The amount, or whether there is one, is not known for the vehicle and the day. */
  readonly estimated: boolean;
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
  const ores = prices.map(({ amount }) => amount?.ore ?? 0);
  const charges = chargePassages(passages, ores, vehicle, terms);
  return prices.map((price, i) => ({
    ...price,
    passage: passages[i] as PassagePrice,
    vehicle,
    charge: charges[i] as Charge,
    estimated:
      price.amount === undefined || price.doubt !== undefined || price.onApplication !== undefined,
  }));
}

/**
 * Between which amounts the toll of a vehicle lies, where a share of zero emission, or an exemption,
 * is not known for a passage: what that costs lies between nothing and what is charged.
 *
 * With the rule that the first passage pays, one that costs a little opens an hour and one that costs
 * nothing does not: both are tried beside the amounts charged.
 *
 * @param isIn which of the passages are summed up.
 * @returns `undefined` where everything is published, or stands in as a whole.
 */
export function boundVehicleToll(
  charges: readonly VehicleCharge[],
  terms: ChargeTerms,
  isIn: (passage: PassagePrice) => boolean,
): TollRange | undefined {
  const [first] = charges.filter(mayBeFree);
  if (first === undefined) return undefined;
  const summed = (_: unknown, i: number) => isIn((charges[i] as VehicleCharge).passage);
  const passages = charges.map(({ passage }) => passage);
  const rest = [0, 1].map((openOre) => {
    const ores = charges.map((one) => (mayBeFree(one) ? openOre : (one.amount?.ore ?? 0)));
    const tried = chargePassages(passages, ores, first.vehicle, terms);
    const paid = tried.map((charge, i) =>
      mayBeFree(charges[i] as VehicleCharge) ? { ...charge, ore: 0 } : charge,
    );
    return sumOf(paid.filter(summed));
  });
  const sums = [sumOf(charges.map((one) => one.charge).filter(summed)), ...rest];
  return { minOre: Math.min(...sums), maxOre: Math.max(...sums) };
}

/** A share of zero emission, or an exemption, that is not published, or that its owner may have applied for. */
export const mayBeFree = ({ doubt, onApplication }: VehiclePrice): boolean =>
  doubt?.kind === 'share-not-known' ||
  doubt?.kind === 'exemption-not-known' ||
  onApplication !== undefined;

const sumOf = (charges: readonly Charge[]): Ore => charges.reduce((sum, { ore }) => sum + ore, 0);

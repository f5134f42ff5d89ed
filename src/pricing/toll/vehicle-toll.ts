import type { Ore } from '../../base/nok.ts';
import { mapInSteps, type Steps } from '../../base/steps.ts';
import { type Charge, stepCharges } from './charge.ts';
import { stepDoubts } from './doubt.ts';
import type { PassagePrice } from './price-passage.ts';
import { priceVehicle, type VehiclePrice } from './price-vehicle.ts';
import {
  boundReadings,
  type ChargeAll,
  isInDoubt,
  type Readings,
  tryReadings,
} from './readings.ts';
import { type ChargeTerms, spanOf, type TollRange, type TollVehicle } from './terms.ts';

/** What one vehicle is charged for one passage, and the price that the charge began with. */
export interface VehicleCharge extends VehiclePrice {
  readonly passage: PassagePrice;
  readonly vehicle: TollVehicle;
  /** The charge after the rules between passages, where they are applied. */
  readonly charge: Charge;
  /** The amount, or whether there is one, is not known for the vehicle and the day. */
  readonly estimated: boolean;
  /** By another reading of a rule in doubt it would be charged something else. */
  readonly isInDoubt?: true;
  /** The charge by each other reading, in the same order for all passages; absent: the charge is always the same. */
  readonly readOres?: readonly Ore[];
}

/** What one vehicle is charged, and what it may be instead. */
export interface ChargedVehicle {
  /** In the order of the passages. */
  readonly charges: readonly VehicleCharge[];
  /**
   * One for each amount that is tried for passages that may be free. `[]`: nothing is in doubt, or another tariff
   * stands in as a whole.
   */
  readonly readings: readonly Readings[];
}

/**
 * What one vehicle is charged for each passage, in the order given. The rules between passages are those of its size
 * and way to pay. They compare the vehicle's own prices.
 *
 * @param isRead false: the other readings are not tried.
 */
export function* chargeVehicle(
  passages: readonly PassagePrice[],
  vehicle: TollVehicle,
  terms: ChargeTerms,
  isRead = true,
): Steps<ChargedVehicle> {
  const prices = yield* mapInSteps(passages, (passage) => priceVehicle(passage, vehicle));
  const ores = prices.map(({ amount }) => amount?.ore ?? 0);
  const charges = yield* stepCharges(passages, ores, vehicle, terms);
  const readings = isRead
    ? yield* readVehicle(passages, vehicle, { ...terms, prices, charges })
    : [];
  const [asCharged] = readings;
  const toVehicleCharge = (price: VehiclePrice, i: number): VehicleCharge => {
    const isDoubted = asCharged !== undefined && isInDoubt(asCharged, i);
    return {
      ...price,
      passage: passages[i] as PassagePrice,
      vehicle,
      charge: charges[i] as Charge,
      estimated:
        price.amount === undefined ||
        price.doubt !== undefined ||
        price.onApplication !== undefined ||
        isDoubted,
      ...(isDoubted && {
        isInDoubt: true as const,
        readOres: asCharged.others.flatMap((all) => all.map(({ ores }) => ores[i] ?? 0)),
      }),
    };
  };
  return { readings, charges: yield* mapInSteps(prices, toVehicleCharge) };
}

interface ReadTerms extends ChargeTerms {
  /** The prices as the bill reads the rules. Most passages have the same price by every reading. */
  readonly prices: readonly VehiclePrice[];
  readonly charges: readonly Charge[];
}

/**
 * What the passages of a vehicle cost by every reading of the rules in doubt. Where a share of zero emission or an
 * exemption is not known for a passage, its cost lies between nothing and the amount charged.
 *
 * Where the first passage pays, a passage that costs a little opens an hour, and a passage that costs nothing does not.
 * Both are tried beside the amounts charged.
 */
function* readVehicle(
  passages: readonly PassagePrice[],
  vehicle: TollVehicle,
  { prices: asBilled, charges: asCharged, ...terms }: ReadTerms,
): Steps<readonly Readings[]> {
  const doubts = yield* stepDoubts(passages, vehicle, terms.capUse);
  const isOpen = asBilled.some(mayBeFree);
  if (doubts.length === 0 && !isOpen) return [];
  const chargeAt = (openOre: Ore | undefined): ChargeAll => {
    const isTried = (price: VehiclePrice) => openOre !== undefined && mayBeFree(price);
    return function* (read) {
      const prices = yield* mapInSteps(read, (passage, i) =>
        passage === passages[i] ? (asBilled[i] as VehiclePrice) : priceVehicle(passage, vehicle),
      );
      const ores = prices.map((one) => (isTried(one) ? (openOre ?? 0) : (one.amount?.ore ?? 0)));
      const charges = yield* stepCharges(read, ores, vehicle, terms);
      return prices.map((one, i) => (isTried(one) ? 0 : (charges[i] as Charge).ore));
    };
  };
  const charged = asCharged.map(({ ore }) => ore);
  const readings = [yield* tryReadings(passages, charged, doubts, chargeAt(undefined))];
  for (const openOre of isOpen ? [0, 1] : []) {
    const charge = chargeAt(openOre);
    readings.push(yield* tryReadings(passages, yield* charge(passages), doubts, charge));
  }
  return isOpen || readings.some(({ others }) => others.length > 0) ? readings : [];
}

/**
 * The least and the most that the toll of a vehicle can be.
 *
 * @param summed indexes of the passages that are summed up.
 * @returns `undefined` where everything is published, or another tariff stands in as a whole.
 */
export const boundVehicleToll = (
  { readings }: ChargedVehicle,
  summed: readonly number[],
): TollRange | undefined =>
  readings.length === 0 ? undefined : spanOf(readings.map((one) => boundReadings(one, summed)));

/**
 * May the passage be free? A share of zero emission or an exemption is not published, or the owner may have applied for
 * an exemption.
 */
export const mayBeFree = ({ doubt, onApplication }: VehiclePrice): boolean =>
  doubt?.kind === 'share-not-known' ||
  doubt?.kind === 'exemption-not-known' ||
  onApplication !== undefined;

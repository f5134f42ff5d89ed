import type { FerryClass } from '../base/vehicle.ts';
import type { FerryVehicle } from './ferry.ts';
import { ferryClassOf } from './ferry-class.ts';
import type { FerryCustomer, TrailerRule } from './ferry-customer.ts';
import type { LengthBounds } from './ferry-tariffs.ts';

/** The vehicle that a fare is looked up for, and how often that fare is paid. */
export interface TowingVehicle {
  readonly vehicle: FerryVehicle;
  readonly times: number;
  /** The length of the motor vehicle is that of the longest of its class. */
  readonly isLengthAssumed: boolean;
}

/**
 * A vehicle with its trailer: a light car pays its own fare once, twice or three times by the length
 * of both, and everything else the class of the length of both.
 *
 * @returns `undefined` where no rule is known: for motorcycles.
 */
export function addTrailer(
  vehicle: FerryVehicle,
  { trailerM = 0, weightKg }: Pick<FerryCustomer, 'trailerM' | 'weightKg'>,
  { rule, bounds }: { readonly rule: TrailerRule; readonly bounds: LengthBounds },
): TowingVehicle | undefined {
  const { ferryClass, lengthM } = vehicle;
  if (ferryClass === 'MC') return undefined;
  const ownM = lengthM ?? longestOf(ferryClass, bounds);
  const isLengthAssumed = lengthM === undefined;
  if (ownM === undefined) return { vehicle, times: 1, isLengthAssumed: false };
  const togetherM = ownM + trailerM;
  if (ownM <= rule.carMaxLengthM && (weightKg ?? 0) <= rule.carMaxWeightKg) {
    const fare = rule.fares.find(({ upToM }) => upToM === undefined || togetherM <= upToM);
    const own = { ferryClass: rule.carClass, lengthM: ownM };
    return { vehicle: own, times: fare?.times ?? 1, isLengthAssumed };
  }
  const together = { ferryClass: ferryClassOf(togetherM, bounds), lengthM: togetherM };
  return { vehicle: together, times: 1, isLengthAssumed };
}

const longestOf = (ferryClass: FerryClass, { classes }: LengthBounds) =>
  classes.find((one) => one.ferryClass === ferryClass)?.upToM;

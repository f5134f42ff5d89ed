/** Which class a vehicle pays for, alone and with a trailer. */
import type { FerryClass } from '../../base/vehicle.ts';
import type { FerryTariffs, LengthBounds } from './law.ts';
import type { FerryCustomer, FerryVehicle } from './terms.ts';

/**
 * The class of a vehicle by its total length in metres, load and everything that sticks out
 * included. A length on a bound belongs to the shorter class.
 *
 * @throws when the bounds leave out the length: the last class has no upper bound.
 */
export function ferryClassOf(lengthM: number, bounds: LengthBounds): FerryClass {
  const found = bounds.classes.find(({ upToM }) => upToM === undefined || lengthM <= upToM);
  if (found === undefined)
    throw new Error(`Expected bounds without a top, got ${bounds.name} for ${lengthM} m.`);
  return found.ferryClass;
}

/**
 * The class of a vehicle under the bounds of one tariff. It is the vehicle's own class where the length is not known.
 * Motorcycles have no length bounds, and keep their class.
 */
export function chargedClass(vehicle: FerryVehicle, bounds: LengthBounds): FerryClass {
  const { ferryClass, lengthM } = vehicle;
  if (lengthM === undefined || ferryClass === 'MC') return ferryClass;
  return ferryClassOf(lengthM, bounds);
}

/** The vehicle that a fare is looked up for, and how often that fare is paid. */
export interface TowingVehicle {
  readonly vehicle: FerryVehicle;
  readonly times: number;
  /** The length of the motor vehicle is not known: that of the longest vehicle of its class is used. */
  readonly isLengthAssumed: boolean;
}

/**
 * A vehicle with its trailer. A light car pays its own fare once, twice or three times, by the length of car and
 * trailer together. Any other vehicle pays the fare of the class of that length.
 *
 * @returns `undefined` where there is no trailer, and behind a motorcycle, for which no rule is known.
 */
export function addTrailer(
  vehicle: FerryVehicle,
  { trailerM, weightKg = 0 }: Pick<FerryCustomer, 'trailerM' | 'weightKg'>,
  { payments: { trailer: rule }, zoneTable: { bounds } }: FerryTariffs,
): TowingVehicle | undefined {
  const { ferryClass, lengthM } = vehicle;
  if (trailerM === undefined || ferryClass === 'MC') return undefined;
  const ownM = lengthM ?? longestOf(ferryClass, bounds);
  const isLengthAssumed = lengthM === undefined;
  if (ownM === undefined) return { vehicle, times: 1, isLengthAssumed: false };
  const togetherM = ownM + trailerM;
  if (ownM <= rule.carMaxLengthM && weightKg <= rule.carMaxWeightKg) {
    const fare = rule.fares.find(({ upToM }) => upToM === undefined || togetherM <= upToM);
    const own = { ferryClass: rule.carClass, lengthM: ownM };
    return { vehicle: own, times: fare?.times ?? 1, isLengthAssumed };
  }
  const together = { ferryClass: ferryClassOf(togetherM, bounds), lengthM: togetherM };
  return { vehicle: together, times: 1, isLengthAssumed };
}

const longestOf = (ferryClass: FerryClass, { classes }: LengthBounds) =>
  classes.find((one) => one.ferryClass === ferryClass)?.upToM;

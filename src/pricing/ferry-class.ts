import type { FerryClass } from '../base/vehicle.ts';
import type { FerryVehicle } from './ferry.ts';
import type { LengthBounds } from './ferry-tariffs.ts';

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
 * The class of a vehicle under the bounds of one tariff. Its own class where the length is not
 * known, and for motorcycles, which have no length bounds.
 */
export function chargedClass(vehicle: FerryVehicle, bounds: LengthBounds): FerryClass {
  const { ferryClass, lengthM } = vehicle;
  if (lengthM === undefined || ferryClass === 'MC') return ferryClass;
  return ferryClassOf(lengthM, bounds);
}

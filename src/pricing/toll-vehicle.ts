/** A vehicle as toll tariffs see it. */
import type { Fuel, VehicleSize } from '../base/vehicle.ts';

export interface TollVehicle {
  /** The tariff group that it pays in, with the tag taken into account. */
  readonly size: VehicleSize;
  readonly tagged: boolean;
  /** Absent: not known. */
  readonly fuel?: Fuel;
  /** Euro class 0 to 6 of its exhaust; absent: not known. */
  readonly euroClass?: number;
  /** Technical code of the register, such as `M1`; absent: not known. */
  readonly technicalCode?: string;
}

/** For whom a tariff has a price of its own. */
export type TollClass = Fuel | 'euro-5-and-older' | 'euro-6';

/**
 * The classes of a vehicle, the one that decides first; `[]` where its fuel, or the Euro class that
 * takes the place of the fuel, is not known.
 *
 * Source: fjellinjen.no and easygo.com, 2024: group 2 pays by Euro class, a plug-in hybrid as Euro VI,
 * zero emission and gas by their own.
 */
export function listTollClasses({ size, fuel, euroClass }: TollVehicle): readonly TollClass[] {
  if (size === 'small') return fuel === undefined ? [] : [fuel];
  if (fuel === 'plugin-hybrid') return ['euro-6'];
  const byEuro = euroClass === undefined ? [] : [toEuroName(euroClass)];
  return fuel === 'electric' || fuel === 'hydrogen' || fuel === 'gas' ? [fuel, ...byEuro] : byEuro;
}

const toEuroName = (euroClass: number): TollClass =>
  euroClass >= 6 ? 'euro-6' : 'euro-5-and-older';

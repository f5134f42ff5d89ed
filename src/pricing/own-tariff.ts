import { isZeroEmission } from '../base/vehicle.ts';
import { findInForce } from './dated.ts';
import type { PassagePrice } from './price-passage.ts';
import type { ShareCeiling, Tariff } from './tariff.ts';
import { listTollClasses, type TollClass, type TollVehicle } from './toll-vehicle.ts';
import {
  type FoundRow,
  findLaterExemption,
  findVehicleTariff,
  type VehicleTariff,
} from './vehicle-tariff.ts';

/** By which tariff a vehicle pays for a passage. */
export type OwnTariff =
  /** The ordinary tariff is the vehicle's own. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'row'; readonly found: FoundRow; readonly tollClass: TollClass }
  /** The ordinary tariff stands in. */
  | { readonly kind: 'doubt'; readonly doubt: OwnTariffDoubt };

export type OwnTariffDoubt =
  /** What the price depends on is not told; the ordinary tariff is the dearest. */
  | { readonly kind: 'vehicle-not-known'; readonly fact: VehicleFact }
  /** No row of the class is known for the day. */
  | { readonly kind: 'class-not-known'; readonly tollClass: TollClass }
  /** No share is published for the day: anything from nothing to the most that the law allows. */
  | {
      readonly kind: 'share-not-known';
      readonly tollClass: TollClass;
      /** Absent: no law sets one, and the ordinary tariff is the most. */
      readonly ceiling?: ShareCeiling;
    };

/** The class passes for nothing from a later day on, and perhaps did before. */
export interface ExemptionDoubt {
  readonly kind: 'exemption-not-known';
  readonly tollClass: TollClass;
  readonly row: VehicleTariff;
}

export interface TariffedPassage {
  readonly passage: PassagePrice;
  /** That of `passage`. */
  readonly tariff: Tariff;
  readonly vehicle: TollVehicle;
}

type VehicleFact = 'fuel' | 'euroClass';

/** Finds the tariff of a vehicle: the first of its classes that has a row, else the ordinary one. */
export function findOwnTariff(tariffed: TariffedPassage): OwnTariff {
  const { passage, tariff, vehicle } = tariffed;
  const { station, time: moment, isTariffKnown: isKnown } = passage;
  const { size, tagged, fuel, technicalCode } = vehicle;
  const classes = listTollClasses(vehicle);
  for (const tollClass of classes) {
    const found = findVehicleTariff(
      station.vehicleTariffs ?? [],
      { size, tollClass, tagged, technicalCode, moment },
      { tariff, isKnown },
    );
    if (found !== undefined && hasPrice(found.row, tariffed))
      return { kind: 'row', found, tollClass };
  }
  const fact = size === 'small' ? whatDecidesSmall(tariffed) : whatDecidesLarge(tariffed);
  if (fact === undefined) return { kind: 'ordinary' };
  const [tollClass] = classes;
  const isTold = fact === 'fuel' ? fuel !== undefined : tollClass !== undefined;
  if (!isTold || tollClass === undefined)
    return { kind: 'doubt', doubt: { kind: 'vehicle-not-known', fact } };
  if (!isZeroEmission(fuel))
    return { kind: 'doubt', doubt: { kind: 'class-not-known', tollClass } };
  const ceiling = findCeiling(tariffed);
  return {
    kind: 'doubt',
    doubt: { kind: 'share-not-known', tollClass, ...(ceiling && { ceiling }) },
  };
}

/** The law bounds what small vehicles pay with a tag. */
function findCeiling({ passage, vehicle }: TariffedPassage): ShareCeiling | undefined {
  const { ceilings = [] } = passage.station.project;
  return vehicle.size === 'small' && vehicle.tagged
    ? findInForce(ceilings, passage.time.day)
    : undefined;
}

/** Whether the vehicle is free already is not told; `undefined` where no exemption of it begins later. */
export function findExemptionDoubt({
  passage,
  vehicle,
}: TariffedPassage): ExemptionDoubt | undefined {
  const { station, time: moment } = passage;
  const { size, tagged, technicalCode } = vehicle;
  for (const tollClass of listTollClasses(vehicle)) {
    const asked = { size, tollClass, tagged, technicalCode, moment };
    const row = findLaterExemption(station.vehicleTariffs ?? [], asked);
    if (row !== undefined) return { kind: 'exemption-not-known', tollClass, row };
  }
  return undefined;
}

/** In the rush a row without a rush price says nothing. */
function hasPrice({ price }: VehicleTariff, { passage, vehicle }: TariffedPassage): boolean {
  if (price.kind !== 'tariff') return true;
  return passage[vehicle.size]?.rush === 'no' || price.rushOre !== undefined;
}

/** Which fact decides whether a small vehicle pays another price than the ordinary one, if any. */
function whatDecidesSmall({ passage, vehicle }: TariffedPassage): VehicleFact | undefined {
  const { smallByFuel = false, ownZeroEmission = false } = passage.station.project.byVehicle ?? {};
  const { fuel, tagged } = vehicle;
  if (smallByFuel) return fuel === 'diesel' ? undefined : 'fuel';
  const isLessOpen = tagged || ownZeroEmission;
  return isLessOpen && mayBeZeroEmission(vehicle) ? 'fuel' : undefined;
}

/** The same for a large one. Without a tag zero emission pays the ordinary tariff everywhere. */
function whatDecidesLarge({ passage, vehicle }: TariffedPassage): VehicleFact | undefined {
  const { fuel, tagged } = vehicle;
  if (mayBeZeroEmission(vehicle) && tagged) return 'fuel';
  if (isZeroEmission(fuel) || passage.station.project.byVehicle?.largeByEuroClass !== true)
    return undefined;
  return listTollClasses(vehicle).at(-1) === 'euro-5-and-older' ? undefined : 'euroClass';
}

/** With a tag zero emission pays less nearly everywhere; what has a Euro class burns something. */
const mayBeZeroEmission = ({ fuel, euroClass }: TollVehicle) =>
  isZeroEmission(fuel) || (fuel === undefined && euroClass === undefined);

import { isZeroEmission, type VehicleSize } from '../../base/vehicle.ts';
import { findInForce } from '../dated.ts';
import type { ShareCeiling, Tariff, TollClass, VehicleTariff } from './law.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollVehicle } from './terms.ts';
import {
  type FoundRow,
  findLaterExemption,
  findOnApplication,
  findVehicleTariff,
} from './vehicle-tariff.ts';

/** By which tariff a vehicle pays for a passage. */
export type OwnTariff =
  /** The ordinary tariff is the vehicle's own. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'row'; readonly found: FoundRow; readonly tollClass: TollClass }
  | OwnTariffDoubt;

/** Why the ordinary tariff stands in. */
export type OwnTariffDoubt =
  /** What the price depends on is not told; the ordinary tariff is the dearest. */
  | { readonly kind: 'vehicle-not-known'; readonly fact: VehicleFact }
  /** No row of the class is known for the day. */
  | { readonly kind: 'class-not-known'; readonly tollClass: TollClass }
  /** No share is published for the day: anything from nothing to the most that the law allows. */
  | {
      readonly kind: 'share-not-known';
      readonly tollClass: TollClass;
      /** `undefined`: no law sets one, and the ordinary tariff is the most. */
      readonly ceiling: ShareCeiling | undefined;
    };

/** A row, and the class of the vehicle that it is for. */
export interface RowOfClass {
  readonly tollClass: TollClass;
  readonly row: VehicleTariff;
}

/** The class passes for nothing from a later day on, and perhaps did before. */
export interface ExemptionDoubt extends RowOfClass {
  readonly kind: 'exemption-not-known';
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
  const { vehicleTariffs = [] } = station;
  const classes = listTollClasses(vehicle);
  for (const tollClass of classes) {
    const asked = { ...vehicle, tollClass, moment };
    const found = findVehicleTariff(vehicleTariffs, asked, { tariff, isKnown });
    if (found !== undefined && hasPrice(found.row, tariffed))
      return { kind: 'row', found, tollClass };
  }
  const fact = FACT_THAT_DECIDES[vehicle.size](tariffed);
  if (fact === undefined) return { kind: 'ordinary' };
  const [tollClass] = classes;
  const isTold = fact === 'euroClass' || vehicle.fuel !== undefined;
  if (!isTold || tollClass === undefined) return { kind: 'vehicle-not-known', fact };
  if (!isZeroEmission(vehicle.fuel)) return { kind: 'class-not-known', tollClass };
  return { kind: 'share-not-known', tollClass, ceiling: findCeiling(tariffed) };
}

/**
 * The classes of a vehicle, the one that decides first; `[]` where its fuel, or the Euro class that
 * takes the place of the fuel, is not known.
 */
export const listTollClasses = (vehicle: TollVehicle): readonly TollClass[] =>
  TOLL_CLASSES[vehicle.size](vehicle);

/**
 * Source: fjellinjen.no and easygo.com, 2024: group 2 pays by Euro class, a plug-in hybrid as Euro VI,
 * zero emission and gas by their own.
 */
const TOLL_CLASSES = {
  small: ({ fuel }) => (fuel === undefined ? [] : [fuel]),
  large: listLargeClasses,
} as const satisfies Record<VehicleSize, (vehicle: TollVehicle) => readonly TollClass[]>;

function listLargeClasses({ fuel, euroClass }: TollVehicle): readonly TollClass[] {
  if (fuel === 'plugin-hybrid') return ['euro-6'];
  const byEuro = euroClass === undefined ? [] : [toEuroName(euroClass)];
  return fuel === 'electric' || fuel === 'hydrogen' || fuel === 'gas' ? [fuel, ...byEuro] : byEuro;
}

const toEuroName = (euroClass: number): TollClass =>
  euroClass >= 6 ? 'euro-6' : 'euro-5-and-older';

/** The law bounds what small vehicles pay with a tag. */
function findCeiling({ passage, vehicle }: TariffedPassage): ShareCeiling | undefined {
  const { ceilings = [] } = passage.station.project;
  return vehicle.size === 'small' && vehicle.tagged
    ? findInForce(ceilings, passage.time.day)
    : undefined;
}

/** Whether the vehicle is free already is not told; `undefined` where no exemption of it begins later. */
export function findExemptionDoubt(tariffed: TariffedPassage): ExemptionDoubt | undefined {
  const later = findByClass(tariffed, findLaterExemption);
  return later && { kind: 'exemption-not-known', ...later };
}

/** The exemption that the owner of the vehicle may have applied for; `undefined` where there is none. */
export const findApplication = (tariffed: TariffedPassage): RowOfClass | undefined =>
  findByClass(tariffed, findOnApplication);

function findByClass(
  { passage, vehicle }: TariffedPassage,
  find: typeof findLaterExemption,
): RowOfClass | undefined {
  const { station, time: moment } = passage;
  for (const tollClass of listTollClasses(vehicle)) {
    const row = find(station.vehicleTariffs ?? [], { ...vehicle, tollClass, moment });
    if (row !== undefined) return { tollClass, row };
  }
  return undefined;
}

/** In the rush a row without a rush price says nothing. */
function hasPrice({ price }: VehicleTariff, { passage, vehicle }: TariffedPassage): boolean {
  if (price.kind !== 'tariff') return true;
  return passage[vehicle.size]?.rush === 'no' || price.rushOre !== undefined;
}

/** Which fact decides whether a vehicle pays another price than the ordinary one; `undefined`: none. */
const FACT_THAT_DECIDES = { small: whatDecidesSmall, large: whatDecidesLarge } as const;

function whatDecidesSmall({ passage, vehicle }: TariffedPassage): VehicleFact | undefined {
  const { smallByFuel = false, ownZeroEmission = false } = passage.station.project.byVehicle ?? {};
  const { fuel, tagged } = vehicle;
  if (smallByFuel) return fuel === 'diesel' ? undefined : 'fuel';
  const isLessOpen = tagged || ownZeroEmission;
  return isLessOpen && mayBeZeroEmission(vehicle) ? 'fuel' : undefined;
}

/** Without a tag zero emission pays the ordinary tariff everywhere. */
function whatDecidesLarge({ passage, vehicle }: TariffedPassage): VehicleFact | undefined {
  const { fuel, tagged } = vehicle;
  if (mayBeZeroEmission(vehicle) && tagged) return 'fuel';
  if (isZeroEmission(fuel) || passage.station.project.byVehicle?.largeByEuroClass !== true)
    return undefined;
  return listLargeClasses(vehicle).at(-1) === 'euro-5-and-older' ? undefined : 'euroClass';
}

/** With a tag zero emission pays less nearly everywhere; what has a Euro class burns something. */
const mayBeZeroEmission = ({ fuel, euroClass }: TollVehicle) =>
  isZeroEmission(fuel) || (fuel === undefined && euroClass === undefined);

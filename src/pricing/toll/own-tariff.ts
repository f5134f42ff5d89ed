import { isZeroEmission } from '../../base/vehicle.ts';
import { findInForce } from '../dated.ts';
import type { ByVehicle, ShareCeiling, TollClass, VehicleTariff } from './law.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollVehicle } from './terms.ts';
import {
  type FoundRow,
  findLaterExemption,
  findOnApplication,
  findVehicleTariff,
} from './vehicle-tariff.ts';

/** The tariff by which a vehicle pays for a passage. */
type OwnTariff =
  /** The ordinary tariff is the vehicle's own. */
  | { readonly kind: 'ordinary' }
  | ({ readonly kind: 'row'; readonly tollClass: TollClass } & FoundRow)
  | OwnTariffDoubt;

/** Why the ordinary tariff stands in. */
export type OwnTariffDoubt =
  /** The fact that the price depends on is not told. The ordinary tariff is the dearest. */
  | { readonly kind: 'vehicle-not-known'; readonly fact: VehicleFact }
  /** No row of the class is known for the day. */
  | { readonly kind: 'class-not-known'; readonly tollClass: TollClass }
  /** No share is published for the day. The price may be anything from nothing to the most that the law allows. */
  | {
      readonly kind: 'share-not-known';
      readonly tollClass: TollClass;
      /** `undefined`: no law sets a ceiling, and the ordinary tariff is the most. */
      readonly ceiling: ShareCeiling | undefined;
    };

/** A row, and the class of the vehicle that it is for. */
export interface RowOfClass {
  readonly tollClass: TollClass;
  readonly row: VehicleTariff;
}

type VehicleFact = 'fuel' | 'euroClass';

/** Finds the tariff of a vehicle: the row of the first of its classes that has one, else the ordinary tariff. */
export function findOwnTariff(passage: PassagePrice, vehicle: TollVehicle): OwnTariff {
  const { station, time: moment, ordinary } = passage;
  const classes = listTollClasses(vehicle);
  for (const tollClass of classes) {
    const asked = { ...vehicle, tollClass, moment };
    const found = ordinary && findVehicleTariff(station.vehicleTariffs, asked, ordinary);
    if (found !== undefined && hasPrice(found.row, passage))
      return { kind: 'row', tollClass, ...found };
  }
  const fact = findDecidingFact(passage, vehicle);
  if (fact === undefined) return { kind: 'ordinary' };
  const [tollClass] = classes;
  const isTold = fact === 'euroClass' || vehicle.fuel !== undefined;
  if (!isTold || tollClass === undefined) return { kind: 'vehicle-not-known', fact };
  if (!isZeroEmission(vehicle.fuel)) return { kind: 'class-not-known', tollClass };
  return { kind: 'share-not-known', tollClass, ceiling: findCeiling(passage, vehicle) };
}

/**
 * The classes of a vehicle, in the order in which they decide. `[]` where its fuel is not known, or the Euro class that
 * takes the place of the fuel.
 *
 * Source: fjellinjen.no and easygo.com, 2024: group 2 pays by Euro class, a plug-in hybrid as Euro VI, zero emission
 * and gas by their own.
 */
export function listTollClasses({ size, fuel, euroClass }: TollVehicle): readonly TollClass[] {
  if (size === 'small') return fuel === undefined ? [] : [fuel];
  if (fuel === 'plugin-hybrid') return ['euro-6'];
  const byFuel = fuel === 'gas' || isZeroEmission(fuel) ? fuel : undefined;
  const byEuro = euroClass === undefined ? undefined : toEuroName(euroClass);
  return [byFuel, byEuro].filter((name) => name !== undefined);
}

const toEuroName = (euroClass: number): TollClass =>
  euroClass >= 6 ? 'euro-6' : 'euro-5-and-older';

/** The law bounds what zero emission of both sizes pays with a tag. */
const findCeiling = (
  { station, time }: PassagePrice,
  { tagged }: TollVehicle,
): ShareCeiling | undefined =>
  tagged ? findInForce(station.project.ceilings ?? [], time.day) : undefined;

/**
 * An exemption that is known from a later day on; `undefined`: there is none. No source tells whether the vehicle is
 * free already.
 */
export const findOpenExemption = (
  passage: PassagePrice,
  vehicle: TollVehicle,
): RowOfClass | undefined => findByClass(passage, vehicle, findLaterExemption);

/** The exemption that the owner of the vehicle may have applied for; `undefined` where there is none. */
export const findApplication = (
  passage: PassagePrice,
  vehicle: TollVehicle,
): RowOfClass | undefined => findByClass(passage, vehicle, findOnApplication);

function findByClass(
  { station, time: moment }: PassagePrice,
  vehicle: TollVehicle,
  find: typeof findLaterExemption,
): RowOfClass | undefined {
  for (const tollClass of listTollClasses(vehicle)) {
    const row = find(station.vehicleTariffs, { ...vehicle, tollClass, moment });
    if (row !== undefined) return { tollClass, row };
  }
  return undefined;
}

/** In the rush a row without a rush price says nothing. */
const hasPrice = ({ price, size }: VehicleTariff, passage: PassagePrice): boolean =>
  price.kind !== 'tariff' || passage[size]?.rush === 'no' || price.rushOre !== undefined;

/** Which fact decides whether a vehicle pays another price than the ordinary one; `undefined`: none. */
const findDecidingFact = (
  { station: { project } }: PassagePrice,
  vehicle: TollVehicle,
): VehicleFact | undefined =>
  vehicle.size === 'small'
    ? whatDecidesSmall(project.byVehicle, vehicle)
    : whatDecidesLarge(project.byVehicle, vehicle);

function whatDecidesSmall(
  by: ByVehicle | undefined,
  vehicle: TollVehicle,
): VehicleFact | undefined {
  const { fuel, tagged } = vehicle;
  if (by?.smallByFuel) return fuel === 'diesel' ? undefined : 'fuel';
  return mayBeZeroEmission(vehicle) && (tagged || by?.ownZeroEmission) ? 'fuel' : undefined;
}

/** Without a tag large zero-emission vehicles pay the ordinary tariff everywhere. */
function whatDecidesLarge(
  by: ByVehicle | undefined,
  vehicle: TollVehicle,
): VehicleFact | undefined {
  if (mayBeZeroEmission(vehicle) && vehicle.tagged) return 'fuel';
  if (isZeroEmission(vehicle.fuel) || !by?.largeByEuroClass) return undefined;
  return listTollClasses(vehicle).at(-1) === 'euro-5-and-older' ? undefined : 'euroClass';
}

/** With a tag zero emission pays less nearly everywhere. A vehicle with a Euro class burns something. */
const mayBeZeroEmission = ({ fuel, euroClass }: TollVehicle) =>
  isZeroEmission(fuel) || (fuel === undefined && euroClass === undefined);

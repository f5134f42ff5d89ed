import { toNok } from '../base/nok.ts';
import type { Warning } from '../base/warning.ts';
import type { QuotedRoute } from '../trip/quote.ts';
import type { Fact, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import type { AnswerRouteVehicle, AnswerVehicle, AnswerVehicleAmount } from './answer-types.ts';

/** What the vehicle was taken for, and where each fact of it came from. */
export function formatVehicle({ facts }: IdentifiedVehicle): AnswerVehicle {
  const { vehicleType, technicalCode, fuel, euroClass, weightKg, lengthM, trailerM, size } = facts;
  return {
    ...(vehicleType && { vehicleType }),
    ...(technicalCode && { technicalCode }),
    ...(fuel && { fuel }),
    ...(euroClass && { euroClass }),
    ...(weightKg && { weightKg }),
    ...(lengthM && { lengthM }),
    ...(trailerM && { trailerLengthM: trailerM }),
    tariffGroup: withValue(size, size.value === 'small' ? 1 : 2),
    tag: facts.tagged,
    ferryClass: facts.ferryClass,
    ferryAgreement: facts.agreement,
  };
}

const withValue = <Value>({ from }: Fact<unknown>, value: Value): Fact<Value> => ({ value, from });

/** The sums of the vehicle on one route; nothing where none was asked for. */
export function formatRouteVehicle(
  { toll, ferry, bounds }: QuotedRoute,
  vehicle: IdentifiedVehicle | undefined,
  { isPreliminary }: { readonly isPreliminary: boolean },
): { readonly vehicle?: AnswerRouteVehicle } {
  if (vehicle === undefined || toll.vehicle === undefined || ferry.vehicle === undefined) return {};
  const passes = toll.charged.length + toll.free.length + toll.unpriced.length > 0;
  const isAssumed =
    (vehicle.isSizeAssumed && passes) || (vehicle.isFerryClassAssumed && ferry.count > 0);
  const range = isPreliminary ? bounds?.vehicle : toll.vehicle.range;
  const sums = {
    tollNok: toNok(toll.vehicle.ore),
    ferryNok: toNok(ferry.vehicle.ore),
    totalNok: toNok(toll.vehicle.ore + ferry.vehicle.ore),
    estimated:
      isPreliminary ||
      isAssumed ||
      toll.vehicle.estimated ||
      ferry.vehicle.estimated ||
      toll.unpriced.length + ferry.unpriced.length > 0,
    ...(range && { tollMin: toNok(range.minOre), tollMax: toNok(range.maxOre) }),
  };
  return { vehicle: sums };
}

/** What one passage or crossing costs the vehicle; without amount where nobody knows it. */
export function formatVehicleAmount(
  ore: number | undefined,
  estimated: boolean,
): AnswerVehicleAmount {
  return { ...(ore !== undefined && { vehicleNok: toNok(ore) }), vehicleEstimated: estimated };
}

/** Of the vehicle as a whole, as far as they matter on a route. */
export function listVehicleWarnings(
  { toll, ferry }: QuotedRoute,
  { warnings, isSizeAssumed, isFerryClassAssumed }: IdentifiedVehicle,
): Warning[] {
  const passes = toll.charged.length + toll.free.length + toll.unpriced.length > 0;
  return [
    ...warnings,
    ...(isSizeAssumed && passes ? [SIZE_ASSUMED] : []),
    ...(isFerryClassAssumed && ferry.count > 0 ? [FERRY_CLASS_ASSUMED] : []),
  ];
}

const SIZE_ASSUMED: Warning = {
  code: 'vehicle_not_known',
  message: 'The permitted weight of the vehicle is not known: it is taken for tariff group 1.',
};

const FERRY_CLASS_ASSUMED: Warning = {
  code: 'vehicle_not_known',
  message: 'The length of the vehicle is not known: it is taken for ferry class AP1.',
};

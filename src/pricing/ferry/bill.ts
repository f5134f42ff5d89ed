/** Makes the ferry bill of a route from its crossings. */
import type { Day } from '../../base/day.ts';
import { type Ore, sumOre } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import type { Warning } from '../../base/warning.ts';
import type { FerryTariffs } from './law.ts';
import { type PricedCrossing, priceCrossing, type UnpricedCrossing } from './price-crossing.ts';
import { priceForCustomer, type VehicleFare } from './price-vehicle.ts';
import type { FerryCrossing, FerryVehicle } from './terms.ts';

export interface FerryBill {
  /** All crossings, priced or not. */
  readonly count: number;
  /** The sums leave the unpriced crossings out. */
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  readonly autopassOre: Ore;
  /** In travel order. */
  readonly priced: readonly BilledCrossing[];
  /** In travel order. */
  readonly unpriced: readonly UnpricedCrossing[];
  /**
   * The class that all paid crossings charge. Where they charge different classes, and where nothing is paid, it is the
   * class by the national length bounds.
   */
  readonly ferryClass: FerryClass;
  /** What the vehicle pays; absent: no vehicle was named. */
  readonly vehicle?: VehicleFares;
  readonly warnings: readonly Warning[];
}

export interface BilledCrossing extends PricedCrossing {
  /** What the vehicle pays; absent: no vehicle was named. */
  readonly vehicle?: VehicleFare;
}

/** The sum of one vehicle over all crossings of a route. */
interface VehicleFares {
  readonly ore: Ore;
  readonly estimated: boolean;
}

/**
 * The bill of all crossings of a route on a day. Each crossing is rounded by its own tariff
 * before the sums are made; crossings without a known fare are listed and left out of the sums.
 */
export function priceFerries(
  crossings: readonly FerryCrossing[],
  vehicle: FerryVehicle,
  day: Day,
  tariffs: FerryTariffs,
): FerryBill {
  const outcomes = crossings.map((crossing) => priceCrossing(crossing, vehicle, day, tariffs));
  const { customer } = vehicle;
  const priced = outcomes.flatMap((outcome): BilledCrossing[] => {
    if (!('priced' in outcome)) return [];
    const { priced } = outcome;
    if (customer === undefined) return [priced];
    return [{ ...priced, vehicle: priceForCustomer(outcome, vehicle, customer, day, tariffs) }];
  });
  const unpriced = outcomes.flatMap((outcome) => ('unpriced' in outcome ? [outcome.unpriced] : []));
  const isEstimated = unpriced.length > 0 || priced.some((one) => one.vehicle?.estimated === true);
  const warnings = [
    ...outcomes.flatMap((outcome): readonly Warning[] => outcome.warnings),
    ...priced.flatMap(listFareWarnings),
  ];
  return sumUp({ priced, unpriced, warnings }, vehicle, isEstimated);
}

/** The crossings of which a price is not known, or a part of it: the sums are the least that they can be. */
export const countUnknownFares = ({ priced, unpriced }: Pick<FerryBill, 'priced' | 'unpriced'>) =>
  unpriced.length + priced.filter(({ lacksToll }) => lacksToll).length;

/** Joins several bills into one. The crossings keep the order of the bills. */
export const joinFerryBills = (bills: readonly FerryBill[], vehicle: FerryVehicle): FerryBill =>
  sumUp(
    {
      priced: bills.flatMap(({ priced }) => priced),
      unpriced: bills.flatMap(({ unpriced }) => unpriced),
      warnings: bills.flatMap(({ warnings }) => warnings),
    },
    vehicle,
    bills.some((bill) => bill.vehicle?.estimated === true),
  );

function sumUp(
  { priced, unpriced, warnings }: Pick<FerryBill, 'priced' | 'unpriced' | 'warnings'>,
  vehicle: FerryVehicle,
  isEstimated: boolean,
): FerryBill {
  return {
    count: priced.length + unpriced.length,
    ordinaryOre: sumOre(priced, ({ ordinary }) => ordinary.ore),
    zeroEmissionOre: sumOre(priced, ({ zeroEmission }) => zeroEmission.ore),
    autopassOre: sumOre(priced, ({ autopass }) => autopass.ore),
    priced,
    unpriced,
    ferryClass: classOf(priced, vehicle),
    ...(vehicle.customer && {
      vehicle: {
        ore: sumOre(priced, (crossing) => crossing.vehicle?.amount?.ore ?? 0),
        estimated: isEstimated,
      },
    }),
    warnings,
  };
}

/** The doubts about the vehicle's fare on a crossing with a price. A crossing without a price has its own warning. */
const listFareWarnings = ({ name, vehicle }: BilledCrossing): Warning[] =>
  (vehicle?.doubts ?? []).map((message) => ({
    code: 'vehicle_fare_not_known',
    message,
    about: name,
  }));

function classOf(priced: readonly PricedCrossing[], vehicle: FerryVehicle): FerryClass {
  const paid = priced.filter(({ ordinary }) => ordinary.ore > 0);
  const [only, other] = new Set(paid.map(({ ferryClass }) => ferryClass));
  return only === undefined || other !== undefined ? vehicle.ferryClass : only;
}

import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { FerryBill, FerryCrossing, FerryVehicle, PricedCrossing } from './ferry.ts';
import { type CrossingOutcome, priceCrossing } from './ferry-crossing.ts';
import type { VehicleFare } from './ferry-customer.ts';
import type { FerryTariffs } from './ferry-tariffs.ts';
import { priceForCustomer } from './price-for-customer.ts';

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
  const fares =
    customer && crossings.map((crossing) => priceForCustomer(crossing, vehicle, day, tariffs));
  const priced = outcomes.flatMap((outcome, i) => {
    if (!('priced' in outcome)) return [];
    const own = fares?.[i];
    return [own === undefined ? outcome.priced : { ...outcome.priced, vehicle: own }];
  });
  const unpriced = outcomes.flatMap((outcome) => ('unpriced' in outcome ? [outcome.unpriced] : []));
  return {
    count: crossings.length,
    ordinaryOre: sumOf(priced.map(({ ordinaryOre }) => ordinaryOre)),
    zeroEmissionOre: sumOf(priced.map(({ zeroEmissionOre }) => zeroEmissionOre)),
    autopassOre: sumOf(priced.map(({ autopassOre }) => autopassOre)),
    priced,
    unpriced,
    ferryClass: classOf(priced, vehicle),
    ...(fares && {
      vehicle: {
        ore: sumOf(priced.map((crossing) => crossing.vehicle?.amount?.ore ?? 0)),
        estimated: unpriced.length > 0 || fares.some(({ estimated }) => estimated),
      },
    }),
    warnings: [
      ...outcomes.flatMap((outcome): readonly Warning[] => outcome.warnings),
      ...(fares === undefined ? [] : listFareWarnings(outcomes, fares)),
    ],
  };
}

/** Of the crossings that have a price: the others have said that they have none. */
function listFareWarnings(
  outcomes: readonly CrossingOutcome[],
  fares: readonly VehicleFare[],
): Warning[] {
  return outcomes.flatMap((outcome, i) => {
    if (!('priced' in outcome)) return [];
    const { name } = outcome.priced;
    return (fares[i]?.doubts ?? []).map(
      (message): Warning => ({ code: 'vehicle_fare_not_known', message, about: name }),
    );
  });
}

function classOf(priced: readonly PricedCrossing[], vehicle: FerryVehicle): FerryClass {
  const paid = priced.filter(({ ordinaryOre }) => ordinaryOre > 0);
  const [only, other] = new Set(paid.map(({ ferryClass }) => ferryClass));
  return only === undefined || other !== undefined ? vehicle.ferryClass : only;
}

const sumOf = (amounts: readonly Ore[]): Ore => amounts.reduce((sum, ore) => sum + ore, 0);

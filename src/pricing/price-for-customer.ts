import type { Day } from '../base/day.ts';
import { chargeCustomer } from './charge-customer.ts';
import type { FerryCrossing, FerryVehicle } from './ferry.ts';
import { priceCrossing } from './ferry-crossing.ts';
import type { FerryCustomer, VehicleFare } from './ferry-customer.ts';
import type { FerryTariffs } from './ferry-tariffs.ts';
import { addTrailer, type TowingVehicle } from './ferry-trailer.ts';

const NOTHING: FerryCustomer = { agreement: 'none' };

/** What the very vehicle pays for a crossing, its trailer included. */
export function priceForCustomer(
  crossing: FerryCrossing,
  vehicle: FerryVehicle,
  day: Day,
  tariffs: FerryTariffs,
): VehicleFare {
  const { customer = NOTHING } = vehicle;
  const towing = tow(vehicle, customer, tariffs);
  const outcome = priceCrossing(crossing, towing?.vehicle ?? vehicle, day, tariffs);
  if ('unpriced' in outcome) {
    const { name, why } = outcome.unpriced;
    return { estimated: true, doubts: [`The vehicle's fare of ${name} is not in the sum: ${why}`] };
  }
  const { priced } = outcome;
  const fare = chargeCustomer(priced, { customer, times: towing?.times ?? 1 }, tariffs.payments);
  const doubt = priced.ordinaryOre > 0 ? doubtOf(towing, priced.name) : undefined;
  if (customer.trailerM === undefined || doubt === undefined) return fare;
  return { ...fare, estimated: true, doubts: [...fare.doubts, doubt] };
}

function tow(
  vehicle: FerryVehicle,
  customer: FerryCustomer,
  { payments, zoneTable }: FerryTariffs,
): TowingVehicle | undefined {
  if (customer.trailerM === undefined || payments === undefined) return undefined;
  return addTrailer(vehicle, customer, { rule: payments.trailer, bounds: zoneTable.bounds });
}

/** `undefined` where the trailer is priced by the rule. */
function doubtOf(towing: TowingVehicle | undefined, name: string): string | undefined {
  if (towing === undefined)
    return `What the trailer costs on ${name} is not known: the fare is without it.`;
  return towing.isLengthAssumed
    ? `The length of the vehicle is not known: the fare of ${name} is that of the longest of its class with the trailer.`
    : undefined;
}

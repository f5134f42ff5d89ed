import { toNok } from '../base/nok.ts';
import type { BilledCrossing } from '../pricing/ferry/bill.ts';
import type { UnpricedCrossing } from '../pricing/ferry/price-crossing.ts';
import type { AnswerFerry, AnswerUnpricedFerry } from './answer-types.ts';
import { formatVehicleAmount } from './format-vehicle.ts';
import { toKm, toMinutes } from './rounding.ts';

/** A crossing with its fares. */
export function formatFerry(priced: BilledCrossing): AnswerFerry {
  const { vehicle } = priced;
  return {
    name: priced.name,
    nok: toNok(priced.ordinary.ore),
    evNok: toNok(priced.zeroEmission.ore),
    autopassNok: toNok(priced.autopass.ore),
    tariff: priced.tariff,
    estimated: priced.estimated,
    vehicleClass: priced.ferryClass,
    km: toKm(priced.crossing.lengthM),
    durationMin: toMinutes(priced.crossing.durationS),
    ...(vehicle && formatVehicleAmount(vehicle.amount?.ore, vehicle.estimated)),
  };
}

/** A crossing that the caller must price. */
export function formatUnpricedFerry({
  name,
  why,
  crossing,
}: UnpricedCrossing): AnswerUnpricedFerry {
  const { fromQuay, toQuay, lengthM, durationS } = crossing;
  return {
    name,
    ...(fromQuay && { fromQuay: fromQuay.name }),
    ...(toQuay && { toQuay: toQuay.name }),
    why,
    lengthKm: toKm(lengthM),
    ...(durationS !== undefined && { durationMin: toMinutes(durationS) }),
  };
}

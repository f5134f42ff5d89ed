import { toNok } from '../base/nok.ts';
import type { PricedCrossing, UnpricedCrossing } from '../pricing/ferry.ts';
import type { AnswerFerry, AnswerUnpricedFerry } from './answer-types.ts';
import { formatVehicleAmount } from './format-vehicle.ts';
import { toKm, toMinutes } from './rounding.ts';

/** A crossing with its fares. */
export function formatFerry(priced: PricedCrossing): AnswerFerry {
  const { vehicle } = priced;
  return {
    name: priced.name,
    nok: toNok(priced.ordinaryOre),
    evNok: toNok(priced.zeroEmissionOre),
    autopassNok: toNok(priced.autopassOre),
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

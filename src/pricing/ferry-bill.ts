import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { Warning } from '../base/warning.ts';
import type { FerryBill, FerryCrossing, FerryVehicle } from './ferry.ts';
import { priceCrossing } from './ferry-crossing.ts';
import type { FerryTariffs } from './ferry-tariffs.ts';

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
  const priced = outcomes.flatMap((outcome) => ('priced' in outcome ? [outcome.priced] : []));
  const unpriced = outcomes.flatMap((outcome) => ('unpriced' in outcome ? [outcome.unpriced] : []));
  return {
    count: crossings.length,
    ordinaryOre: sumOf(priced.map(({ ordinaryOre }) => ordinaryOre)),
    zeroEmissionOre: sumOf(priced.map(({ zeroEmissionOre }) => zeroEmissionOre)),
    autopassOre: sumOf(priced.map(({ autopassOre }) => autopassOre)),
    priced,
    unpriced,
    warnings: outcomes.flatMap((outcome): readonly Warning[] => outcome.warnings),
  };
}

const sumOf = (amounts: readonly Ore[]): Ore => amounts.reduce((sum, ore) => sum + ore, 0);

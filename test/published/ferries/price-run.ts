import type { FerryClass } from '../../../src/base/vehicle.ts';
import { priceFerries } from '../../../src/pricing/ferry/bill.ts';
import { loadBundledFerries } from '../../support/bundled-facts.ts';

const ferries = loadBundledFerries();

/** A priced ride between two quays by name, in kroner, through matching and tariff alike. */
export function priceRun(from: string, to: string, ferryClass: FerryClass, day: string) {
  const line = [placeOf(from), placeOf(to)];
  const crossings = ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
  const [priced] = priceFerries(crossings, { ferryClass }, day, ferries.tariffs).priced;
  if (priced === undefined) throw new Error(`Expected a price ${from}-${to}, got none.`);
  return {
    nok: priced.ordinary.ore / 100,
    zeroEmissionNok: priced.zeroEmission.ore / 100,
    agreementNok: priced.autopass.ore / 100,
    estimated: priced.estimated,
  };
}

function placeOf(name: string) {
  const found = ferries.quays.filter((quay) => quay.name === name && quay.usableByCars);
  const [quay] = found;
  if (quay === undefined || found.length > 1)
    throw new Error(`Expected one quay ${name}, got ${found.length}.`);
  return quay.at;
}

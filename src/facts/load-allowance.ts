import { fromNok } from '../base/nok.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import { readBundled } from './schema/read-data.ts';
import type { AllowanceRow } from './schema/travel-allowance.ts';

/** The rates of the kilometre allowance, oldest first. @throws Error when `travel-allowance.json` is damaged. */
export const loadAllowance = (data: string): readonly AllowanceRate[] =>
  readBundled(data, 'travel-allowance.json').rates.map(toRate);

const toRate = ({ from, until, source, ...row }: AllowanceRow): AllowanceRate => ({
  from,
  until,
  source,
  kmOre: fromNok(row.kmNok),
  ...(row.electricKmNok !== undefined && { electricKmOre: fromNok(row.electricKmNok) }),
  ...(row.above && { above: { yearKm: row.above.yearKm, kmOre: fromNok(row.above.kmNok) } }),
  passengerOre: fromNok(row.passengerNok),
  ...(row.passengers && { passengers: row.passengers }),
  forestOre: fromNok(row.forestNok),
  trailerOre: fromNok(row.trailerNok),
});

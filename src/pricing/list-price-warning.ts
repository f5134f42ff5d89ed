import { toNok } from '../base/nok.ts';
import type { Warning } from '../base/warning.ts';
import type { PassagePrice } from './price-passage.ts';
import type { ListPrices } from './tariff.ts';

/** What a reader must know of a station that only the route planner names. */
export function warnOfListPrice(
  { station: { name }, small, large }: PassagePrice,
  { smallOre, largeOre }: ListPrices,
): Warning {
  const about = name;
  const who = `${name} is named by the route planner alone`;
  if (smallOre === undefined && largeOre === undefined)
    return {
      code: 'station_unpriced',
      message: `${who}, without a price: the sums leave it out.`,
      about,
    };
  const prices = [
    ...(smallOre === undefined ? [] : [`${toNok(smallOre)} kr small`]),
    ...(largeOre === undefined ? [] : [`${toNok(largeOre)} kr large`]),
  ].join(', ');
  const isUsed = small !== undefined || large !== undefined;
  const used = isUsed
    ? 'is in the sums, with the national tag discount'
    : 'is shown, and the sums leave it out, because its direction and rules are not known';
  return {
    code: 'station_list_price',
    message: `${who}: its list price (${prices}) ${used}.`,
    about,
  };
}

/** Passages to a toll bill. */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import type { Warning } from '../base/warning.ts';
import { type ChargedPassage, toCharged } from './charged-passage.ts';
import { isCollecting } from './collection.ts';
import { mergeDrivePasts } from './drive-past.ts';
import {
  amountOf,
  chargeFourWays,
  type FourAmounts,
  type FourCharges,
  sumUp,
} from './four-ways.ts';
import { type FreePassage, toFree } from './free-passage.ts';
import { pricePassage } from './price-passage.ts';
import type { TollLine } from './toll-line.ts';
import type { TollPassage } from './toll-passage.ts';
import type { TollTerms } from './toll-terms.ts';
import { listTollWarnings } from './toll-warning.ts';
import { boundVehicleToll, chargeVehicle, type TollRange } from './vehicle-toll.ts';
import { listVehicleWarnings } from './vehicle-warning.ts';

/** What the passages of one trip cost. */
export interface TollBill {
  readonly total: FourAmounts;
  /** Passages charged in the bill's way to pay. */
  readonly count: number;
  /** A rush tariff was charged in the bill's way to pay. */
  readonly rush: boolean;
  /** In travel order; the four amounts add up to `total`. */
  readonly charged: readonly ChargedPassage[];
  readonly free: readonly FreePassage[];
  /** Every passage that is priced, with its charge in each way to pay: what proofs are made of. */
  readonly lines: readonly TollLine[];
  /** Passages whose price for the size of the bill is not known: its sums leave them out. */
  readonly unpriced: readonly TollPassage[];
  readonly warnings: readonly Warning[];
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleToll;
}

/** The sum of one vehicle. */
export interface VehicleToll {
  /** The vehicle amounts of `charged` add up to it. */
  readonly ore: Ore;
  /** The sum holds, or leaves out, an amount that is not known for the vehicle and the day. */
  readonly estimated: boolean;
  /** What it can be where a share of zero emission is not published; absent: every one is. */
  readonly range?: TollRange;
}

/**
 * The toll bill of one trip. Every passage stands in `charged`, `free` or `unpriced`; in two of
 * them only where `ChargeReason` says so. Records of one station hit within one drive past are one
 * passage. A station that does not collect yet, or no more, is a part of the road: passing it is no
 * passage.
 *
 * The four ways to pay are worked out each for itself: price of the moment, tag discount, hour
 * rule, local exceptions.
 *
 * @param passages one trip, in travel order; `atMs` must not fall.
 */
export function priceTolls(
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
): TollBill {
  const prices = mergeDrivePasts(passages)
    .map((passage) => pricePassage(passage, calendar))
    .filter(({ station, time }) => isCollecting(station, time));
  const charges = chargeFourWays(prices, terms);
  const own = terms.vehicle && chargeVehicle(prices, terms.vehicle, terms);
  const range = own && boundVehicleToll(own, terms);
  const lines = prices.map((price, i): TollLine => {
    const vehicle = own?.[i];
    return { price, charges: charges[i] as FourCharges, ...(vehicle && { vehicle }) };
  });
  const way = { size: terms.size, tagged: terms.vehicle?.tagged ?? true };
  const charged = lines.flatMap((line) => toCharged(line, way) ?? []);
  const paying = charged.filter((passage) => passage[amountOf(way)] > 0);
  return {
    total: sumUp(charged),
    count: paying.length,
    rush: paying.some(({ rush }) => rush),
    charged,
    lines,
    free: lines.flatMap((line) => toFree(line, way, prices) ?? []),
    unpriced: prices
      .filter((price) => price[terms.size] === undefined)
      .map(({ station, atMs }) => ({ station, atMs })),
    warnings: [
      ...listTollWarnings(prices, terms),
      ...(own === undefined ? [] : listVehicleWarnings(own)),
    ],
    ...(own && {
      vehicle: {
        ore: own.reduce((sum, { charge }) => sum + charge.ore, 0),
        estimated: !terms.rulesBetweenPassages || own.some(({ estimated }) => estimated),
        ...(range && { range }),
      },
    }),
  };
}

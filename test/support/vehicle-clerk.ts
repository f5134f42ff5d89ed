/** The amounts that one vehicle pays by the real data, in the form of the published tables. */
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { Fuel } from '../../src/base/vehicle.ts';
import type { PricedAmount } from '../../src/pricing/priced-amount.ts';
import { priceTolls, type TollBill } from '../../src/pricing/toll/bill.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import { calendar, printed, station } from './toll-clerk.ts';

const FUELS: readonly string[] = [
  'petrol',
  'diesel',
  'electric',
  'hydrogen',
  'plugin-hybrid',
  'gas',
  'other',
] satisfies Fuel[];

/**
 * Reads a vehicle: `electric`, `diesel untagged`, `large diesel euro5`, `large electric`, `M1 electric` … The words may
 * have any order. The vehicle is small and has a tag unless the text says otherwise.
 */
export function vehicleOf(text: string): TollVehicle {
  const words = text.split(' ');
  const fuel = words.find((word): word is Fuel => FUELS.includes(word));
  const euro = words.find((word) => word.startsWith('euro'));
  const technicalCode = words.find((word) => /^[LMN]\d/.test(word));
  return {
    size: words.includes('large') ? 'large' : 'small',
    tagged: !words.includes('untagged'),
    ...(fuel && { fuel }),
    ...(euro && { euroClass: Number(euro.slice(4)) }),
    ...(technicalCode && { technicalCode }),
  };
}

export interface PaidPassage {
  readonly bill: TollBill;
  /** The amount as a notice prints it; `-`: it is not known at all. */
  readonly pays: string;
  /** `known`, `carried`, `ceiling` or `ordinary`; with a `?` where the amount is an estimate. */
  readonly certainty: string;
  readonly amount: PricedAmount | undefined;
  /** The bounds of the amount, such as `0 - 28`; empty: no bounds are given. */
  readonly range: string;
  /** Codes of the warnings about the vehicle. */
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
}

/** One passage `2026-10-05 07:10` of a station. */
export function pass(project: string, name: string, when: string, vehicle: string): PaidPassage {
  const at = station(project, name);
  const bill = priceTolls(
    [{ station: at, atMs: fromOsloWallClock(when.replace(' ', 'T')) }],
    { size: vehicleOf(vehicle).size, rulesBetweenPassages: true, vehicle: vehicleOf(vehicle) },
    calendar,
  );
  const charge = bill.charged[0]?.vehicle;
  const amount = charge?.amount;
  const own = bill.warnings.filter(({ code }) => code.startsWith('vehicle_'));
  const range = bill.vehicle?.range;
  const isEstimate = bill.vehicle?.estimated === true;
  return {
    bill,
    pays: amount === undefined ? '-' : printed(bill.vehicle?.ore ?? Number.NaN),
    certainty: `${amount?.certainty ?? 'unknown'}${isEstimate ? '?' : ''}`,
    amount,
    range: range ? `${printed(range.minOre)} - ${printed(range.maxOre)}` : '',
    warnings: own.map(({ code }) => code),
    messages: own.map(({ message }) => message),
  };
}

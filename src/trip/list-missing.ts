/** What the sums of a route lack, or hold without knowing its rules: what makes a quote incomplete. */
import type { VehicleSize } from '../base/vehicle.ts';
import type { Warning, WarningCode } from '../base/warning.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import type { TollBill } from '../pricing/toll/bill.ts';

export const MISSING_KINDS = ['station', 'ferry', 'stop', 'road'] as const;

/** A thing that could not be priced or placed. */
export interface Missing {
  readonly kind: (typeof MISSING_KINDS)[number];
  /** Name of the station, ferry, stop or road. */
  readonly name: string;
  /** One English sentence. */
  readonly why: string;
}

/** The warnings that tell of such a thing. Their `about` is its name, their sentence the reason. */
const KINDS: Partial<Record<WarningCode, Missing['kind']>> = {
  station_unpriced: 'station',
  station_list_price: 'station',
  station_missing: 'station',
  station_not_on_network: 'station',
  passage_in_doubt: 'station',
  tolls_not_read: 'station',
  ferry_unpriced: 'ferry',
  ferry_out_of_season: 'ferry',
  point_moved: 'stop',
  road_closed_in_winter: 'road',
  road_obstructed: 'road',
  private_toll_not_known: 'road',
  trace_cut: 'road',
  trace_beyond_network: 'road',
};

/**
 * What could not be priced or placed for the size that was asked for, in the order of the warnings;
 * `[]`: the quote is complete.
 */
export function listMissing(
  { toll, ferry }: { readonly toll: TollBill; readonly ferry: FerryBill },
  warnings: readonly Warning[],
  size: VehicleSize,
): Missing[] {
  const warned = warnings.flatMap((warning): Missing[] => {
    const { code, message, about } = warning;
    const kind = KINDS[code];
    if (kind === undefined || isOfOtherSize(warning, toll, size)) return [];
    return [{ kind, name: about ?? '', why: message }];
  });
  const fares = ferry.priced.flatMap(({ name, vehicle }): Missing[] => {
    if (vehicle === undefined || vehicle.amount !== undefined) return [];
    return [{ kind: 'ferry', name, why: vehicle.doubts.join(' ') }];
  });
  return [...warned, ...fares];
}

/** A station whose price is not known for the other size alone is no gap in what was asked for. */
const isOfOtherSize = (
  { code, about }: Warning,
  { lines }: TollBill,
  size: VehicleSize,
): boolean => {
  const named = lines.filter(({ price }) => price.station.name === about);
  return (
    code === 'station_unpriced' &&
    named.length > 0 &&
    named.every(({ price }) => price[size] !== undefined)
  );
};

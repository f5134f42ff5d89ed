/** A priced trip, before it is written for the wire. */
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Warning, WarningCode } from '../base/warning.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import type { TollBounds } from '../pricing/toll/bounds.ts';
import type { CapUse, TollVehicle } from '../pricing/toll/terms.ts';
import type { TripRequest } from './ports.ts';
import type { QuotedStop } from './quoted-stops.ts';
import type { GateWait } from './road-section.ts';

export interface QuoteRequest extends TripRequest {
  /** Match every passage with direction and hour rule. */
  readonly refine: boolean;
  readonly size: VehicleSize;
  readonly ferry: FerryVehicle;
  /** Priced beside the four ways to pay; absent: no vehicle was named. */
  readonly vehicle?: TollVehicle;
  /** How far monthly caps are used; absent: not known. */
  readonly capUse?: CapUse;
  /** Preliminary tolls are to have bounds; absent: not asked for. */
  readonly bounds?: true;
  /** The way is chosen by money as well; absent: by time alone. */
  readonly money?: MoneyWish;
}

/** How a way is chosen by time and money. */
export interface MoneyWish {
  /** Øre that an hour is worth; absent: the fastest way is recommended. */
  readonly hourOre?: number;
  /** Øre for each metre, beside tolls and ferries. */
  readonly metreOre: number;
  /** All ways are wanted that no other way beats in both time and money. */
  readonly isPareto: boolean;
}

/** Why a route stands in an answer. */
export type WayReason =
  | 'best'
  | 'fastest'
  | 'cheapest'
  | 'without ferry'
  | 'without toll'
  | 'none faster and cheaper'
  | 'another way';

/** What a route was chosen by. */
export interface WayChoice {
  /** At least one. */
  readonly reasons: readonly WayReason[];
  /** Tolls, ferries and kilometres of the vehicle. Whole øre. */
  readonly moneyOre: Ore;
  /** The money, plus what the time of the drive is worth. */
  readonly sumOre: number;
  /** The figures of the fastest route. */
  readonly fastest: Pick<WayChoice, 'moneyOre' | 'sumOre'> & { readonly durationS: number };
}

export interface Quote {
  readonly source: string;
  readonly refined: boolean;
  /** A refined quote was asked for and could not be had. */
  readonly refineFallback: boolean;
  /** The recommended route first. */
  readonly routes: readonly QuotedRoute[];
  /** The stops, which all routes share. */
  readonly stops: readonly QuotedStop[];
  /** The search for ways by money met its bound: there may be better ones. */
  readonly searchCut?: true;
  readonly dataVersion: string;
  /** SHA-256 of the facts that `dataVersion` names. */
  readonly dataHash: string;
  /** Unix time, milliseconds. */
  readonly computedAtMs: number;
}

export interface QuotedRoute {
  readonly route: PlannedRoute;
  readonly toll: TollBill;
  readonly ferry: FerryBill;
  /** `[]`: it waits at no gate. */
  readonly gateWaits: readonly GateWait[];
  /**
   * The least and the most that the refined toll can be; absent: bounds were not asked for, or the toll is refined and
   * no passage is in doubt, and no time.
   */
  readonly bounds?: TollBounds;
  /** A recording does not tell when a station was passed, and the toll depends on it: the toll is an estimate. */
  readonly isTimeOpen?: true;
  readonly warnings: readonly Warning[];
  /** Why it stands here; absent: ways were not chosen by money. */
  readonly choice?: WayChoice;
  /** What could not be priced or placed; `[]`: the quote is complete. */
  readonly missing: readonly Missing[];
}

export const MISSING_KINDS = ['station', 'ferry', 'stop', 'road'] as const;

/** A thing that could not be priced or placed. */
export interface Missing {
  readonly kind: (typeof MISSING_KINDS)[number];
  /** Name of the station, ferry, stop or road. */
  readonly name: string;
  /** One English sentence. */
  readonly why: string;
}

/** The warnings that tell of a thing without price or place. `about` is its name, and the message is the reason. */
const KINDS: Partial<Record<WarningCode, Missing['kind']>> = {
  station_unpriced: 'station',
  station_list_price: 'station',
  station_missing: 'station',
  station_not_on_network: 'station',
  passage_in_doubt: 'station',
  tolls_not_read: 'station',
  ferry_unpriced: 'ferry',
  ferry_toll_not_known: 'ferry',
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

/** A station whose price is unknown only for the other size is no gap in what was asked for. */
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
